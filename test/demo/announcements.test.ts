import { expect, it } from 'vitest'
import { countWaiting, describeChange } from '../../src/demo/announcements.js'
import type { TillStatus } from '../../src/index.js'

const now = new Date(2026, 10, 21, 12, 0, 0)
const counts = { queued: 0, sending: 0, settled: 3, parked: 0, voided: 0 }
const calm: TillStatus = {
  reach: 'online',
  pauses: [],
  counts,
  oldestQueuedAt: undefined,
  clockOffsetMs: undefined,
  replay: { running: false, done: 0 },
  storage: { state: 'open' },
  worker: { state: 'active' },
}
const offline: TillStatus = {
  ...calm,
  reach: 'offline',
  pauses: [{ scope: 'service', reason: 'offline', since: now }],
}

it('says nothing of what settles as it should', () => {
  expect(describeChange(calm, { ...calm, counts: { ...counts, settled: 4 } }, now)).toBe('')
  expect(describeChange(calm, { ...calm, counts: { ...counts, queued: 1 } }, now)).toBe('')
})

it('says when the line goes and when it is back', () => {
  expect(describeChange(calm, offline, now)).toBe('The card service cannot be reached.')
  expect(describeChange(offline, offline, now)).toBe('')
  expect(describeChange(offline, calm, now)).toBe('The card service answers.')
})

it('says when something new needs a person', () => {
  const one = { ...calm, counts: { ...counts, parked: 1 } }
  const two = { ...calm, counts: { ...counts, parked: 2 } }
  expect(describeChange(calm, one, now)).toBe('One operation needs a person.')
  expect(describeChange(one, two, now)).toBe('2 operations need a person.')
  expect(describeChange(two, one, now)).toBe('')
})

it('does not take a first reading for news', () => {
  const before = { ...calm, counts: {} }
  expect(describeChange(before, { ...calm, counts: { ...counts, parked: 2 } }, now)).toBe('')
})

it('says when nothing waits any more, if something had waited for long', () => {
  const waitedMs = (ms: number) => ({ ...calm, oldestQueuedAt: new Date(now.getTime() - ms) })
  expect(describeChange(waitedMs(60_000), calm, now)).toBe('Nothing is waiting any more.')
  expect(describeChange(waitedMs(60_000), { ...calm, counts: {} }, now)).toBe('')
  expect(describeChange(waitedMs(60_000), { ...calm, counts: { ...counts, queued: 1 } }, now)).toBe('')
  expect(describeChange(waitedMs(500), calm, now)).toBe('')
})

it('says when the storage is in trouble', () => {
  const troubled: TillStatus = { ...calm, storage: { state: 'open', fault: 'gone' } }
  expect(describeChange(calm, troubled, now)).toBe('This till has trouble with its storage.')
  expect(describeChange(troubled, troubled, now)).toBe('')
})

it('countWaiting knows no number while a part of it is unknown', () => {
  expect(countWaiting({ queued: 2, sending: 1 })).toBe(3)
  expect(countWaiting({ queued: 2 })).toBeUndefined()
})

it('says once what has become of the till’s data', () => {
  const deleted: TillStatus = { ...calm, counts: {}, storage: { state: 'deleted' } }
  expect(describeChange(calm, deleted, now)).toContain('was deleted from the browser')
  expect(describeChange(deleted, deleted, now)).toBe('')
})
