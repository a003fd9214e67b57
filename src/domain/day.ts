import { endpointOf, operationKinds } from './endpoints.js'
import type { EntryState, ParkReason } from './entry.js'
import type { OperationKind } from './models.js'
import { addExactly, subtractExactly, type Amount } from './money.js'
import type { UnusedNumber } from './receipt.js'

/** A count, and the exact sum of the receipts as decimal text. */
export interface DayFigure {
  count: number
  amount: string
}

/** The operations that were saved, by what became of them: `captured` is the sum of the other four. */
export interface DayFigures {
  captured: DayFigure
  settled: DayFigure
  /** Queued or being sent. */
  waiting: DayFigure
  /** Needs attention. */
  parked: DayFigure
  voided: DayFigure
}

/** The operations that keep the day from being complete; `undated` is the number without a readable time. */
export interface DayMissing extends DayFigure {
  what: 'queued' | 'sending' | 'undated' | ParkReason
}

/** The figures of the operations saved in a span of time, whenever they were settled. */
export interface DayReport extends DayFigures {
  from: Date
  /** The first moment after the span. */
  to: Date
  /** When the figures were read. */
  at: Date
  /** Whether all operations of the span are settled or voided, and none is deleted; more may follow until it is over. */
  isComplete: boolean
  /** Whether operations of the span were deleted after `retention.settledDays`: the figures are of those that are left. */
  isErased: boolean
  missing: DayMissing[]
  /** The corrections, and by how much they changed the amounts; what they replaced counts as voided. */
  corrections: DayFigure
  /** Settled operations whose row is damaged, as many as were read: they are in no amount, without a time in no count. */
  unsummed: number
  /** The kinds whose receipts are summed; other kinds are only counted. */
  kindsWithAmounts: OperationKind[]
  byKind: (DayFigures & { kind: OperationKind | 'unknown' })[]
  /** Each local hour in which an operation was saved, by its first moment. */
  byHour: (DayFigures & { hour: Date })[]
  /** The parked operations, by reason. */
  reasons: (DayFigure & { reason: ParkReason })[]
  /** Receipt numbers that were taken in the span but not used. */
  unusedNumbers: UnusedNumber[]
}

/** The facts of an entry that the figures need. */
export interface DayEntry {
  kind: OperationKind | 'unknown'
  state: EntryState
  reason?: ParkReason
  /** None if the row is damaged. */
  amount?: number
  /** The amount of the entry that this one replaces; 0 if that had none. */
  replacedAmount?: number
  createdAt: number
}

/** Sums entries one by one, so that a long span is not loaded at once. */
export interface DayCount {
  add: (entry: DayEntry) => void
  /** An entry without a time is in no hour and no sum, only in what is missing, or in what is not summed. */
  addUndated: (entry: Pick<DayEntry, 'state'>) => void
  toReport: (span: DaySpan, unusedNumbers: UnusedNumber[], isErased?: boolean) => DayReport
}

/** A span of time, and the time of the report. */
export interface DaySpan {
  from: Date
  to: Date
  at: Date
}

const figureOfState = {
  queued: 'waiting',
  sending: 'waiting',
  settled: 'settled',
  parked: 'parked',
  voided: 'voided',
} as const

/** Counts entries by kind, by hour, and by what is missing. */
export function createDayCount(): DayCount {
  const whole = noFigures()
  const kinds = new Map<DayEntry['kind'], DayFigures>()
  const hours = new Map<number, DayFigures>()
  const missing = new Map<DayMissing['what'], DayFigure>()
  const corrections = noFigure()
  let unsummed = 0
  return {
    add(entry) {
      const { kind, state, amount, replacedAmount, createdAt } = entry
      for (const figures of [
        whole,
        take(kinds, kind, noFigures),
        take(hours, hourOf(createdAt), noFigures),
      ]) {
        raise(figures.captured, amount)
        raise(figures[figureOfState[state]], amount)
      }
      if (replacedAmount !== undefined) raise(corrections, subtractExactly(amount ?? 0, replacedAmount))
      const what = entryToMissing(entry)
      if (what) raise(take(missing, what, noFigure), amount)
      if (state === 'settled' && entry.reason === 'unreadable') unsummed += 1
    },
    addUndated({ state }) {
      if (state === 'settled') unsummed += 1
      else if (state !== 'voided') raise(take(missing, 'undated', noFigure), undefined)
    },
    toReport: (span, unusedNumbers, isErased = false) => ({
      ...span,
      ...whole,
      isComplete: missing.size === 0 && !isErased,
      isErased,
      missing: listMissing(missing),
      corrections,
      unsummed,
      kindsWithAmounts: operationKinds.filter((kind) => endpointOf(kind).isLimited),
      byKind: [...operationKinds, 'unknown' as const].flatMap((kind) => {
        const figures = kinds.get(kind)
        return figures ? [{ kind, ...figures }] : []
      }),
      byHour: [...hours]
        .sort(([left], [right]) => left - right)
        .map(([hour, figures]) => ({ hour: new Date(hour), ...figures })),
      reasons: listMissing(missing).flatMap(({ what, ...figure }) =>
        isReason(what) ? [{ reason: what, ...figure }] : [],
      ),
      unusedNumbers,
    }),
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The first moment of a local hour; by its offset from UTC, so that a repeated hour counts as two. */
export function hourOf(time: number): number {
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs
  return Math.floor((time - offsetMs) / hourMs) * hourMs + offsetMs
}

function entryToMissing({ state, reason = 'unreadable' }: DayEntry): DayMissing['what'] | undefined {
  switch (state) {
    case 'queued':
    case 'sending':
      return state
    case 'parked':
      return reason
    case 'settled':
    case 'voided':
      return undefined
  }
}

function isReason(what: DayMissing['what']): what is ParkReason {
  return what !== 'queued' && what !== 'sending' && what !== 'undated'
}

function listMissing(missing: ReadonlyMap<DayMissing['what'], DayFigure>): DayMissing[] {
  return [...missing].map(([what, figure]) => ({ what, ...figure }))
}

function take<Key, Value>(values: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = values.get(key) ?? create()
  values.set(key, value)
  return value
}

function raise(figure: DayFigure, amount: Amount | undefined): void {
  figure.count += 1
  if (amount !== undefined) figure.amount = addExactly(figure.amount, amount)
}

function noFigure(): DayFigure {
  return { count: 0, amount: '0' }
}

function noFigures(): DayFigures {
  return {
    captured: noFigure(),
    settled: noFigure(),
    waiting: noFigure(),
    parked: noFigure(),
    voided: noFigure(),
  }
}
