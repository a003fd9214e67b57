import { classify } from '../decide/classify.js'
import { decide, isOutcomeUnknown, type Decision, type Successor, type View } from '../decide/decide.js'
import {
  isConflict,
  mergeConflict,
  resolveByDefault,
  resolveByHost,
  type Conflict,
  type Resolution,
} from '../decide/resolve.js'
import { endpointOf } from '../domain/endpoints.js'
import { replyToEntryReply, type Entry, type EntryReply, type ListedEntry } from '../domain/entry.js'
import type { Outcome } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import { isModelOf } from '../domain/validate.js'
import type { Gate, Host, ReadyClaim, ReplayDoors } from '../ports.js'

/** What an attempt came to, and what becomes of the entry. */
export interface Delivery {
  outcome: Outcome
  decision: Decision
}

/** Sends one claimed entry, and asks whoever may know where the answer does not say enough. */
export async function deliver(
  claim: ReadyClaim,
  doors: ReplayDoors,
  gate: Gate,
  view: () => View,
): Promise<Delivery> {
  const { ticket } = claim
  const body = await settleReference(claim, doors)
  if (typeof body !== 'string') return settle(ticket, body, view)
  const answer = await doors.transport.send({ ...claim, body }, gate)
  const outcome = classify(answer, endpointOf(ticket.kind).hasConflicts)
  return judge(ticket, outcome, body, doors, view)
}

/** An outcome that may be unknown or a conflict is put to the host before anything is decided. */
export async function judge(
  ticket: Ticket,
  outcome: Outcome,
  body: string | undefined,
  doors: ReplayDoors,
  view: () => View,
): Promise<Delivery> {
  const isEcho = isConflict(outcome) && ticket.unknowns > 0
  const found = isOutcomeUnknown(outcome, view().now) || isEcho ? await lookUp(ticket, doors) : 'unknown'
  if (found === 'applied') return settle(ticket, looked('found-applied', outcome), view, outcome)
  if (isConflict(outcome) && body !== undefined) {
    const clean = found === 'absent' ? { ...ticket, unknowns: 0 } : ticket
    // An answer that has come is never lost over a question that fails.
    const decision = await resolve(clean, outcome, body, doors, view).catch(() =>
      decide(clean, outcome, view()),
    )
    return { outcome, decision }
  }
  if (found === 'absent') return settle(ticket, looked('found-absent', outcome), view, outcome)
  return settle(ticket, outcome, view)
}

function settle(ticket: Ticket, outcome: Outcome, view: () => View, original = outcome): Delivery {
  return { outcome: original, decision: decide(ticket, outcome, view()) }
}

function looked(tag: 'found-applied' | 'found-absent', { tag: asked, reply }: Outcome): Outcome {
  return { tag, detail: `asked after ${asked}`, ...(reply && { reply }) }
}

/** The body as it will be sent for good: with the transaction's id, once the entry it comes from has settled. */
async function settleReference(claim: ReadyClaim, { journal, host }: ReplayDoors): Promise<string | Outcome> {
  const { ticket, body } = claim
  if (ticket.transactionOf === undefined) return body
  try {
    const entry = await findLatest(ticket.transactionOf, journal.find)
    const isThere = entry?.state === 'settled' && entry.reply
    const TransactionID = isThere ? askForTransaction(host, isThere, entry) : undefined
    if (!Number.isSafeInteger(TransactionID)) {
      return { tag: 'unreferenced', detail: `${ticket.transactionOf} names no transaction` }
    }
    const frozen = JSON.stringify({ ...(JSON.parse(body) as object), TransactionID })
    await journal.freeze(claim, frozen)
    return frozen
  } catch (error) {
    return { tag: 'unsent', detail: `its transaction could not be read: ${String(error)}` }
  }
}

/** A reply that the host's reader stumbles over names no transaction. */
function askForTransaction({ transactionId }: Host, reply: EntryReply, entry: Entry): number | undefined {
  try {
    return transactionId(reply, entry)
  } catch {
    return undefined
  }
}

/** An entry, or what stands in its place after amendments. */
async function findLatest(id: string, find: ReplayDoors['journal']['find']): Promise<Entry | undefined> {
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

/** Long enough to wait out a request that may still be on its way; whatever takes longer would hold up the line for good. */
const lookUpMsMax = 60_000

async function lookUp(
  { id }: Ticket,
  { host, journal, clock }: ReplayDoors,
): Promise<'applied' | 'absent' | 'unknown'> {
  if (!host.lookUp) return 'unknown'
  const timer = clock.after(lookUpMsMax)
  try {
    const entry = await journal.find(id)
    if (!entry || !isReadable(entry)) return 'unknown'
    return await Promise.race([host.lookUp(entry), timer.over.then(() => 'unknown' as const)])
  } catch {
    return 'unknown'
  } finally {
    timer.cancel()
  }
}

async function resolve(
  ticket: Ticket,
  outcome: Outcome,
  body: string,
  doors: ReplayDoors,
  view: () => View,
): Promise<Decision> {
  const request = JSON.parse(body) as object
  const versions = { request, base: await doors.journal.findBase(ticket, request) }
  const entry = await doors.journal.find(ticket.id)
  if (!doors.host.onConflict || !entry || !isReadable(entry) || !outcome.reply) {
    return resolveByDefault(ticket, outcome, versions, view())
  }
  const { reply } = outcome
  const conflict: Conflict = {
    entry,
    status: reply.status,
    reply: replyToEntryReply(reply),
    ...(reply.problem && { problem: reply.problem }),
    history: entry.history,
    isEcho: ticket.unknowns > 0,
    ...mergeConflict(entry.kind, reply.body, versions),
  }
  const resolution = await askHost(doors.host.onConflict, conflict)
  if (!resolution) return resolveByDefault(ticket, outcome, versions, view())
  return resolveByHost(ticket, outcome, resolution, createSuccessor(entry, resolution, doors), view())
}

async function askHost(
  onConflict: NonNullable<ReplayDoors['host']['onConflict']>,
  conflict: Conflict,
): Promise<Resolution | undefined> {
  try {
    return await onConflict(conflict)
  } catch {
    return undefined
  }
}

/** An amendment that the interface would not take is none. */
function createSuccessor(
  { kind }: Entry,
  resolution: Resolution,
  { clock, policy }: ReplayDoors,
): Successor | undefined {
  if (resolution.action !== 'amend' || !isModelOf(kind, resolution.model)) return undefined
  const key = policy.key && { key: clock.id() }
  return { id: clock.id(), ...key, request: resolution.model, createdAt: clock.now() }
}
