import type { Act } from '../decide/act.js'
import { decisionToFact } from '../decide/trace.js'
import { mergeByChoice, type ReceiptMerge } from '../decide/resolve.js'
import type { Entry, ListedEntry } from '../domain/entry.js'
import type { CheckedAction } from '../domain/error-texts.js'
import { ActRefused, InvalidOperation, StorageRefused, UnknownEntry } from '../domain/errors.js'
import { copyOf } from '../domain/fields.js'
import { findCards } from '../domain/lanes.js'
import { pickGiven } from '../domain/given.js'
import { createKey } from '../decide/key.js'
import type { Models, OperationKind } from '../domain/models.js'
import type { WakeReason } from '../domain/trace.js'
import { findObjections, type FieldFailure } from '../domain/validate.js'
import type { Guard } from '../journal/queue/index.js'
import type { MirrorStore } from '../platform/mirror-store.js'
import { askLookUp } from '../replay/ask.js'
import { bringBack, type BringBack, type BroughtBack, forgetFormer } from './bring-back.js'
import { listFormer } from './mirror.js'
import { findVerdictFailures, type DeskDeps, type Verdict } from './ring.js'
import { assertVerdict } from './verdict.js'

/**
 * A person's name and reason, with the revision of the entry that the person saw: the action is refused if the entry
 * has changed since.
 */
export interface Seen extends Verdict {
  revision?: number
}

/** A person's name and reason for a correction, which passes the same checks as any operation. */
export interface Correction extends Seen {
  /** A named supervisor allows it past a limit, on record. */
  override?: Verdict
  /** A named person allows it although it looks like another operation, on record. */
  allowDuplicate?: Verdict
}

/** A person's actions on an entry that needs attention. Each action is recorded with who and why. */
export interface Attention {
  /** Puts the entry back in its old place, with the same bytes and key; the till's rules must allow its body. */
  sendAgain: (
    id: string,
    verdict: Pick<Seen, 'by' | 'revision'> & { reason?: string },
  ) => Promise<ListedEntry>
  /**
   * Settles the entry after a person made sure that the service has it; `transactionId` is its transaction, for an
   * update that waits for it.
   */
  markApplied: (id: string, verdict: Seen & { transactionId?: number }) => Promise<ListedEntry>
  /** Puts a corrected body in the entry's place in line, if it passes the checks; resolves with the new entry. */
  amend: (id: string, model: Models[OperationKind], verdict: Correction) => Promise<ListedEntry>
  /** The fields for which a correction would be refused; empty if its body passes the till's rules. */
  check: (id: string, model: Models[OperationKind]) => Promise<FieldFailure[]>
  /** Voids the entry: this till does not send it. */
  void: (id: string, verdict: Seen) => Promise<ListedEntry>
  /**
   * Compares the receipt of a parked entry with the one in the service's reply, and returns the body to amend it
   * with: the service's values at the paths in `theirs`, ours at all other clashes. Undefined if the reply has no
   * receipt.
   */
  merge: (id: string, theirs?: readonly string[]) => Promise<ReceiptMerge | undefined>
  /**
   * Brings back the operations that `status.storage.kept` counts, at the end of the line, and ends the losses. One
   * is queued where the service recognises its key, and parked as unknown otherwise: it may have been sent.
   */
  bringBack: (verdict: BringBack) => Promise<BroughtBack>
  /**
   * Ends the losses of `status.storage.losses`: a person has taken note of them, on record. What
   * `status.storage.kept` counts is deleted.
   */
  acknowledgeLosses: (verdict: Verdict) => Promise<void>
  /**
   * Restores the entry to its state before the hand-over, because the other till will not send it; refused once a
   * person has confirmed that the file arrived.
   */
  takeBack: (id: string, verdict: Seen) => Promise<ListedEntry>
  /** Returns the whole codes of an entry's cards, and records who saw them. */
  showCards: (id: string, seen: Pick<Seen, 'by'> & { reason?: string }) => Promise<string[]>
  /**
   * Asks the host's `lookUp` now and records who asked and the answer. It changes nothing: a person decides. Missing
   * if the host gives no `lookUp`.
   */
  lookUp?: (id: string, seen: Pick<Seen, 'by'> & { reason?: string }) => Promise<LookUpAnswer>
}

/** The answer of the host's `lookUp`; `unknown` if it does not know, fails or takes too long. */
export interface LookUpAnswer {
  found: 'applied' | 'absent' | 'unknown'
  /** The transaction at the service, if the host named it. */
  transactionId?: number
}

interface AttentionDeps extends DeskDeps {
  mirror: MirrorStore
}

export function createAttention(deps: AttentionDeps, nudge: (why: WakeReason) => void): Attention {
  const { journal, clock, setup, storage } = deps

  async function perform(
    id: string,
    act: Act,
    { revision }: { revision?: number },
    { resultId = id, guard }: { resultId?: string; guard?: Guard } = {},
  ): Promise<ListedEntry> {
    assertNamed(id, act)
    const write = () => journal.act(id, act, clock.now(), revision, guard)
    // A successor needs space like a new operation; the other actions need almost none.
    const decision = await (act.tag === 'amend' ? storage.keep('amend', write) : write())
    setup.trace?.(decisionToFact(decision))
    nudge('acted')
    const entry = await journal.find(resultId)
    if (!entry) throw new UnknownEntry(resultId)
    return entry
  }

  return {
    async sendAgain(id, seen) {
      const { by, reason } = seen
      const entry = await journal.find(id)
      if (entry && isParked(entry)) {
        const { kind, request, transactionOf } = entry
        refuseIf(kind, findObjections(kind, request, transactionOf, setup.rules), 'send-again')
      }
      return perform(id, { tag: 'send-again', by, ...(reason !== undefined && { reason }) }, seen)
    },
    async markApplied(id, seen) {
      assertTransaction(id, seen)
      const given = pickGiven(seen, ['transactionId'])
      return perform(id, { tag: 'mark-applied', ...toVerdict(seen), ...given }, seen)
    },
    void: (id, seen) => perform(id, { tag: 'void', ...toVerdict(seen) }, seen),
    ...createLossActs(deps, nudge),
    takeBack: (id, seen) => perform(id, { tag: 'take-back', ...toVerdict(seen) }, seen),
    check: (id, model) => checkCorrection(deps, id, model),
    ...createLooks(deps, perform),
    merge: (id, theirs = []) => mergeParked(deps, id, theirs),
    ...createAmend(deps, perform),
  }
}

/** A correction, checked as any operation is, and saved as it was checked. */
function createAmend({ journal, setup, clock }: AttentionDeps, perform: Perform): Pick<Attention, 'amend'> {
  return {
    async amend(id, model, seen) {
      const entry = await journal.find(id)
      if (!entry) throw new UnknownEntry(id)
      if (entry.kind === 'unknown') throw new ActRefused('amend', id, 'unreadable')
      const exceptions = pickGiven(seen, ['override', 'allowDuplicate'])
      const failures = [
        ...findObjections(entry.kind, model, undefined, setup.rules),
        ...findVerdictFailures(exceptions),
      ]
      refuseIf(entry.kind, failures, 'amend')
      const key = createKey(setup.policy, clock.id)
      const successor = {
        id: clock.id(),
        ...key,
        request: copyOf(model),
        createdAt: clock.now(),
        operator: seen.by,
      }
      const guard = { limits: setup.limits, ...exceptions }
      const act = { tag: 'amend', ...toVerdict(seen), successor } as const
      return perform(id, act, seen, { resultId: successor.id, guard })
    },
  }
}

function createLossActs(
  deps: AttentionDeps,
  nudge: (why: WakeReason) => void,
): Pick<Attention, 'acknowledgeLosses' | 'bringBack'> {
  return {
    acknowledgeLosses: (verdict) => acknowledgeLosses(deps, verdict),
    async bringBack(verdict) {
      const broughtBack = await bringBack(deps, verdict)
      nudge('imported')
      return broughtBack
    },
  }
}

async function acknowledgeLosses(deps: AttentionDeps, verdict: Verdict): Promise<void> {
  const { journal, clock, setup, storage } = deps
  assertVerdict('acknowledge-losses', setup.name, verdict)
  // Copies that no person has been told of stay.
  const former =
    storage.kept &&
    (await listFormer(journal, deps.mirror).catch((cause: unknown) => {
      throw new StorageRefused('acknowledgeLosses', cause)
    }))
  await journal.acknowledgeLosses(toVerdict(verdict), clock.now())
  if (former) await forgetFormer(deps, former)
  storage.endLosses()
}

async function checkCorrection(
  { journal, setup }: DeskDeps,
  id: string,
  model: Models[OperationKind],
): Promise<FieldFailure[]> {
  const entry = await journal.find(id)
  if (!entry) throw new UnknownEntry(id)
  return entry.kind === 'unknown' ? [] : findObjections(entry.kind, model, undefined, setup.rules)
}

type Perform = (
  id: string,
  act: Act,
  seen: { revision?: number },
  of?: { resultId?: string; guard?: Guard },
) => Promise<ListedEntry>

/** What a person looks at is recorded, and changes nothing. */
function createLooks(deps: DeskDeps, perform: Perform): Pick<Attention, 'showCards' | 'lookUp'> {
  const because = (reason: string | undefined) => (reason === undefined ? {} : { reason })
  const lookUp: Attention['lookUp'] = async (id, { by, reason }) => {
    const note = { tag: 'look-up', by, ...because(reason) } as const
    assertNamed(id, note)
    const answer = await askAbout(deps, id)
    const outcome = answerToOutcome[answer.found]
    await perform(id, { ...note, ...(outcome && { outcome }) }, {})
    return answer
  }
  return {
    async showCards(id, { by, reason }) {
      const entry = await perform(id, { tag: 'show-cards', by, ...because(reason) }, {})
      return entry.kind === 'unknown' ? [] : findCards(entry.kind, entry.request)
    },
    ...(deps.setup.host.lookUp && { lookUp }),
  }
}

const answerToOutcome = { applied: 'found-applied', absent: 'found-absent', unknown: undefined } as const

/** Asks the host about a parked entry, for as long as a run would. */
async function askAbout({ journal, clock, setup }: DeskDeps, id: string): Promise<LookUpAnswer> {
  const entry = await journal.find(id)
  if (!entry) throw new UnknownEntry(id)
  const { lookUp } = setup.host
  if (!lookUp || !isParked(entry)) return { found: 'unknown' }
  const { tag: found, ...facts } = await askLookUp(lookUp, entry, { clock, trace: setup.trace })
  return { found, ...facts }
}

async function mergeParked(
  { journal, setup }: DeskDeps,
  id: string,
  theirs: readonly string[],
): Promise<ReceiptMerge | undefined> {
  const entry = await journal.find(id)
  if (!entry) throw new UnknownEntry(id)
  if (!isParked(entry) || !entry.reply) return undefined
  const versions = {
    request: entry.request,
    base: await journal.findBase(entry, entry.request),
    decimals: setup.rules.decimals,
  }
  return mergeByChoice(entry.kind, entry.reply.body, versions, theirs)
}

function isParked(entry: ListedEntry): entry is Extract<Entry, { state: 'parked' }> {
  return entry.state === 'parked' && entry.reason !== 'unreadable'
}

function refuseIf(kind: OperationKind, failures: readonly FieldFailure[], action: CheckedAction): void {
  if (failures.length > 0) throw new InvalidOperation(kind, failures, action)
}

function toVerdict({ by, reason }: Verdict): Verdict {
  return { by, reason }
}

function assertTransaction(id: string, { transactionId }: { transactionId?: number }): void {
  if (transactionId === undefined || Number.isSafeInteger(transactionId)) return
  throw new ActRefused('mark-applied', id, 'transaction-invalid')
}

/** What a person may do without a reason. */
const unexplained: readonly Act['tag'][] = ['send-again', 'show-cards', 'look-up']

function assertNamed(id: string, { tag, ...verdict }: Act): void {
  assertVerdict(tag, id, unexplained.includes(tag) ? { ...verdict, reason: '-' } : verdict)
}
