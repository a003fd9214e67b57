import { describe, expect, it } from 'vitest'
import { classify } from '../../src/decide/classify.js'
import { keyLifetimeMs, noteKeyLifetime } from '../../src/decide/key-lifetime.js'
import { withKeyLifetime } from '../../src/decide/policy.js'
import { noSigns, type Signs } from '../../src/domain/signs.js'
import { reply } from '../support/replay.js'

const second = 1_000
const hour = 3_600 * second

/** The signs after answers that tell these lifetimes, in seconds, at these hours. */
function hear(...told: [hours: number, text: string | undefined, status?: number][]): Signs {
  return told.reduce((signs, [hours, text, status = 200]) => {
    const headers = text === undefined ? {} : { 'idempotency-key-lifetime': text }
    return noteKeyLifetime(signs, classify(reply(status, '{}', headers), true), hours * hour)
  }, noSigns)
}

/** How many seconds a key that went at this hour is relied on, where the host says a day. */
function lifetimeAt(hours: number, signs: Signs, hostMs = 24 * hour): number {
  const { key } = withKeyLifetime(
    { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: hostMs } },
    signs,
  )
  return key === undefined ? NaN : keyLifetimeMs(key, hours * hour) / second
}

describe('the lifetime of a key', () => {
  it('is what the host says, until the service tells one', () => {
    expect(lifetimeAt(0, hear())).toBe(86_400)
    expect(lifetimeAt(0, hear([1, undefined]))).toBe(86_400)
  })

  it('is what the service tells, also for keys that went before it was heard', () => {
    expect(lifetimeAt(0, hear([1, '600']))).toBe(600)
    expect(lifetimeAt(2, hear([1, '600']))).toBe(600)
    expect(lifetimeAt(2, hear([1, '0']))).toBe(0)
  })

  it('is never longer than the host says', () => {
    expect(lifetimeAt(2, hear([1, '604800']))).toBe(86_400)
    expect(lifetimeAt(2, hear([1, '604800']), hour)).toBe(3_600)
  })

  it('is told by refusals and failures as well', () => {
    for (const status of [400, 409, 500, 503]) expect(lifetimeAt(2, hear([1, '600', status]))).toBe(600)
  })

  it.each(['', 'a day', '-5', '1.5', '600, 600', '1e3', '9'.repeat(13)])('is not read from %j', (text) => {
    expect(hear([1, text])).toBe(noSigns)
  })

  it('grows shorter for every key at once', () => {
    const signs = hear([1, '7200'], [3, '600'])
    expect([0, 2, 4].map((hours) => lifetimeAt(hours, signs))).toEqual([600, 600, 600])
  })

  it('grows longer for new keys alone', () => {
    const signs = hear([1, '3600'], [1.5, '7200'])
    expect([0, 1.2, 2].map((hours) => lifetimeAt(hours, signs))).toEqual([3_600, 3_600, 7_200])
  })

  it('keeps the shortest that a living key may have been told, through two rises', () => {
    const signs = hear([1, '600'], [1.1, '1200'], [1.2, '3600'])
    expect([1.05, 1.15, 1.3].map((hours) => lifetimeAt(hours, signs))).toEqual([600, 600, 3_600])
    const late = hear([1, '600'], [1.1, '1200'], [9, '3600'])
    expect(lifetimeAt(8.9, late)).toBe(1_200)
  })

  it('stays as it was told where an answer does not tell it', () => {
    expect(lifetimeAt(3, hear([1, '600'], [2, undefined]))).toBe(600)
  })
})
