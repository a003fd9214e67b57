import { describe, expect, it } from 'vitest'
import { classify } from '../../src/decide/classify.js'
import { decide } from '../../src/decide/decide.js'
import { backoffMs, pauseAfterProbe } from '../../src/decide/schedule.js'
import { reply } from '../support/replay.js'

const ticket = { id: 'e1', kind: 'refund', place: 1, attempts: 0, createdAt: 1 } as const
const become = (answer: Parameters<typeof classify>[0], hasConflicts = true) => {
  const { become } = decide(ticket, classify(answer, hasConflicts), 1_000, 0.5)
  return 'reason' in become ? `${become.state}/${become.reason}` : become.state
}

describe('classify', () => {
  it.each([
    [200, '{"TransactionID":1}', 'acknowledged'],
    [200, 'null', 'acknowledged'],
    [200, '"ok"', 'acknowledged'],
    [200, '', 'not-the-service'],
    [200, '<html>Welcome to Airport WiFi</html>', 'not-the-service'],
    [200, '{"TransactionID":', 'not-the-service'],
    [201, '{}', 'unacknowledged'],
    [202, '{}', 'unacknowledged'],
    [204, '', 'unacknowledged'],
    [299, '{}', 'unacknowledged'],
    [302, '', 'not-the-service'],
    [400, '{}', 'rejected'],
    [401, '', 'unauthorized'],
    [403, '', 'unauthorized'],
    [404, '', 'misconfigured'],
    [405, '', 'misconfigured'],
    [407, '', 'unauthorized'],
    [408, '', 'failed'],
    [409, '{}', 'conflict'],
    [410, '', 'rejected'],
    [412, '{}', 'precondition'],
    [413, '', 'rejected'],
    [418, '', 'rejected'],
    [422, '{}', 'rejected'],
    [425, '', 'busy'],
    [428, '', 'precondition'],
    [429, '', 'busy'],
    [500, '', 'failed'],
    [501, '', 'misconfigured'],
    [502, '', 'failed'],
    [503, '', 'busy'],
    [504, '', 'failed'],
    [511, '', 'not-the-service'],
    [599, '', 'failed'],
    [600, '', 'not-the-service'],
  ])('places %d %j as %s', (status, text, tag) => {
    expect(classify(reply(status, text), true).tag).toBe(tag)
  })

  it('takes 413 with Retry-After for busy', () => {
    expect(classify(reply(413, '', { 'retry-after': '3' }), true).tag).toBe('busy')
  })

  it('knows no conflict where none is on the contract', () => {
    expect(classify(reply(409, '{}'), false).tag).toBe('rejected')
    expect(classify(reply(412, '{}'), false).tag).toBe('rejected')
  })

  it('reads problem details, and ignores members of the wrong type', () => {
    const outcome = classify(reply(400, '{"type":"about:blank","title":7,"detail":"Card unknown"}'), true)
    expect(outcome).toMatchObject({ reply: { problem: { type: 'about:blank', detail: 'Card unknown' } } })
    expect(outcome).not.toHaveProperty('reply.problem.title')
  })
})

describe('decide', () => {
  it.each([
    [reply(200, '{}'), 'settled'],
    [reply(204), 'parked/unknown'],
    [reply(500), 'parked/unknown'],
    [reply(400), 'parked/rejected'],
    [reply(404), 'parked/rejected'],
    [reply(401), 'parked/refused'],
    [reply(409), 'parked/conflict'],
    [reply(412), 'parked/precondition'],
    [{ tag: 'silence', why: 'timeout', at: 1 } as const, 'parked/unknown'],
    [{ tag: 'redirect', at: 1 } as const, 'parked/unknown'],
    [{ tag: 'unsent', why: 'no headers', at: 1 } as const, 'queued'],
  ])('makes of %j: %s', (answer, state) => {
    expect(become(answer)).toBe(state)
  })

  it('counts an attempt unless nothing left the till, and notes each', () => {
    const sent = decide(ticket, classify(reply(500), true), 5, 0.5)
    expect(sent).toMatchObject({
      attempts: 1,
      line: { at: 5, what: 'attempt', outcome: 'failed', status: 500 },
    })
    const unsent = decide(ticket, classify({ tag: 'unsent', why: 'no headers', at: 1 }, true), 5, 0.5)
    expect(unsent).toMatchObject({ attempts: 0, line: { outcome: 'unsent', detail: 'no headers' } })
  })
})

describe('backoff', () => {
  it('stays between a second and a minute, and widens with each failure', () => {
    expect([1, 2, 3, 10, 1_000].map((failures) => backoffMs(failures, 1))).toEqual([
      2_000, 4_000, 8_000, 60_000, 60_000,
    ])
    expect([1, 10, 1_000].map((failures) => backoffMs(failures, 0))).toEqual([1_000, 1_000, 1_000])
  })

  it('remembers since when the line is gone', () => {
    const first = pauseAfterProbe('unreachable', undefined, 100, 0)
    const second = pauseAfterProbe('not-the-service', first, 5_000, 0)
    expect(first).toEqual({ scope: 'service', reason: 'offline', since: 100, until: 1_100, failures: 1 })
    expect(second).toEqual({
      scope: 'service',
      reason: 'not-the-service',
      since: 100,
      until: 6_000,
      failures: 2,
    })
  })
})
