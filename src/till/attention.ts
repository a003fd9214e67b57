import type { Act } from '../decide/act.js'
import { mergeByChoice, type ReceiptMerge } from '../decide/resolve.js'
import type { ListedEntry } from '../domain/entry.js'
import { ActRefused, UnknownEntry } from '../domain/errors.js'
import type { Models, OperationKind } from '../domain/models.js'
import { assertValid, isVerdict, type RingDoors, type Verdict } from './ring.js'

/** A verdict about what was seen: with the entry's revision, it is refused if the entry has changed since. */
export interface Seen extends Verdict {
  revision?: number
}

/** What a person may do about an entry that needs one. Each act is on record with who and why. */
export interface Attention {
  /** It goes back in line, in its old place, with the same bytes and the same key. */
  sendAgain: (
    id: string,
    verdict: Pick<Seen, 'by' | 'revision'> & { reason?: string },
  ) => Promise<ListedEntry>
  /** Somebody has made sure that the service has it. */
  markApplied: (id: string, verdict: Seen) => Promise<ListedEntry>
  /** A corrected body takes its place in line; resolves with the new entry. */
  amend: (id: string, model: Models[OperationKind], verdict: Seen) => Promise<ListedEntry>
  /** It will not be sent. */
  void: (id: string, verdict: Seen) => Promise<ListedEntry>
  /**
   * The receipt of a parked entry laid beside the one in the service's reply, and the body to amend it with: theirs
   * at the paths that are named, ours wherever else the two clash. Nothing, if the reply carries no receipt.
   */
  merge: (id: string, theirs?: readonly string[]) => Promise<ReceiptMerge | undefined>
  /** The till it was handed over to will not send it: it stands here again as it stood. */
  takeBack: (id: string, verdict: Seen) => Promise<ListedEntry>
}

export function createAttention(doors: RingDoors, onActed: () => void): Attention {
  const { journal, clock, setup, storage } = doors

  async function perform(
    id: string,
    act: Act,
    { revision }: { revision?: number },
    resultId = id,
  ): Promise<ListedEntry> {
    assertNamed(id, act)
    const write = () => journal.act(id, act, clock.now(), revision)
    // A successor is a new promise; whatever else a person decides takes next to no room.
    await (act.tag === 'amend' ? storage.keep('amend', write) : write())
    onActed()
    const entry = await journal.find(resultId)
    if (!entry) throw new UnknownEntry(resultId)
    return entry
  }

  return {
    sendAgain: (id, seen) => {
      const { by, reason } = seen
      return perform(id, { tag: 'send-again', by, ...(reason !== undefined && { reason }) }, seen)
    },
    markApplied: (id, seen) => perform(id, { tag: 'mark-applied', ...toVerdict(seen) }, seen),
    void: (id, seen) => perform(id, { tag: 'void', ...toVerdict(seen) }, seen),
    takeBack: (id, seen) => perform(id, { tag: 'take-back', ...toVerdict(seen) }, seen),
    async merge(id, theirs = []) {
      const entry = await journal.find(id)
      if (!entry) throw new UnknownEntry(id)
      if (entry.state !== 'parked' || entry.reason === 'unreadable' || !entry.reply) return undefined
      const versions = { request: entry.request, base: await journal.findBase(entry, entry.request) }
      return mergeByChoice(entry.kind, entry.reply.body, versions, theirs)
    },
    async amend(id, model, seen) {
      const entry = await journal.find(id)
      if (!entry) throw new UnknownEntry(id)
      if (entry.kind === 'unknown')
        throw new ActRefused('amend', id, 'it cannot be read; it may only be voided or marked as applied')
      assertValid(entry.kind, model, {}, setup.rules)
      const key = setup.policy.key && { key: clock.id() }
      const successor = { id: clock.id(), ...key, request: model, createdAt: clock.now(), operator: seen.by }
      return perform(id, { tag: 'amend', ...toVerdict(seen), successor }, seen, successor.id)
    },
  }
}

function toVerdict({ by, reason }: Verdict): Verdict {
  return { by, reason }
}

/** An act without a name, or a verdict without a reason, would be worth nothing on record. */
function assertNamed(id: string, act: Act): void {
  if (!isVerdict({ by: act.by, reason: '-' }))
    throw new ActRefused(act.tag, id, 'nobody is named who decided it; say so in `by`')
  if (act.tag !== 'send-again' && !isVerdict({ by: act.by, reason: act.reason }))
    throw new ActRefused(act.tag, id, 'no reason is given; say why in `reason`')
}
