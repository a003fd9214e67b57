import type { EntryState, ParkReason } from '../domain/entry.js'
import { pickGiven } from '../domain/given.js'
import { isSameHeader } from '../domain/headers.js'
import type { Ticket } from '../domain/ticket.js'
import type { Decision, HistoryLine, Successor } from './decision.js'
import { isRecognised, type Policy } from './policy.js'
import { minute } from './schedule.js'

/** How an entry stands. */
export interface Placement {
  state: EntryState
  reason?: ParkReason | undefined
}

/** Who does it, and why. */
export interface Verdict {
  by: string
  reason: string
}

/** How an entry stands once another till has it. */
export const moved = { state: 'parked', reason: 'moved' } as const

/** How an entry stands that may have been applied. */
export const notKnown = { state: 'parked', reason: 'unknown' } as const

/** Decides that an entry goes to another till in a file. */
export function decideHandOver(
  ticket: Ticket,
  { file, at, to }: { file: string; at: number; to?: string | undefined },
  { by, reason }: Verdict,
): Decision {
  const detail = to === undefined ? file : `${file} to ${to}`
  return {
    ticket,
    nextState: { ...moved, file },
    facts: {},
    line: { at, what: 'handed-over', by, reason, detail },
  }
}

/** An entry as it comes in a file. */
export interface Arrival {
  ticket: Ticket
  placement: Placement
  /** How it stood before it was handed over. */
  former?: Placement | undefined
  /** The key header of the till that wrote the file. */
  tillHeader?: string | undefined
  /** Its secrets are not in the file: it cannot be sent as it is. */
  isBare?: boolean | undefined
  /** How far that till's clock is ahead of the one here. */
  leadMs?: number | undefined
}

/** How far the clock of a till is ahead of the one here, by what both know of the service's and by its file's time. */
export function leadOf(file: FileClock, here: { now: number; clockOffsetMs?: number | undefined }): number {
  // A clock of which nothing is known counts as right.
  const { at, clockOffsetMs: theirs = 0 } = file
  const { now, clockOffsetMs: ours = 0 } = here
  return Math.max(ours - theirs, at - now)
}

interface FileClock {
  at: number
  /** How far the service's clock is ahead of that till's, where a reply has shown it. */
  clockOffsetMs?: number | undefined
}

/** A clock that is off by less than a minute says nothing of it, here and there. */
const clocksMs = 2 * minute

/** Whether a file may have come in before, in what was lost here: it was made before that was last seen. */
export function mayHaveCome(
  file: FileClock,
  here: { now: number; clockOffsetMs?: number | undefined },
  lostUntil: number,
): boolean {
  return file.at - leadOf(file, here) <= lostUntil + clocksMs
}

/** When an entry first went, by the clock here: its key may be older than the time says, and is never younger. */
export function sentBy(sentAt: number, leadMs = 0): number {
  return Math.max(0, sentAt - Math.max(0, leadMs))
}

/** Since when an entry has waited, by the clock here: since its file was made at the latest. */
export function waitingBy(waitingSince: number, fileAt: number, leadMs: number): number {
  return Math.max(0, Math.min(waitingSince, fileAt) - leadMs)
}

/** A till does not send what it has handed over: here it goes on as it stood there. */
export function placeHandedOver({ placement, former }: Arrival): Placement | undefined {
  if (placement.reason !== 'moved' || !former) return undefined
  if (former.state === 'queued') return { state: 'queued' }
  // A till hands over no other state: a person looks at a file that tells one.
  const { reason = 'unknown' } = former.state === 'parked' ? former : {}
  return { state: 'parked', reason: reason === 'moved' ? 'unknown' : reason }
}

/** What is known of the copy of a dead till. */
export interface CopyFacts {
  /** The till brings its own entries back. */
  isOwn?: boolean | undefined
  /** Nothing was corrected or voided there after the copy. */
  isUnchanged: boolean
}

/**
 * A dead till may have sent an entry after it was copied, or a correction in its place, which no key recognises. What
 * it had handed over is with another till; where the till brings its own entries back, it stands as handed over again.
 */
export function placeTakenOver(
  arrival: Arrival,
  policy: Policy,
  now: number,
  { isOwn = false, isUnchanged }: CopyFacts,
): Placement | undefined {
  const { ticket, placement } = arrival
  if (placement.reason === moved.reason) return isOwn ? moved : undefined
  const sending = countTakenOver(arrival)
  const isWaiting = placement.state === 'queued' || placement.state === 'sending'
  // Under another header the service would not recognise the key.
  return isWaiting &&
    isUnchanged &&
    arrival.isBare !== true &&
    isSameHeader(sending.keyHeader, policy.key?.header) &&
    isRecognised({ ...ticket, ...sending }, policy, now)
    ? { state: 'queued' }
    : notKnown
}

/** The facts of an entry's sendings. */
export type SendingFacts = Pick<Ticket, 'unknowns' | 'doubts' | 'keyHeader'> & { sentAt: number }

/** The dead till may have sent an entry once more after the copy, under its own header: one more attempt is unknown. */
export function countTakenOver({ ticket, tillHeader, leadMs }: Arrival): SendingFacts {
  const { unknowns, doubts, sentAt, createdAt, key } = ticket
  const isUnsent = sentAt === undefined && key !== undefined
  // What went under another header before is recognised under neither.
  const keyHeader = isUnsent || isSameHeader(ticket.keyHeader, tillHeader) ? tillHeader : undefined
  return {
    unknowns: unknowns + 1,
    doubts: doubts + 1,
    // It was not sent before it was entered.
    sentAt: sentBy(sentAt ?? createdAt, leadMs),
    ...(keyHeader !== undefined && { keyHeader }),
  }
}

/** An entry that breaks this till's rules waits for a person, who amends or voids it. */
export function placeByRules(placement: Placement, isDoubtful: boolean): Placement {
  if (placement.state === 'parked') return placement
  return { state: 'parked', reason: isDoubtful ? 'unknown' : 'invalid' }
}

/** Whether an entry that this till handed over in one file comes back in another file: handed over, or taken over. */
export function isReturned(
  { file }: { file: string },
  {
    reason,
    movedFrom,
  }: { reason?: ParkReason | undefined; movedFrom?: { file?: string | undefined } | undefined },
): boolean {
  return reason === moved.reason && movedFrom?.file !== file
}

/** Ends an entry that another till has corrected, so that it cannot be taken back: its correction takes its place. */
export function decideCorrected(
  ticket: Ticket,
  successor: Successor,
  { at, by, reason, detail }: Pick<HistoryLine, 'at' | 'reason' | 'detail'> & { by: string },
): Decision {
  return {
    ticket,
    nextState: { state: 'voided', successor },
    facts: {},
    line: { at, what: 'amend', by, ...pickGiven({ reason, detail }, ['reason', 'detail']) },
  }
}

/**
 * Whether the entry here whose id an arriving update names is another operation with the same id: it was neither
 * imported nor handed over here, and was saved at another till or after the update. A correction is saved later than
 * an update may be that waits for it.
 */
export function isForeignReference(
  update: Pick<Sale, 'shop' | 'terminal' | 'createdAt'>,
  here: Pick<Sale, 'shop' | 'terminal' | 'createdAt'> & { replaces?: string | undefined },
  hasTravelled: boolean,
): boolean {
  const isSameTill = here.shop === update.shop && here.terminal === update.terminal
  const isLater = here.replaces === undefined && here.createdAt > update.createdAt
  return !hasTravelled && (!isSameTill || isLater)
}

interface Sale {
  kind: string
  shop: string
  terminal: string
  createdAt: number
}

/** Two tills may use the same id for different operations: these were saved at the same till at the same moment. */
export function isSameSale(one: Sale, other: Sale): boolean {
  const facts = ['kind', 'shop', 'terminal', 'createdAt'] as const
  return facts.every((fact) => one[fact] === other[fact])
}

type Line = { [Fact in keyof HistoryLine]: HistoryLine[Fact] | undefined }

/** Whether a history that comes in a file goes on from the one here. */
export function continues(arrived: readonly Line[], here: readonly Line[]): boolean {
  const facts = ['at', 'what', 'by', 'reason', 'outcome', 'status', 'detail'] as const
  return here.every((line, index) => facts.every((fact) => line[fact] === arrived[index]?.[fact]))
}
