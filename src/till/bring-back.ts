import { countKept, type MirrorKey, type Segment } from '../decide/mirror.js'
import { minute } from '../decide/schedule.js'
import { ActRefused, StorageRefused, TransferRefused } from '../domain/errors.js'
import { is } from '../domain/is.js'
import { type Import, type Transfer, TransferredEntry } from '../journal/transfer/index.js'
import { type MirrorOpener, openMirrorKey } from '../journal/seal/index.js'
import type { MirrorStore } from '../platform/mirror-store.js'
import { findFormer } from './mirror.js'
import { carry, type CopyHead, type Draft, labelOfCopy, type SealedCopy } from './mirror-writer.js'
import type { DeskDeps, Verdict } from './ring.js'
import { assertVerdict } from './verdict.js'
import { findObjections } from './transfer.js'

/** A person's name and reason for bringing lost operations back. */
export interface BringBack extends Verdict {
  /** The shop's private key, where the copies are sealed to its public one. */
  privateKey?: JsonWebKey
}

/** What came of bringing lost operations back. */
export interface BroughtBack {
  /** They are in the journal again, at the end of the line; what was handed over stands as handed over. */
  operations: number
  /** They are in the journal already. */
  known: number
  /** Their copies are damaged: they could not be brought back. */
  damaged: number
  /**
   * Ids that belong to other operations here, or to what had been handed over and is being sent here: these were not
   * brought back, and a person must check them. Their copies stay, and so do the losses.
   */
  clashing?: string[]
  /**
   * Their copies open with another key of the shop, or are for another card service or currency. They stay, and so do
   * the losses.
   */
  left?: number
}

interface BringBackDeps extends DeskDeps {
  mirror: MirrorStore
}

/**
 * Brings the operations of lost databases back, and ends the losses. Each may have been sent after it was copied: one
 * is queued only where the service recognises the key of its first sending, any other is parked as unknown.
 */
export async function bringBack(deps: BringBackDeps, given: BringBack): Promise<BroughtBack> {
  const { journal, setup, clock, storage, mirror } = deps
  assertVerdict('bring-back', setup.name, given)
  const { by, reason, privateKey } = given
  // Another page may be asked the same, and deletes the copies once it has brought them back.
  const { former, copies, damaged, closed } = await mirror.alone(async () => {
    const former = await findFormer(journal, mirror).catch((cause: unknown) => {
      throw new StorageRefused('bringBack', cause)
    })
    return { former, ...(await openCopies(mirror, former, privateKey)) }
  })
  const { imported, clashing, foreign } = await importCopies(deps, copies, { by, reason })
  const left = new Set([...clashing, ...closed, ...foreign])
  if (left.size === 0) await journal.acknowledgeLosses({ by, reason }, clock.now())
  await forgetFormer(deps, former, left)
  if (left.size === 0) storage.endLosses()
  return {
    operations: imported,
    known: copies.length - imported - clashing.length - foreign.length,
    damaged,
    ...(clashing.length > 0 && { clashing }),
    ...(left.size > clashing.length && { left: left.size - clashing.length }),
  }
}

/** Deletes the copies that lost databases have left, except those of the operations in `left`. */
export async function forgetFormer(
  { mirror, storage }: Pick<BringBackDeps, 'mirror' | 'storage'>,
  former: readonly Segment[],
  left: ReadonlySet<string> = new Set(),
): Promise<void> {
  const stays = ({ id }: { id: string }) => left.has(id)
  await mirror.alone(async () => {
    const outdated: string[] = []
    for (const segment of former) {
      const { copies } = segment.head
      if (copies.length > 0 && copies.every(stays)) continue
      if (!copies.some(stays) || (await writeRest(mirror, segment, left))) outdated.push(segment.name)
    }
    await mirror.remove(outdated)
  })
  const rest = former.map(({ head, ...segment }) => {
    return { ...segment, head: { ...head, copies: head.copies.filter(stays) } }
  })
  storage.noteKept(countKept(rest))
}

/** Writes what is left of a segment in its place; where that fails, the whole segment stays. */
async function writeRest(mirror: MirrorStore, segment: Segment, left: ReadonlySet<string>): Promise<boolean> {
  const { name, head } = segment
  const draft: Draft = { head: { keys: {}, copies: [] }, copies: [] }
  try {
    await carry(mirror, segment, left, draft)
    // Another page may have done it.
    if (draft.copies.length > 0)
      await mirror.write({ ...draft, head: { v: 1, epoch: head.epoch, replaces: [name], ...draft.head } })
    return true
  } catch {
    // What cannot be written in its place is not deleted.
    return false
  }
}

interface Opened {
  copies: SealedCopy[]
  damaged: number
  /** The operations of which there are only copies that another key of the shop opens. */
  closed: string[]
}

/** Opens each copy, the newest of each entry, in line: one lost database after the other. */
async function openCopies(
  mirror: MirrorStore,
  former: readonly Segment[],
  privateKey: JsonWebKey | undefined,
): Promise<Opened> {
  const { openers, otherKeys } = await openKeys(former, privateKey)
  const newest = new Map<string, SealedCopy & { epoch: string }>()
  const ids = new Set<string>()
  const shut = new Set<string>()
  for (const segment of former) {
    const { head } = segment
    const sealed = await mirror.read(segment)
    for (const { id, key } of head.copies) {
      ids.add(id)
      if (otherKeys.has(key)) shut.add(id)
      const bytes = sealed.get(id)
      const text = bytes && (await openers.get(key)?.(labelOfCopy(head.epoch, id), bytes))
      const copy = text === undefined ? undefined : readCopy(text)
      if (copy && isNewer(copy, newest.get(id))) newest.set(id, { ...copy, epoch: head.epoch })
    }
  }
  const copies = [...newest.values()].sort((left, right) => left.place - right.place)
  const epochs = new Set(
    [...copies].sort((left, right) => left.entry.createdAt - right.entry.createdAt).map(({ epoch }) => epoch),
  )
  const closed = [...shut].filter((id) => !newest.has(id))
  return {
    copies: [...epochs].flatMap((epoch) => copies.filter((copy) => copy.epoch === epoch)),
    damaged: ids.size - newest.size - closed.length,
    closed,
  }
}

interface OpenedKeys {
  openers: Map<string, MirrorOpener>
  /** The names of those that another private key of the shop opens. */
  otherKeys: ReadonlySet<string>
}

/** Opens the keys of all copies; refuses if none opens. The shop may have had several, one after the other. */
async function openKeys(former: readonly Segment[], privateKey: JsonWebKey | undefined): Promise<OpenedKeys> {
  const keys = new Map<string, MirrorKey>()
  for (const { head } of former)
    for (const { key: name } of head.copies) {
      const key = head.keys[name]
      if (key) keys.set(name, key)
    }
  const openers = new Map<string, MirrorOpener>()
  const otherKeys = new Set<string>()
  for (const [name, key] of keys) {
    const opener = await openMirrorKey(key, privateKey).catch(() => {
      // Copies under a key of the page's own that is damaged are damaged too.
      if ('shop' in key) otherKeys.add(name)
    })
    if (opener) openers.set(name, opener)
  }
  const [first] = otherKeys
  if (first !== undefined && openers.size === 0) throw new ActRefused('bring-back', first, 'shop-key')
  return { openers, otherKeys }
}

function readCopy(text: string): SealedCopy | undefined {
  const copy = JSON.parse(text) as SealedCopy
  return is(copy.entry, TransferredEntry) ? copy : undefined
}

function isNewer({ entry }: SealedCopy, other: SealedCopy | undefined): boolean {
  return !other || entry.history.length >= other.entry.history.length
}

interface ImportedCopies {
  imported: number
  clashing: string[]
  /** They are for another card service or currency than the journal here. */
  foreign: string[]
}

/** They passed the checks of rules, limits and duplicates when they were entered; a person stands for them now. */
async function importCopies(
  deps: DeskDeps,
  copies: readonly SealedCopy[],
  verdict: Verdict,
): Promise<ImportedCopies> {
  const { setup, journal, clock, storage } = deps
  const now = clock.now()
  const how: Import = {
    takeOver: verdict,
    isOwn: true,
    policy: setup.policy,
    now,
    guard: { limits: setup.limits, override: verdict, allowDuplicate: verdict },
    findObjections: (entry) => findObjections(entry, setup.rules),
  }
  const done: ImportedCopies = { imported: 0, clashing: [], foreign: [] }
  for (const { head, entries } of splitByHead(copies, now)) {
    const transfer = toTransfer(deps, head, entries)
    try {
      const { imported, clashing = [] } = await storage.keep('import', () =>
        journal.importTransfer(transfer, how),
      )
      done.imported += imported
      done.clashing.push(...clashing)
    } catch (error) {
      if (!isForeign(error)) throw error
      done.foreign.push(...entries.map(({ id }) => id))
    }
  }
  if (done.foreign.length > 0 && done.foreign.length === copies.length)
    throw new ActRefused('bring-back', setup.name, 'other-service')
  return done
}

function isForeign(error: unknown): boolean {
  return error instanceof TransferRefused && ['other-service', 'other-currency'].includes(error.params.reason)
}

type TransferHead = Pick<Transfer, 'at' | 'keyHeader' | 'service' | 'clockOffsetMs'>

function toTransfer(
  { setup, clock }: Pick<DeskDeps, 'setup' | 'clock'>,
  head: TransferHead,
  entries: TransferredEntry[],
): Transfer {
  const { shop, terminal } = setup
  return { format: 3, file: clock.id(), kind: 'copy', shop, terminal, ...head, entries, left: [] }
}

interface Part {
  head: TransferHead
  entries: TransferredEntry[]
}

/** A file has one head for all in it: the line is cut wherever that changes, and stays in order. */
function splitByHead(copies: readonly SealedCopy[], now: number): Part[] {
  const parts: Part[] = []
  for (const { entry, place: _, ...copyHead } of copies) {
    const head = toHead(copyHead, now)
    const last = parts.at(-1)
    if (last && JSON.stringify(last.head) === JSON.stringify(head)) last.entries.push(entry)
    else parts.push({ head, entries: [entry] })
  }
  return parts
}

/** The clock that was ahead as a copy was made may be right now, and an offset differs a little with each reply. */
function toHead({ at = 0, keyHeader, service, clockOffsetMs }: CopyHead, now: number): TransferHead {
  return {
    at: Math.max(at, now),
    ...(keyHeader !== undefined && { keyHeader }),
    ...(service && { service }),
    ...(clockOffsetMs !== undefined && { clockOffsetMs: Math.floor(clockOffsetMs / minute) * minute }),
  }
}
