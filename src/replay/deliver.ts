import { classify, isPlaceable, placeByHost } from '../decide/classify.js'
import { decide, type Decision, type Remedy, type View } from '../decide/decide.js'
import { isOutcomeUnknown, refuseForGood } from '../decide/outcomes.js'
import {
  findRemedy,
  isConflict,
  mergeConflict,
  resolutionToRemedy,
  type Conflict,
  type Resolution,
} from '../decide/resolve.js'
import { endpointOf } from '../domain/endpoints.js'
import { copyOf } from '../domain/fields.js'
import { createKey } from '../decide/key.js'
import { fillTransaction } from '../domain/transaction.js'
import {
  replyToEntryReply,
  type Entry,
  type EntryReply,
  type ListedEntry,
  type SettledEntry,
} from '../domain/entry.js'
import type { OperationKind } from '../domain/models.js'
import { createRules } from '../domain/rules.js'
import { errorToText } from '../domain/errors.js'
import type { Answer, Outcome } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import { traceError } from '../domain/trace.js'
import type { Gate, ReadyClaim, ReplayDeps } from '../ports.js'
import { findObjections } from '../domain/validate.js'
import { askLookUp, askOnConflict, type Finding } from './ask.js'

/** Sends one claimed entry: what came of it, and the body that was sent. */
export async function deliver(
  claim: ReadyClaim,
  deps: ReplayDeps,
  gate: Gate,
  view: () => View,
): Promise<{ outcome: Outcome; body?: string }> {
  const body = await settleReference(claim, deps)
  if (typeof body !== 'string') return { outcome: body }
  const answer = await deps.transport.send({ ...claim, body }, gate)
  return { outcome: await place(claim, answer, deps, view), body }
}

/** What an answer means: by the host's word where it gives one, else by its status. */
async function place(
  { ticket: { kind, id } }: ReadyClaim,
  answer: Answer,
  { host, journal, trace }: ReplayDeps,
  view: () => View,
): Promise<Outcome> {
  const isProven = view().proven?.[kind] !== undefined
  const outcome = classify(answer, endpointOf(kind).hasConflicts, { kind, isProven })
  if (!host.classify || !outcome.reply || !isPlaceable(answer)) return outcome
  try {
    const entry = await journal.find(id)
    if (!entry || !isReadable(entry)) return outcome
    return placeByHost(answer, outcome, host.classify(replyToEntryReply(outcome.reply), entry))
  } catch (error) {
    traceError(trace, 'classify', error)
    return outcome
  }
}

/** What is known of an attempt besides its outcome. */
type Evidence =
  /** The outcome says enough. */
  { tag: 'answered' } | Finding

/** Asks the host about an outcome that is unknown or a conflict, then decides. */
export async function decideByEvidence(
  ticket: Ticket,
  outcome: Outcome,
  body: string | undefined,
  deps: ReplayDeps,
  view: () => View,
): Promise<Decision> {
  const evidence = isOpen(ticket, outcome) ? await lookUp(ticket, deps) : answered
  const known = applyEvidence(ticket, outcome, evidence)
  // A question that fails loses no answer.
  const remedy =
    body !== undefined && isConflict(known.outcome)
      ? await resolve(known, body, deps, view).catch(() => undefined)
      : undefined
  return decide(known.ticket, known.outcome, view(), remedy)
}

const answered: Evidence = { tag: 'answered' }

/** Whether the outcome leaves open what became of this attempt, or of an earlier one. */
function isOpen(ticket: Ticket, outcome: Outcome): boolean {
  const isEcho = isConflict(outcome) && ticket.unknowns > 0
  return isEcho || isOutcomeUnknown(outcome) || outcome.tag === 'unrepeatable'
}

/** An attempt, and what it came to by all that is known. */
interface Attempt {
  ticket: Ticket
  outcome: Outcome
}

function applyEvidence(ticket: Ticket, outcome: Outcome, evidence: Evidence): Attempt {
  const { tag, reply } = outcome
  const found = { detail: `asked after ${tag}`, ...(reply && { reply }) }
  switch (evidence.tag) {
    case 'answered':
    case 'unknown':
      return { ticket, outcome }
    case 'applied':
      return { ticket, outcome: { ...found, ...evidence, tag: 'found-applied' } }
    case 'absent':
      if (isConflict(outcome)) return { ticket: { ...ticket, unknowns: 0, doubts: 0 }, outcome }
      return refuseForGood(ticket, outcome) ?? { ticket, outcome: { ...found, tag: 'found-absent' } }
  }
}

/** The body as it will be sent for good: with the transaction's id, once the entry it comes from has settled. */
async function settleReference(claim: ReadyClaim, deps: ReplayDeps): Promise<string | Outcome> {
  const { journal } = deps
  const { ticket, body } = claim
  if (ticket.transactionOf === undefined) return body
  try {
    const entry = await findLatest(ticket.transactionOf, journal.find)
    const transactionId = entry?.state === 'settled' ? findTransaction(deps, entry) : undefined
    if (transactionId === undefined || !Number.isSafeInteger(transactionId)) {
      return { tag: 'unreferenced', detail: `${ticket.transactionOf} names no transaction` }
    }
    const frozen = fillTransaction(body, transactionId)
    if (await journal.freeze(claim, frozen)) return frozen
    return { tag: 'unsent', detail: 'another update of its transaction goes first', isBehind: true }
  } catch (error) {
    // The entry's history keeps the error's name.
    return { tag: 'unsent', detail: `its transaction could not be read: ${errorToText(error)}` }
  }
}

type Deps = Pick<ReplayDeps, 'host' | 'trace'>

/** An acknowledgement, a person or the host names a transaction; a refusal does not. */
function findTransaction(deps: Deps, entry: SettledEntry<OperationKind>): number | undefined {
  if (entry.transactionId !== undefined) return entry.transactionId
  const isAcknowledged = entry.history.some(({ outcome }) => outcome === 'acknowledged')
  return entry.reply && isAcknowledged ? askForTransaction(deps, entry.reply, entry as Entry) : undefined
}

function askForTransaction({ host, trace }: Deps, reply: EntryReply, entry: Entry): number | undefined {
  try {
    return host.transactionId(reply, entry)
  } catch (error) {
    traceError(trace, 'readReply', error)
    return undefined
  }
}

/** An entry, or what stands in its place after amendments. */
async function findLatest(id: string, find: ReplayDeps['journal']['find']): Promise<Entry | undefined> {
  let entry: ListedEntry | undefined = await find(id)
  const met = new Set([id])
  while (entry && 'replacedBy' in entry) {
    // Damaged rows may name each other in a circle.
    if (met.has(entry.replacedBy)) return undefined
    met.add(entry.replacedBy)
    entry = await find(entry.replacedBy)
  }
  return entry && isReadable(entry) ? entry : undefined
}

function isReadable(entry: ListedEntry): entry is Entry {
  return !('reason' in entry && entry.reason === 'unreadable')
}

async function lookUp({ id }: Ticket, { host, journal, clock, trace }: ReplayDeps): Promise<Evidence> {
  if (!host.lookUp) return { tag: 'unknown' }
  try {
    const entry = await journal.find(id)
    return entry && isReadable(entry)
      ? await askLookUp(host.lookUp, entry, { clock, trace })
      : { tag: 'unknown' }
  } catch (error) {
    traceError(trace, 'lookUp', error)
    return { tag: 'unknown' }
  }
}

/** What is done about a conflict: the host is asked first. */
async function resolve(
  { ticket, outcome }: Attempt,
  body: string,
  deps: ReplayDeps,
  view: () => View,
): Promise<Remedy | undefined> {
  const request = JSON.parse(body) as object
  const base = await deps.journal.findBase(ticket, request)
  const versions = { request, base, decimals: deps.admission?.rules.decimals }
  const entry = await deps.journal.find(ticket.id)
  const { reply } = outcome
  if (!deps.host.onConflict || !entry || !isReadable(entry) || !reply) {
    return findRemedy(ticket, outcome, versions, view())
  }
  const conflict: Conflict = {
    entry,
    status: reply.status,
    reply: replyToEntryReply(reply),
    ...(reply.problem && { problem: reply.problem }),
    history: entry.history,
    isEcho: ticket.unknowns > 0,
    ...mergeConflict(entry.kind, reply.body, versions),
  }
  const resolution = await askOnConflict(deps.host.onConflict, conflict, deps.trace)
  if (!resolution) return findRemedy(ticket, outcome, versions, view())
  return resolution.action === 'amend'
    ? amend(ticket, entry, resolution, deps)
    : resolutionToRemedy(ticket, resolution)
}

/** A host's amendment passes the till's rules here, and its limits as it is recorded. */
function amend(
  ticket: Ticket,
  { kind }: Entry,
  resolution: Extract<Resolution, { action: 'amend' }>,
  { admission = { rules: createRules(), limits: {} }, clock, policy }: ReplayDeps,
): Remedy | undefined {
  const { model } = resolution
  const [failure] = findObjections(kind, model, undefined, admission.rules)
  // The value may be a secret, and a history is not encrypted.
  if (failure) return { tag: 'refuse', why: `${failure.path || 'the body'}: expected ${failure.expected}` }
  const key = createKey(policy, clock.id)
  const successor = { id: clock.id(), ...key, request: copyOf(model), createdAt: clock.now() }
  return resolutionToRemedy(ticket, resolution, { successor, limits: admission.limits })
}
