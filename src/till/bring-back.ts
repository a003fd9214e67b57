import { countKept, type MirrorKey, type Segment } from '../decide/mirror.js'
import { ActRefused, StorageRefused } from '../domain/errors.js'
import { is } from '../domain/is.js'
import { type Import, type Transfer, TransferredEntry } from '../journal/transfer/index.js'
import { type MirrorOpener, openMirrorKey } from '../journal/seal/index.js'
import type { MirrorStore } from '../platform/mirror-store.js'
import { findFormer } from './mirror.js'
import { labelOfCopy, type SealedCopy } from './mirror-writer.js'
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
  const { former, copies, damaged } = await mirror.alone(async () => {
    const former = await findFormer(journal, mirror).catch((cause: unknown) => {
      throw new StorageRefused('bringBack', cause)
    })
    return { former, ...(await openCopies(mirror, former, privateKey)) }
  })
  const { imported, clashing } = await importCopies(deps, copies, { by, reason })
  const isClashing = ({ head }: Segment) => head.copies.some(({ id }) => clashing.includes(id))
  const left = former.filter(isClashing)
  if (left.length === 0) await journal.acknowledgeLosses({ by, reason }, clock.now())
  await forgetFormer(deps, former, left)
  if (left.length === 0) storage.endLosses()
  const known = copies.length - imported - clashing.length
  return { operations: imported, known, damaged, ...(clashing.length > 0 && { clashing }) }
}

/** Deletes the copies that lost databases have left, except those of the segments in `left`. */
export async function forgetFormer(
  { mirror, storage }: Pick<BringBackDeps, 'mirror' | 'storage'>,
  former: readonly Segment[],
  left: readonly Segment[] = [],
): Promise<void> {
  const names = former.flatMap((segment) => (left.includes(segment) ? [] : [segment.name]))
  await mirror.alone(() => mirror.remove(names))
  storage.noteKept(countKept(left))
}

interface Opened {
  copies: SealedCopy[]
  damaged: number
}

/** Opens each copy, the newest of each entry, in line: one lost database after the other. */
async function openCopies(
  mirror: MirrorStore,
  former: readonly Segment[],
  privateKey: JsonWebKey | undefined,
): Promise<Opened> {
  const openers = await openKeys(former, privateKey)
  const newest = new Map<string, SealedCopy & { epoch: string }>()
  const ids = new Set<string>()
  for (const segment of former) {
    const { head } = segment
    const sealed = await mirror.read(segment)
    for (const { id, key } of head.copies) {
      ids.add(id)
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
  return {
    copies: [...epochs].flatMap((epoch) => copies.filter((copy) => copy.epoch === epoch)),
    damaged: ids.size - newest.size,
  }
}

async function openKeys(
  former: readonly Segment[],
  privateKey: JsonWebKey | undefined,
): Promise<Map<string, MirrorOpener>> {
  const keys = new Map<string, MirrorKey>(former.flatMap(({ head }) => Object.entries(head.keys)))
  const openers = new Map<string, MirrorOpener>()
  for (const [name, key] of keys) {
    const opener = await openMirrorKey(key, privateKey).catch(() => {
      // Nothing is brought back in part: the copies wait for the right key.
      throw new ActRefused('bring-back', name, 'shop-key')
    })
    openers.set(name, opener)
  }
  return openers
}

function readCopy(text: string): SealedCopy | undefined {
  const copy = JSON.parse(text) as SealedCopy
  return is(copy.entry, TransferredEntry) ? copy : undefined
}

function isNewer({ entry }: SealedCopy, other: SealedCopy | undefined): boolean {
  return !other || entry.history.length >= other.entry.history.length
}

/** They passed the checks of rules, limits and duplicates when they were entered; a person stands for them now. */
async function importCopies(
  { setup, journal, clock, storage }: DeskDeps,
  copies: readonly SealedCopy[],
  verdict: Verdict,
): Promise<{ imported: number; clashing: string[] }> {
  const how: Import = {
    takeOver: verdict,
    isOwn: true,
    policy: setup.policy,
    now: clock.now(),
    guard: { limits: setup.limits, override: verdict, allowDuplicate: verdict },
    findObjections: (entry) => findObjections(entry, setup.rules),
  }
  let imported = 0
  const clashing: string[] = []
  for (const part of splitByHeader(copies)) {
    const keyHeader = part[0]?.keyHeader
    const transfer: Transfer = {
      format: 2,
      file: clock.id(),
      kind: 'copy',
      shop: setup.shop,
      terminal: setup.terminal,
      at: clock.now(),
      ...(keyHeader !== undefined && { keyHeader }),
      entries: part.map(({ entry }) => entry),
      left: [],
    }
    const result = await storage.keep('import', () => journal.importTransfer(transfer, how))
    imported += result.imported
    clashing.push(...(result.clashing ?? []))
  }
  return { imported, clashing }
}

/** A file names one header of keys for all in it: the line is cut wherever that changes, and stays in order. */
function splitByHeader(copies: readonly SealedCopy[]): SealedCopy[][] {
  const parts: SealedCopy[][] = []
  for (const copy of copies) {
    const last = parts.at(-1)
    if (last && last[0]?.keyHeader === copy.keyHeader) last.push(copy)
    else parts.push([copy])
  }
  return parts
}
