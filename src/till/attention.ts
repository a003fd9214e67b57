import type { Act } from '../decide/act.js'
import type { ListedEntry } from '../domain/entry.js'
import { ActRefused, UnknownEntry } from '../domain/errors.js'
import type { Models, OperationKind } from '../domain/models.js'
import { assertValid, type RingDoors } from './ring.js'

/** Who decided, and why. */
export interface Verdict {
  by: string
  reason: string
}

/** What a person may do about an entry that needs one. Each act is on record with who and why. */
export interface Attention {
  /** It goes back in line, in its old place, with the same bytes and the same key. */
  sendAgain: (id: string, verdict: { by: string; reason?: string }) => Promise<ListedEntry>
  /** Somebody has made sure that the service has it. */
  markApplied: (id: string, verdict: Verdict) => Promise<ListedEntry>
  /** A corrected body takes its place in line; resolves with the new entry. */
  amend: (id: string, model: Models[OperationKind], verdict: Verdict) => Promise<ListedEntry>
  /** It will not be sent. */
  void: (id: string, verdict: Verdict) => Promise<ListedEntry>
}

export function createAttention(doors: RingDoors, onActed: () => void): Attention {
  const { journal, clock, setup, storage } = doors

  async function perform(id: string, act: Act, resultId = id): Promise<ListedEntry> {
    assertNamed(id, act)
    const write = () => journal.act(id, act, clock.now())
    // A successor is a new promise; whatever else a person decides takes next to no room.
    await (act.tag === 'amend' ? storage.keep('amend', write) : write())
    onActed()
    const entry = await journal.find(resultId)
    if (!entry) throw new UnknownEntry(resultId)
    return entry
  }

  return {
    sendAgain: (id, { by, reason }) =>
      perform(id, { tag: 'send-again', by, ...(reason !== undefined && { reason }) }),
    markApplied: (id, { by, reason }) => perform(id, { tag: 'mark-applied', by, reason }),
    void: (id, { by, reason }) => perform(id, { tag: 'void', by, reason }),
    async amend(id, model, { by, reason }) {
      const entry = await journal.find(id)
      if (!entry) throw new UnknownEntry(id)
      if (entry.kind === 'unknown') throw new ActRefused('amend', id, 'it cannot be read')
      assertValid(entry.kind, model, {}, setup.rules)
      const key = setup.policy.key && { key: clock.id() }
      const successor = { id: clock.id(), ...key, request: model, createdAt: clock.now(), operator: by }
      return perform(id, { tag: 'amend', by, reason, successor }, successor.id)
    },
  }
}

/** An act without a name, or a verdict without a reason, would be worth nothing on record. */
function assertNamed(id: string, act: Act): void {
  const isGiven = (text: unknown) => typeof text === 'string' && text.trim() !== ''
  if (!isGiven(act.by)) throw new ActRefused(act.tag, id, 'nobody is named who decided it')
  if (act.tag !== 'send-again' && !isGiven(act.reason))
    throw new ActRefused(act.tag, id, 'no reason is given')
}
