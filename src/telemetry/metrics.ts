import type { TillEvent } from '../domain/event.js'
import type { TillStatus } from '../till/status.js'
import { momentToNanos, scope, type Facts, type Resource } from './encode.js'
import { createGauge, createHistogram, createPoint, createSum, type Metric } from './points.js'

/** In seconds: from a quick service to a time-out. */
const attemptBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** In seconds: from at once to the next day. */
const waitBounds = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400]

/** Counts and measures events, and reads the figures for a message. */
export interface Meter {
  note: (event: TillEvent) => void
  read: (resource: Resource, status: TillStatus, lost: number, now: number) => object
}

export function createMeter(startedAt: number): Meter {
  const attempts = new Map<string, { facts: Facts; count: number }>()
  const copies = new Map<string, number>()
  const durations = createHistogram(
    { name: 'counterfoil.attempt.duration', description: 'How long attempts took that went out first.' },
    attemptBounds,
  )
  const waits = createHistogram(
    { name: 'counterfoil.delivery.wait', description: 'How long operations waited until they were settled.' },
    waitBounds,
  )
  return {
    note(event) {
      if (event.type === 'settled') waits.note(event.kind, event.waitedMs)
      if (event.type === 'copy') copies.set(event.state, (copies.get(event.state) ?? 0) + 1)
      if (event.type !== 'attempted') return
      const { kind, outcome, tookMs } = event
      durations.note(kind, tookMs)
      const facts = { 'counterfoil.entry.kind': kind, 'counterfoil.outcome': outcome }
      const key = `${kind} ${outcome}`
      attempts.set(key, { facts, count: (attempts.get(key)?.count ?? 0) + 1 })
    },
    read(resource, status, lost, now) {
      const span = { startTimeUnixNano: momentToNanos(startedAt), timeUnixNano: momentToNanos(now) }
      const metrics = [
        ...statusToGauges(status, now),
        ...createSum(
          { name: 'counterfoil.attempts', unit: '{attempt}', description: 'Attempts by outcome.' },
          [...attempts.values()].map(({ facts, count }) => createPoint(facts, count, span)),
        ),
        ...createSum(
          {
            name: 'counterfoil.telemetry.lost',
            unit: '{event}',
            description: 'Events that the receiver refused.',
          },
          [createPoint({}, lost, span)],
        ),
        ...createSum(
          { name: 'counterfoil.copies', unit: '{copy}', description: 'Copies off the device by state.' },
          [...copies].map(([state, count]) => createPoint({ 'counterfoil.copy.state': state }, count, span)),
        ),
        ...durations.read(span),
        ...waits.read(span),
      ]
      return { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }
    },
  }
}

/** A count that could not be read is left out, never sent as zero. */
function statusToGauges(status: TillStatus, now: number): Metric[] {
  const { counts, oldestQueuedAt, pauses, stalledSince, storage, copies } = status
  const span = { timeUnixNano: momentToNanos(now) }
  const isKnown = counts.queued !== undefined
  const one = (value: number | undefined) => (value === undefined ? [] : [createPoint({}, value, span)])
  const ageMs = oldestQueuedAt ? Math.max(0, now - oldestQueuedAt.getTime()) : 0
  const states = Object.entries(counts) as [string, number | undefined][]
  return [
    ...createGauge(
      { name: 'counterfoil.entries', unit: '{entry}', description: 'Operations by state.' },
      states.flatMap(([state, count]) =>
        count === undefined ? [] : [createPoint({ 'counterfoil.entry.state': state }, count, span)],
      ),
    ),
    ...createGauge(
      { name: 'counterfoil.oldest.age', unit: 's', description: 'How long the oldest has waited.' },
      one(isKnown ? ageMs / 1000 : undefined),
    ),
    ...createGauge(
      { name: 'counterfoil.stalled', unit: '1', description: 'Whether it has waited too long.' },
      one(isKnown ? Number(stalledSince !== undefined) : undefined),
    ),
    ...createGauge(
      { name: 'counterfoil.pauses', unit: '{pause}', description: 'Pauses in force.' },
      pauses.map(({ scope, reason }) =>
        createPoint({ 'counterfoil.pause.scope': scope, 'counterfoil.pause.reason': reason }, 1, span),
      ),
    ),
    ...createGauge(
      { name: 'counterfoil.copy.age', unit: 's', description: 'How old the last copy off the device is.' },
      one(copies?.lastAt && Math.max(0, now - copies.lastAt.getTime()) / 1000),
    ),
    ...createGauge(
      { name: 'counterfoil.storage.usage', unit: 'By', description: 'Room that the origin takes.' },
      one(storage.usageBytes),
    ),
    ...createGauge(
      { name: 'counterfoil.storage.quota', unit: 'By', description: 'Room that the origin may take.' },
      one(storage.quotaBytes),
    ),
  ]
}
