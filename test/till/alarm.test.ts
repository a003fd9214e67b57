import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TillEvent } from '../../src/index.js'
import { watchStall } from '../../src/till/alarm.js'
import { follow } from '../../src/till/follow.js'
import { createStatusStore, type OpenStatusStore } from '../../src/till/status.js'
import { createFakeClock, type FakeClock } from '../support/replay.js'

const minute = 60_000
const end = { birth: 'b', position: { n: 0, place: 0 }, sending: [] }
const noNews = { rungUp: [], lines: [], sending: [], position: end.position, isMore: false }
const journal = { readEnd: () => Promise.resolve(end), readNews: () => Promise.resolve(noNews) }

let clock: FakeClock
let status: OpenStatusStore
let events: TillEvent[]
let stopAlarm: () => void

beforeEach(async () => {
  clock = createFakeClock()
  status = createStatusStore({ state: 'starting' })
  waits(0)
  stopAlarm = watchStall(status, clock, 30 * minute)
  events = await listen()
})
afterEach(() => {
  stopAlarm()
})

async function listen(after?: string): Promise<TillEvent[]> {
  const heard: TillEvent[] = []
  follow({ journal, status, clock }, (event) => heard.push(event), after)
  await vi.waitFor(() => {
    expect(heard[0]?.type).toBe('listening')
  })
  return heard
}

function waits(queued: number, oldestQueuedAt?: Date): void {
  status.change({ counts: { queued, sending: 0, settled: 0, parked: 0, voided: 0 }, oldestQueuedAt })
}

/** Time passes as timers see it: none is set for longer than a minute. */
async function pass(minutes: number): Promise<void> {
  for (let count = 0; count < minutes; count += 1) {
    clock.advance(minute)
    await Promise.resolve()
    await Promise.resolve()
  }
}

const types = () => events.map(({ type }) => type)

it('the alarm is raised as the oldest has waited too long, though nothing else happens, and ends as it goes', async () => {
  const oldest = new Date(clock.now())
  waits(3, oldest)
  await pass(29)
  expect(types()).toEqual(['listening'])
  expect(status.value.stalledSince).toBeUndefined()
  await pass(1)
  expect(types()).toEqual(['listening', 'stalled'])
  expect(events.at(-1)).toMatchObject({ oldestQueuedAt: oldest, waiting: 3, at: new Date(clock.now()) })
  const since = status.value.stalledSince
  expect(since).toEqual(new Date(clock.now()))
  await pass(10)
  waits(2, oldest)
  expect(types()).toHaveLength(2)
  waits(1, new Date(clock.now() - minute))
  expect(events.at(-1)).toMatchObject({ type: 'flowing', since })
  expect(status.value.stalledSince).toBeUndefined()
})

it('the alarm ends as nothing waits any more, and not as the journal cannot be read', async () => {
  waits(1, new Date(clock.now() - 31 * minute))
  expect(types()).toEqual(['listening', 'stalled'])
  status.change({ counts: {}, oldestQueuedAt: undefined, pauses: [] })
  await pass(2)
  expect(types()).toEqual(['listening', 'stalled'])
  waits(0)
  expect(types()).toEqual(['listening', 'stalled', 'flowing'])
})

it('a stopped alarm leaves no timer behind', () => {
  waits(1, new Date(clock.now()))
  expect(clock.waits()).toContain(minute)
  stopAlarm()
  expect(clock.waits()).not.toContain(minute)
})

it('a listener hears of storage and worker as they change, and of no fault in words', () => {
  status.change({ worker: { state: 'held-back', detail: 'service.headers' } })
  status.change({ storage: { state: 'open', isPersistent: false } })
  status.change({ storage: { state: 'open', isPersistent: false, usageBytes: 7, quotaBytes: 9 } })
  status.change({ storage: { state: 'low', isPersistent: false, fault: 'QuotaExceededError: secret' } })
  expect(events.slice(1)).toMatchObject([
    { type: 'worker', state: 'held-back' },
    { type: 'storage', state: 'open', isPersistent: false, isFaulty: false },
    { type: 'storage', state: 'low', isPersistent: false, isFaulty: true },
  ])
  expect(JSON.stringify(events)).not.toMatch(/secret|service\.headers/)
})

it('a pause is one for as long as it lasts, and is not over because nobody can read it', () => {
  const since = new Date(clock.now())
  const pause = (until: number) =>
    ({ scope: 'service', reason: 'offline', since, until: new Date(until) }) as const
  status.change({ pauses: [pause(1)] })
  status.change({ pauses: [pause(2)] })
  status.change({ counts: {}, pauses: [] })
  waits(0)
  status.change({ pauses: [pause(3)] })
  status.change({ pauses: [] })
  expect(types()).toEqual(['listening', 'paused', 'resumed', 'paused', 'resumed'])
})

it('what ended while nobody listened is told to whoever goes on from before', async () => {
  const since = new Date(clock.now())
  status.change({ pauses: [{ scope: 'refund', reason: 'failing', since, until: since }] })
  waits(1, new Date(clock.now() - 31 * minute))
  const cursor = events.at(-1)?.cursor
  status.change({ pauses: [] })
  waits(0)
  const heard = await listen(cursor)
  await vi.waitFor(() => {
    expect(heard.map(({ type }) => type)).toEqual(['listening', 'resumed', 'flowing'])
  })
})
