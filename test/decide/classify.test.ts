import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import { classify } from '../../src/decide/classify.js'
import { reply } from '../support/replay.js'

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

  it('passes on what the line has shown', () => {
    const silence = { tag: 'silence', why: 'network', at: 1 } as const
    expect(classify({ ...silence, isAbrupt: true }, true)).toMatchObject({ tag: 'silent', isAbrupt: true })
    expect(classify(silence, true)).not.toHaveProperty('isAbrupt')
    expect(classify({ ...reply(200, '1'), isVeiled: true } as Answer, true)).toHaveProperty('isVeiled', true)
    expect(classify(reply(200, '1'), true)).not.toHaveProperty('isVeiled')
  })

  it('reads problem details, and ignores members of the wrong type', () => {
    const outcome = classify(reply(400, '{"type":"about:blank","title":7,"detail":"Card unknown"}'), true)
    expect(outcome).toMatchObject({ reply: { problem: { type: 'about:blank', detail: 'Card unknown' } } })
    expect(outcome).not.toHaveProperty('reply.problem.title')
  })
})
