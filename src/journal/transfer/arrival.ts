import type { HistoryLine } from '../../decide/decide.js'
import type { Policy } from '../../decide/policy.js'
import {
  type Arrival,
  countTakenOver,
  leadOf,
  notKnown,
  placeByRules,
  placeHandedOver,
  type Placement,
  placeTakenOver,
  sentBy,
  waitingBy,
} from '../../decide/transfer.js'
import type { EntryState } from '../../domain/entry.js'
import { pickGiven } from '../../domain/given.js'
import type { FieldFailure } from '../../domain/validate.js'
import {
  rowFormat,
  rowToTicket,
  labelOf,
  type Store,
  chainEntry,
  type Draft,
  type Guard,
  type PreparedDraft,
  prepareDraft,
} from './below.js'
import type { Transfer, TransferredEntry } from './transfer.js'

/** Who takes entries over, and whether that person says that the copy is the last state of its till. */
export interface TakeOver {
  by: string
  reason: string
  unchanged?: boolean | undefined
}

/** How a file is imported: who imports it, why, and by which rules. */
export interface Import {
  /** A person takes the entries over from a broken till. */
  takeOver?: TakeOver
  /** The till brings its own entries back: those that are here are known, also where they were handed over since. */
  isOwn?: boolean
  /** The file may have come in before, in what this till has lost: each entry may have been sent since. */
  mayHaveCome?: boolean
  policy: Policy
  now: number
  /** How far the service's clock is ahead of the one here, where a reply has shown it. */
  clockOffsetMs?: number | undefined
  /** The time that has certainly passed at this till. */
  countedMs?: number | undefined
  /** The till's limits, and who allows an exception from them or from the duplicate check. */
  guard?: Guard
  /** The till's rules that an entry breaks; such an entry must not be sent as it is. */
  findObjections?: (entry: TransferredEntry) => readonly FieldFailure[]
}

/** The state that an entry of a file gets at this till; undefined if it is not imported. */
export function placeArrival(
  transfer: Transfer,
  entry: TransferredEntry,
  how: Import,
): Placement | undefined {
  const { policy, now, takeOver, isOwn, mayHaveCome = false } = how
  const arrival = entryToArrival(transfer, entry, how)
  // A copy is only shown, unless a person takes it over.
  const first =
    transfer.kind === 'hand-over'
      ? placeHandedOver(arrival)
      : takeOver &&
        placeTakenOver(arrival, policy, now, {
          isOwn,
          isUnchanged: isOwn === true || takeOver.unchanged === true,
        })
  const placement = first && mayHaveCome ? notKnown : first
  const isBarred = findObjections(entry, how).length > 0
  return placement && isBarred ? placeByRules(placement, arrival.ticket.doubts > 0) : placement
}

function entryToArrival(transfer: Transfer, entry: TransferredEntry, how: Import): Arrival {
  const { keyHeader: tillHeader } = transfer
  const { state, reason, movedFrom, isBare } = entry
  const ticket = rowToTicket({ ...entry, v: rowFormat, place: 0 })
  return {
    ticket,
    placement: { state, reason },
    former: movedFrom,
    tillHeader,
    isBare,
    leadMs: leadOf(transfer, how),
  }
}

function findObjections(
  entry: TransferredEntry,
  { findObjections = () => [] }: Import,
): readonly FieldFailure[] {
  return findObjections(entry)
}

/** The rows of an imported entry: its own history, then the line of the import, then the exceptions. */
export async function arrivalToRows(
  store: Store,
  transfer: Transfer,
  entry: TransferredEntry,
  placement: Placement,
  how: Import,
  { notes, became }: { notes: readonly HistoryLine[]; became?: readonly (EntryState | undefined)[] },
): Promise<PreparedDraft> {
  const { vault } = store
  const { body: text, reply, history } = entry
  const draft: Draft = {
    ...pickGiven(entry, ['operator', 'key', 'conditions', 'transactionOf', 'replaces']),
    ...pickDraft(entry),
    request: readRequest(entry),
  }
  const rows = await prepareDraft(store, draft, [], text)
  const { dueAt: _, head: __, lines: ___, ...fresh } = rows.entry
  const row = {
    ...fresh,
    ...pickFacts(transfer, entry, how),
    state: placement.state,
    ...(placement.reason && { reason: placement.reason }),
    ...(placement.reason === 'moved' && pickGiven(entry, ['movedFrom'])),
    ...(placement.state === 'queued' && { dueAt: 0 }),
  }
  const lines = [...history.map(toLine), arrivalLine(transfer, entry, how), ...notes]
  const chained = await chainEntry(vault, row, lines, became)
  const sealed = reply && (await vault.seal(labelOf(entry.id, 'reply'), JSON.stringify(reply)))
  return { ...rows, ...chained, body: { ...rows.body, ...(sealed && { reply: sealed }) } }
}

/** The facts of its attempts: as the file has them, unless the entry may have been sent since. */
function pickFacts(transfer: Transfer, entry: TransferredEntry, how: Import) {
  const { attempts, renewals, unknowns, sentAt, waitingSince } = entry
  const leadMs = leadOf(transfer, how)
  const sending =
    transfer.kind === 'hand-over' && !how.mayHaveCome
      ? {
          unknowns,
          ...(sentAt !== undefined && { sentAt: sentBy(sentAt, leadMs) }),
          ...pickGiven(entry, ['doubts', 'keyHeader']),
        }
      : countTakenOver(entryToArrival(transfer, entry, how))
  return {
    attempts,
    renewals,
    ...sending,
    ...(waitingSince !== undefined && { waitingSince: waitingBy(waitingSince, transfer.at, leadMs) }),
    ...pickGiven(entry, ['refusedAt', 'isBare', 'transactionId']),
  }
}

function pickDraft({ id, kind, shop, terminal, createdAt }: TransferredEntry) {
  return { id, kind, shop, terminal, createdAt }
}

function toLine(line: TransferredEntry['history'][number]): HistoryLine {
  const { at, what } = line
  return { at, what, ...pickGiven(line, ['by', 'reason', 'outcome', 'status', 'detail']) }
}

const objectionsShown = 3

/** The line of the import in an entry's history. */
export function arrivalLine(transfer: Transfer, entry: TransferredEntry, how: Import): HistoryLine {
  const { shop, terminal, file, by, reason } = transfer
  const { takeOver, now, mayHaveCome = false } = how
  const objections = findObjections(entry, how)
    .slice(0, objectionsShown)
    .map(({ path, expected, found }) => `${path || 'the body'}: expected ${expected}, found ${found}`)
  const barred = objections.length > 0 ? `; it breaks the till’s rules: ${objections.join('; ')}` : ''
  const unchanged = takeOver?.unchanged === true ? '; unchanged there since' : ''
  const before = mayHaveCome ? '; it may have come in before, in what was lost here' : ''
  return {
    at: now,
    what: 'imported',
    ...pickGiven({ by: takeOver?.by ?? by, reason: takeOver?.reason ?? reason }, ['by', 'reason']),
    detail: `${file} of ${shop}/${terminal}${unchanged}${before}${barred}`,
  }
}

/** The body of an entry of a file; an empty object if it is not JSON of an object. */
export function readRequest({ body }: TransferredEntry): object {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A body that cannot be read has no fields.
    return {}
  }
}
