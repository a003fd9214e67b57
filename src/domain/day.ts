import { endpointOf, operationKinds } from './endpoints.js'
import type { EntryState, ParkReason } from './entry.js'
import type { OperationKind } from './models.js'
import { addExactly } from './money.js'
import type { UnusedNumber } from './receipt.js'

/** How many, and what their receipts come to: exact, a decimal as text. */
export interface DayFigure {
  count: number
  amount: string
}

/** What was rung up, and what has become of it: `captured` is the sum of the other four. */
export interface DayFigures {
  captured: DayFigure
  settled: DayFigure
  /** Queued or being sent. */
  waiting: DayFigure
  /** Needs a person. */
  parked: DayFigure
  voided: DayFigure
}

/** What stands between the figures and the end of the day; `undated` is what bears no time that can be read. */
export interface DayMissing extends DayFigure {
  what: 'queued' | 'sending' | 'undated' | ParkReason
}

/** The figures of what was rung up in a span of time, whenever it was settled. */
export interface DayReport extends DayFigures {
  from: Date
  /** The first moment that no longer belongs to it. */
  to: Date
  /** When the figures were read. */
  at: Date
  /** Whether all that was rung up is settled or voided; more may still come while the span is not over. */
  isComplete: boolean
  missing: DayMissing[]
  /** The kinds whose receipts are added up; any other kind is only counted. */
  kindsWithAmounts: OperationKind[]
  byKind: (DayFigures & { kind: OperationKind | 'unknown' })[]
  /** Each local hour in which something was rung up, by the moment it began. */
  byHour: (DayFigures & { hour: Date })[]
  /** What is parked, by reason. */
  reasons: (DayFigure & { reason: ParkReason })[]
  /** Receipt numbers taken in the span and never rung up. */
  unusedNumbers: UnusedNumber[]
}

/** What the figures need to know of an entry. */
export interface DayEntry {
  kind: OperationKind | 'unknown'
  state: EntryState
  reason?: ParkReason
  amount?: number
  createdAt: number
}

/** Adds entries up as they come, so that a long span need not be held at once. */
export interface DayCount {
  add: (entry: DayEntry) => void
  /** What bears no time stands in no hour and no sum, only among what is missing. */
  addUndated: () => void
  toReport: (span: DaySpan, unusedNumbers: UnusedNumber[]) => DayReport
}

/** From a moment up to another, and when it was looked at. */
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
  return {
    add(entry) {
      const { kind, state, amount, createdAt } = entry
      for (const figures of [
        whole,
        take(kinds, kind, noFigures),
        take(hours, hourOf(createdAt), noFigures),
      ]) {
        raise(figures.captured, amount)
        raise(figures[figureOfState[state]], amount)
      }
      const what = entryToMissing(entry)
      if (what) raise(take(missing, what, noFigure), amount)
    },
    addUndated() {
      raise(take(missing, 'undated', noFigure), undefined)
    },
    toReport: (span, unusedNumbers) => ({
      ...span,
      ...whole,
      isComplete: missing.size === 0,
      missing: listMissing(missing),
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

/** When the local hour of a moment began; by its own distance from UTC, so that an hour that comes twice is two. */
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

function raise(figure: DayFigure, amount: number | undefined): void {
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
