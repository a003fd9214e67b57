import { parkReasons, type ParkReason } from '../domain/entry.js'
import type { TillEvent } from '../domain/event.js'
import type { TillStatus } from '../till/status.js'
import { momentToNanos, scope, type Facts, type Resource } from './encode.js'
import { createGauge, createHistogram, createPoint, createSum, type Metric, type Span } from './points.js'

/** In seconds: from a quick service to a time-out. */
const attemptBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** In seconds: from at once to the next day. */
const waitBounds = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400]

/** What a message of figures is made of, beside the events. */
export interface Figures {
  status: TillStatus
  /** Events that the receiver refused. */
  lost: number
  now: number
  /** Whether the page goes on after this message. */
  isOpen: boolean
  /** Since when the oldest hand-over waits for the word that its file arrived; `none` if none waits. */
  handedOverSince?: Date | 'none' | undefined
}

/** Counts and measures events, and reads the figures for a message. */
export interface Meter {
  note: (event: TillEvent) => void
  read: (resource: Resource, figures: Figures) => object
}

export function createMeter(startedAt: number): Meter {
  const attempts = new Map<string, { facts: Facts; count: number }>()
  // These from zero on: of a count that begins with its first event, a receiver would never see that event come.
  const parked = new Map<ParkReason, number>(parkReasons.map((reason) => [reason, 0]))
  let settled = 0
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
      if (event.type === 'settled') {
        settled += 1
        waits.note(event.kind, event.waitedMs)
      }
      if (event.type === 'parked' && event.reason) countUp(parked, event.reason)
      if (event.type === 'copy') countUp(copies, event.state)
      if (event.type !== 'attempted') return
      const { kind, outcome, tookMs } = event
      durations.note(kind, tookMs)
      const facts = { 'counterfoil.entry.kind': kind, 'counterfoil.outcome': outcome }
      const key = `${kind} ${outcome}`
      attempts.set(key, { facts, count: (attempts.get(key)?.count ?? 0) + 1 })
    },
    read(resource, figures) {
      const { lost, now } = figures
      const span = { startTimeUnixNano: momentToNanos(startedAt), timeUnixNano: momentToNanos(now) }
      const metrics = [
        ...statusToGauges(figures),
        ...storageToGauges(figures),
        ...createSum(
          { name: 'counterfoil.attempts', unit: '{attempt}', description: 'Attempts by outcome.' },
          [...attempts.values()].map(({ facts, count }) => createPoint(facts, count, span)),
        ),
        ...createSum(settledSum, [createPoint({}, settled, span)]),
        ...createSum(
          { name: 'counterfoil.parked', unit: '{entry}', description: 'Operations that needed attention.' },
          [...parked].map(([reason, count]) =>
            createPoint({ 'counterfoil.entry.reason': reason }, count, span),
          ),
        ),
        ...createSum(lostSum, [createPoint({}, lost, span)]),
        ...copiesToSum(copies, span),
        ...durations.read(span),
        ...waits.read(span),
      ]
      return { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }
    },
  }
}

function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const settledSum = {
  name: 'counterfoil.settled',
  unit: '{entry}',
  description: 'Operations that were settled.',
}
const lostSum = {
  name: 'counterfoil.telemetry.lost',
  unit: '{event}',
  description: 'Events that the receiver refused.',
}

function copiesToSum(copies: ReadonlyMap<string, number>, span: Span): Metric[] {
  return createSum(
    { name: 'counterfoil.copies', unit: '{copy}', description: 'Copies off the device by state.' },
    [...copies].map(([state, count]) => createPoint({ 'counterfoil.copy.state': state }, count, span)),
  )
}

const createOne = (value: number | undefined, span: Span) =>
  value === undefined ? [] : [createPoint({}, value, span)]

const findAge = (since: Date, now: number) => Math.max(0, now - since.getTime()) / 1000

/** A count that could not be read is left out, never sent as zero. */
function statusToGauges({ status, now, isOpen, handedOverSince }: Figures): Metric[] {
  const { counts, oldestQueuedAt, pauses, stalledSince, clockOffsetMs } = status
  const span = { timeUnixNano: momentToNanos(now) }
  const one = (value: number | undefined) => createOne(value, span)
  const isKnown = counts.queued !== undefined
  const age = oldestQueuedAt ? findAge(oldestQueuedAt, now) : 0
  const handOverAge = handedOverSince instanceof Date ? findAge(handedOverSince, now) : 0
  const states = Object.entries(counts) as [string, number | undefined][]
  return [
    ...createGauge(
      { name: 'counterfoil.open', unit: '{page}', description: 'Whether the page that sends stays open.' },
      one(Number(isOpen)),
    ),
    ...createGauge(
      { name: 'counterfoil.entries', unit: '{entry}', description: 'Operations by state.' },
      states.flatMap(([state, count]) =>
        count === undefined ? [] : [createPoint({ 'counterfoil.entry.state': state }, count, span)],
      ),
    ),
    ...createGauge(
      { name: 'counterfoil.oldest.age', unit: 's', description: 'How long the oldest has waited.' },
      one(isKnown ? age : undefined),
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
      { name: 'counterfoil.clock.offset', unit: 's', description: 'How far the service’s clock is ahead.' },
      one(clockOffsetMs === undefined ? undefined : clockOffsetMs / 1000),
    ),
    ...createGauge(
      { name: 'counterfoil.hand_over.age', unit: 's', description: 'How long a hand-over is unconfirmed.' },
      one(handedOverSince === undefined ? undefined : handOverAge),
    ),
  ]
}

function storageToGauges({ status: { counts, storage, copies }, now }: Figures): Metric[] {
  const span = { timeUnixNano: momentToNanos(now) }
  const one = (value: number | undefined) => createOne(value, span)
  const { state, losses = [], isPersistent, usageBytes, quotaBytes } = storage
  // A till that has read nothing yet says `open` too.
  const isKnown = counts.queued !== undefined || state !== 'open'
  const missing = losses.reduce((sum, loss) => sum + loss.missing, 0)
  return [
    ...createGauge(
      { name: 'counterfoil.storage.state', unit: '{state}', description: 'The state of the data.' },
      isKnown ? [createPoint({ 'counterfoil.storage.state': state }, 1, span)] : [],
    ),
    ...createGauge(
      { name: 'counterfoil.storage.missing', unit: '{entry}', description: 'What the browser has lost.' },
      one(isKnown ? missing : undefined),
    ),
    ...createGauge(
      { name: 'counterfoil.storage.persistent', unit: '{promise}', description: 'Whether it will be kept.' },
      one(isPersistent === undefined ? undefined : Number(isPersistent)),
    ),
    ...createGauge(
      { name: 'counterfoil.storage.usage', unit: 'By', description: 'Room that the origin takes.' },
      one(usageBytes),
    ),
    ...createGauge(
      { name: 'counterfoil.copy.age', unit: 's', description: 'How old the last copy off the device is.' },
      one(copies?.lastAt && findAge(copies.lastAt, now)),
    ),
    ...createGauge(
      { name: 'counterfoil.storage.quota', unit: 'By', description: 'Room that the origin may take.' },
      one(quotaBytes),
    ),
  ]
}
