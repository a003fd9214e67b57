import { describe, expect, it } from 'vitest'
import { findLine, lineToTone } from '../../src/elements/status/line.js'
import { pauseReasons } from '../../src/domain/outcome.js'
import type { TillStatus } from '../../src/index.js'

const since = new Date(2026, 10, 21, 12)
const calm: TillStatus = {
  reach: 'online',
  pauses: [],
  hints: [],
  counts: { queued: 0, sending: 0, settled: 1, parked: 0, voided: 0 },
  oldestQueuedAt: undefined,
  clockOffsetMs: undefined,
  replay: { running: false, done: 0 },
  storage: { state: 'open' },
  worker: { state: 'active' },
  parts: { state: 'loaded' },
}
const toneOf = (status: TillStatus) => lineToTone(findLine(status), status)

describe('the line is green only while the service takes every operation', () => {
  it('is green when nothing is in the way', () => {
    expect([findLine(calm), toneOf(calm)]).toEqual(['online', 'good'])
  })

  const scopes = ['service', 'refund'] as const
  it.each(scopes.flatMap((scope) => pauseReasons.map((reason) => [scope, reason] as const)))(
    'is not green while sending of %s is paused: %s',
    (scope, reason) => {
      const paused: TillStatus = { ...calm, pauses: [{ scope, reason, since }] }
      expect(findLine(paused)).not.toBe('online')
      expect(toneOf(paused)).not.toBe('good')
    },
  )

  it.each<[string, Partial<TillStatus>, string]>([
    ['a person paused it', { pauses: [{ scope: 'till', reason: 'held', since }] }, 'paused'],
    [
      'the credentials are refused',
      { pauses: [{ scope: 'service', reason: 'unauthorized', since }] },
      'blocked',
    ],
    ['the service asks for time', { pauses: [{ scope: 'service', reason: 'busy', since }] }, 'busy'],
    ['one kind fails', { pauses: [{ scope: 'refund', reason: 'failing', since }] }, 'partly'],
    ['a wrong address is likely', { hints: [{ likely: 'address', kinds: ['refund'], since }] }, 'partly'],
    ['the oldest has waited too long', { stalledSince: since }, 'stalled'],
    ['the line is down', { reach: 'offline' }, 'offline'],
    ['nobody knows yet', { reach: 'unknown' }, 'unknown'],
    ['the journal is lost', { storage: { state: 'lost' } }, 'stopped'],
    ['a newer release has taken over', { storage: { state: 'outdated' } }, 'stopped'],
    ['the journal was deleted', { storage: { state: 'deleted' } }, 'stopped'],
  ])('is not green when %s', (_, facts, line) => {
    const status = { ...calm, ...facts }
    expect(findLine(status)).toBe(line)
    expect(toneOf(status)).not.toBe('good')
  })

  it('stays online but not green while something needs attention, or may', () => {
    for (const counts of [{ ...calm.counts, parked: 1 }, {}]) {
      const status = { ...calm, counts }
      expect([findLine(status), toneOf(status)]).toEqual(['online', 'calm'])
    }
  })

  it('stays online but not green while copies do not leave the device', () => {
    const failing = { since, lastAt: since, times: 2, reason: 'refused', fault: 'status 500' } as const
    const status = { ...calm, copies: { failing } }
    expect([findLine(status), toneOf(status)]).toEqual(['online', 'calm'])
    expect(toneOf({ ...calm, copies: { failing: { ...failing, times: 1 } } })).toBe('good')
    expect(toneOf({ ...calm, copies: { lastAt: since, operations: 3 } })).toBe('good')
  })

  it('stays green while the device is nearly full or headers are hidden: what waits is still sent', () => {
    expect(toneOf({ ...calm, storage: { state: 'low' } })).toBe('good')
    expect(toneOf({ ...calm, hints: [{ likely: 'hidden-headers', since }] })).toBe('good')
  })
})
