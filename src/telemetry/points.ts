import { factsToAttributes, type Facts, type KeyValue } from './encode.js'

/** Cumulative: a later message includes the counts of an earlier one. */
const cumulative = 2

/** The time of a number, and the start of its counting. */
export interface Span {
  startTimeUnixNano?: string
  timeUnixNano: string
}

export interface NumberPoint extends Span {
  attributes: KeyValue[]
  asInt: string
}

export interface HistogramPoint extends Span {
  attributes: KeyValue[]
  count: string
  sum: number
  bucketCounts: string[]
  explicitBounds: readonly number[]
}

interface Named {
  name: string
  unit: string
  description: string
}

/** An OTLP metric with its points. */
export type Metric = Named &
  (
    | { gauge: { dataPoints: NumberPoint[] } }
    | { sum: { dataPoints: NumberPoint[]; aggregationTemporality: number; isMonotonic: true } }
    | { histogram: { dataPoints: HistogramPoint[]; aggregationTemporality: number } }
  )

export function createPoint(facts: Facts, value: number, span: Span): NumberPoint {
  return { attributes: factsToAttributes(facts), ...span, asInt: String(Math.round(value)) }
}

/** A present value. A value that is unknown has no points, and is not sent. */
export function createGauge(named: Named, dataPoints: NumberPoint[]): Metric[] {
  return dataPoints.length > 0 ? [{ ...named, gauge: { dataPoints } }] : []
}

/** A value that only grows. */
export function createSum(named: Named, dataPoints: NumberPoint[]): Metric[] {
  const sum = { dataPoints, aggregationTemporality: cumulative, isMonotonic: true as const }
  return dataPoints.length > 0 ? [{ ...named, sum }] : []
}

/** Durations by kind. */
export interface Histogram {
  note: (kind: string, ms: number | undefined) => void
  read: (span: Span) => Metric[]
}

interface Row {
  count: number
  seconds: number
  buckets: number[]
}

/** A histogram with bounds in seconds; a value equal to a bound belongs below it. */
export function createHistogram(named: Omit<Named, 'unit'>, bounds: readonly number[]): Histogram {
  const rows = new Map<string, Row>()
  return {
    note(kind, ms) {
      if (ms === undefined) return
      const seconds = ms / 1000
      const row = rows.get(kind) ?? { count: 0, seconds: 0, buckets: [...bounds, Infinity].map(() => 0) }
      const bound = bounds.findIndex((bound) => seconds <= bound)
      const index = bound < 0 ? bounds.length : bound
      row.count += 1
      row.seconds += seconds
      row.buckets[index] = (row.buckets[index] ?? 0) + 1
      rows.set(kind, row)
    },
    read(span) {
      const dataPoints = [...rows].map(([kind, { count, seconds, buckets }]) => ({
        attributes: factsToAttributes({ 'counterfoil.entry.kind': kind }),
        ...span,
        count: String(count),
        sum: seconds,
        bucketCounts: buckets.map(String),
        explicitBounds: bounds,
      }))
      const histogram = { dataPoints, aggregationTemporality: cumulative }
      return dataPoints.length > 0 ? [{ ...named, unit: 's', histogram }] : []
    },
  }
}
