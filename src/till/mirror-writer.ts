import {
  findPosition,
  further,
  type MirrorPosition,
  planStep,
  type Segment,
  type SegmentHead,
} from '../decide/mirror.js'
import { unresolved } from '../domain/entry.js'
import type { TillJournal } from '../journal/journal.js'
import type { MirrorCopy } from '../journal/transfer/index.js'
import type { MirrorChanges, Mirrored, MirrorEnd } from '../journal/views/index.js'
import { createMirrorSeal, type MirrorSeal } from '../journal/seal/index.js'
import type { MirrorStore } from '../platform/mirror-store.js'
import type { Clock } from '../ports.js'
import type { TillSetup } from './options.js'

/** What is sealed as a copy of an entry: also what the head of a file says of all that is in it. */
export interface SealedCopy extends Pick<MirrorCopy, 'entry' | 'place'>, CopyHead {}

/** A copy of an older release has no more than the header of its keys. */
export interface CopyHead extends Pick<MirrorEnd['binding'], 'service' | 'clockOffsetMs'> {
  /** The header under which this till sends keys. */
  keyHeader?: string | undefined
  at?: number
}

/** So many copies are written at once, so that nothing else waits long. */
const copiesMax = 256

/** Behind by more than this many lines, all that waits is looked through instead. */
const behindMax = 2_000

interface WriterDeps {
  setup: Pick<TillSetup, 'mirror' | 'policy'>
  journal: TillJournal
  store: MirrorStore
  clock: Pick<Clock, 'now'>
}

/** What a step works on. */
interface Work {
  epoch: string
  /** What each copy says besides its entry. */
  copyHead: CopyHead
  /** Where the journal ends. */
  end: MirrorPosition
  /** What has happened since this page has looked. */
  changes: MirrorChanges | undefined
  segments: Segment[]
  /** Up to where everything is copied; undefined if that is unknown. */
  reached: MirrorPosition | undefined
}

/** Brings the mirror to where the journal is, step by step. */
export class MirrorWriter {
  readonly #deps: WriterDeps
  /** What has to be copied, by id. */
  readonly #pending = new Map<string, Mirrored>()
  #sealing: Promise<MirrorSeal> | undefined
  /** Up to where this page has looked through the journal. */
  #seen: MirrorPosition | undefined

  constructor(deps: WriterDeps) {
    this.#deps = deps
  }

  /**
   * Says whether another step is needed. No other page or worker may change the mirror meanwhile. Where space is low,
   * what waits needs it to be delivered: then what has no copy gets none, and what has ended is taken out all the same.
   */
  async step(isLow = false): Promise<'more' | 'done'> {
    const { setup, journal, store, clock } = this.#deps
    const { epoch, position: end, binding, changes } = await journal.readMirrorEnd(this.#seen)
    const { segments: all, unreadable } = await store.list()
    const segments = all.filter(({ head }) => head.epoch === epoch)
    if (setup.mirror === false) {
      await store.remove(segments.map(({ name }) => name))
      return 'done'
    }
    const isWhole = unreadable.length === 0 && !segments.some(({ isCut }) => isCut)
    const copyHead = { keyHeader: setup.policy.key?.header, at: clock.now(), ...binding }
    const reached = isWhole ? findPosition(segments) : undefined
    const work = { epoch, copyHead, end, changes, segments, reached }
    if (!isWhole) this.#seen = undefined
    try {
      await this.#copy(work, await this.#look(work), isLow)
      // Only once what they held is copied anew.
      if (this.#pending.size === 0) await store.remove(unreadable)
    } catch (error) {
      // What was collected may not be copied: the next step looks again, from where the mirror is.
      this.#pending.clear()
      this.#seen = undefined
      throw error
    }
    return this.#pending.size > 0 && !isLow ? 'more' : 'done'
  }

  /** Collects what has to be copied; returns the ids of what has ended. */
  async #look({ segments, reached, end, changes }: Work): Promise<string[]> {
    const { journal } = this.#deps
    const known = further(this.#seen, reached)
    // Entries that retention has deleted since cannot be followed: their lines are gone. Where there is no segment, the
    // browser may have removed them, and if it has not, little waits.
    const isThere = segments.length > 0
    if (isThere && known && known.pruned === end.pruned && end.n - known.n < behindMax) {
      const isFirst = known === this.#seen
      return this.#follow(isFirst ? changes : (await journal.readMirrorEnd(known)).changes)
    }
    const waiting = await listAllWaiting(journal)
    this.#pending.clear()
    for (const one of waiting) this.#pending.set(one.id, one)
    this.#seen = end
    const ids = new Set(waiting.map(({ id }) => id))
    return segments.flatMap(({ head }) => head.copies.map(({ id }) => id)).filter((id) => !ids.has(id))
  }

  async #follow(first: MirrorChanges | undefined): Promise<string[]> {
    const ended: string[] = []
    for (let changes = first; changes;) {
      const { waiting, position, isMore } = changes
      for (const one of waiting) this.#pending.set(one.id, one)
      for (const id of changes.ended) this.#pending.delete(id)
      ended.push(...changes.ended)
      this.#seen = position
      changes = isMore ? (await this.#deps.journal.readMirrorEnd(position)).changes : undefined
    }
    return ended
  }

  async #copy(work: Work, ended: readonly string[], isLow: boolean): Promise<void> {
    // A segment and what takes its place never need much space together.
    const parts = isLow ? work.segments.map((segment) => [segment]) : [work.segments]
    for (const segments of parts) {
      const next = this.#takeNext(segments, isLow)
      const isAll = this.#pending.size === 0 && segments === parts.at(-1)
      await this.#rewrite({ ...work, segments, reached: isAll ? this.#seen : work.reached }, next, ended)
    }
  }

  async #rewrite(
    { epoch, copyHead, segments, reached }: Work,
    next: readonly Mirrored[],
    ended: readonly string[],
  ): Promise<void> {
    const { setup, journal, store } = this.#deps
    const shop = setup.mirror === false ? undefined : setup.mirror.publicKey
    const copies = await journal.openForMirror(next, shop !== undefined)
    const fresh = copies.map(({ entry }) => entry.id)
    const { carried, outdated } = planStep(segments, fresh, ended)
    if (fresh.length + carried.length > 0) {
      this.#sealing ??= createMirrorSeal(shop)
      const draft = await sealAll(await this.#sealing, epoch, copies, copyHead)
      for (const { name, ids } of carried) {
        const segment = segments.find((one) => one.name === name)
        if (segment) await carry(store, segment, ids, draft)
      }
      const head = { v: 1 as const, epoch, replaces: outdated, ...(reached && { position: reached }) }
      await store.write({ ...draft, head: { ...draft.head, ...head } })
    }
    await store.remove(outdated)
  }

  /** The next entries of which there is no copy as they are now; where space is low, those of which there is one. */
  #takeNext(segments: readonly Segment[], isLow: boolean): Mirrored[] {
    const heads = new Map<string, string>()
    // A hundred thousand may have copies, and few of them have to be copied.
    for (const { head } of segments)
      for (const copy of head.copies) if (this.#pending.has(copy.id)) heads.set(copy.id, copy.head)
    for (const [id, { head }] of this.#pending) if (heads.get(id) === head) this.#pending.delete(id)
    const waiting = [...this.#pending.values()]
    const next = isLow ? waiting.filter(({ id }) => heads.has(id)) : waiting.slice(0, copiesMax)
    for (const { id } of next) this.#pending.delete(id)
    return next
  }
}

async function listAllWaiting(journal: TillJournal): Promise<Mirrored[]> {
  const waiting: Mirrored[] = []
  for (const state of unresolved) {
    let found = await journal.listWaiting(state, -Infinity)
    for (let last = found.at(-1); last; last = found.at(-1)) {
      waiting.push(...found)
      found = await journal.listWaiting(state, last.place)
    }
  }
  return waiting
}

/** A segment that is being put together. */
export interface Draft {
  head: Pick<SegmentHead, 'keys' | 'copies'>
  copies: Uint8Array<ArrayBuffer>[]
}

async function sealAll(
  { name, key, seal }: MirrorSeal,
  epoch: string,
  copies: readonly MirrorCopy[],
  copyHead: CopyHead,
): Promise<Draft> {
  const sealed = await Promise.all(
    copies.map(({ entry, place }) => {
      const copy: SealedCopy = { entry, place, ...copyHead }
      return seal(labelOfCopy(epoch, entry.id), JSON.stringify(copy))
    }),
  )
  const facts = copies.map(({ entry, head }, index) => {
    return { id: entry.id, head, key: name, length: sealed[index]?.length ?? 0 }
  })
  return { head: { keys: { [name]: key }, copies: facts }, copies: sealed }
}

/** What a copy is sealed under: it opens for no other entry and no other database. */
export function labelOfCopy(epoch: string, id: string): string {
  return `${epoch}/${id}`
}

/** Takes copies over as they are, with the keys that they need. */
export async function carry(
  store: Pick<MirrorStore, 'read'>,
  segment: Segment,
  ids: ReadonlySet<string>,
  draft: Draft,
): Promise<void> {
  const sealed = await store.read(segment)
  for (const facts of segment.head.copies) {
    const copy = sealed.get(facts.id)
    const key = segment.head.keys[facts.key]
    if (!ids.has(facts.id) || !copy || !key) continue
    draft.head.copies.push(facts)
    draft.head.keys[facts.key] = key
    draft.copies.push(copy)
  }
}
