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

  const refund = { kind: 'refund' } as const
  it.each([
    ['{"title":"Card not found"}', 'rejected'],
    ['{"type":"about:blank","title":"Not Found","status":404,"detail":"Card not found"}', 'rejected'],
    ['{"StoredValueCardCodeCollection":[],"Code":17}', 'rejected'],
    ['{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.5","title":"Not Found"}', 'misconfigured'],
    ['{"detail":"Not Found"}', 'misconfigured'],
    ['{"detail":"Cannot PUT /v1.0/svc/refund"}', 'misconfigured'],
    ['{"title":"Not Found","detail":"No static resource v1.0/svc/refund."}', 'misconfigured'],
    ['{"message":"no Route matched with those values"}', 'misconfigured'],
    ['{"title":" "}', 'misconfigured'],
    ['{}', 'misconfigured'],
    ['[]', 'misconfigured'],
    ['null', 'misconfigured'],
    ['"Card not found"', 'misconfigured'],
    ['<h1>Card not found</h1>', 'misconfigured'],
    ['', 'misconfigured'],
  ])('takes a 404 that says %j for %s while nothing shows that the endpoint exists', (text, tag) => {
    expect(classify(reply(404, text), true, refund).tag).toBe(tag)
    expect(classify(reply(404, text), true, { ...refund, isProven: true }).tag).toBe('rejected')
  })

  it.each([
    [200, 'acknowledged'],
    [202, 'unacknowledged'],
    [400, 'rejected'],
    [401, 'rejected'],
    [404, 'rejected'],
    [408, 'failed'],
    [409, 'conflict'],
    [412, 'precondition'],
    [425, 'rejected'],
    [429, 'rejected'],
    [500, 'failed'],
    [501, 'failed'],
    [503, 'failed'],
    [511, 'not-the-service'],
  ])('places a stored %d as %s, which says nothing of how the service is now', (status, tag) => {
    const stored = reply(status, '{}', { 'idempotent-replayed': 'true', 'retry-after': '5' })
    expect(classify(stored, true).tag).toBe(tag)
    if (tag !== 'not-the-service') expect(classify(stored, true)).toHaveProperty('isStored', true)
    expect(classify(reply(status, '{}', { 'idempotent-replayed': 'false' }), true)).not.toHaveProperty(
      'isStored',
    )
  })

  it('takes a 404 that was cut off for one without a word', () => {
    const cut = { ...reply(404, '{"title":"Card not found"}'), isCut: true } as Answer
    expect(classify(cut, true, refund).tag).toBe('misconfigured')
  })

  it('knows an endpoint that exists by 404, 405 and 501 alone', () => {
    for (const status of [401, 408, 429, 500, 503]) {
      const proven = classify(reply(status), true, { ...refund, isProven: true })
      expect(proven.tag).toBe(classify(reply(status), true).tag)
    }
  })

  it('takes 413 with Retry-After for busy', () => {
    expect(classify(reply(413, '', { 'retry-after': '3' }), true).tag).toBe('busy')
    expect(classify(reply(413, '', { 'retry-after': 'soon' }), true).tag).toBe('rejected')
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
