import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classify } from '../../../src/decide/classify.js'
import { isOutcomeUnknown } from '../../../src/decide/outcomes.js'
import type { Outcome } from '../../../src/domain/outcome.js'

const owner = readFileSync('docs/for-the-backend-owner.md', 'utf8')

function answer(status: number, headers: Record<string, string> = {}): Outcome {
  const text = status === 204 ? '' : '{}'
  return classify({ tag: 'reply', status, headers, text, at: 0, credentialsAt: 0 }, true)
}

/** The row of the page's table whose first column tells of a status. */
function findRow(status: string): string {
  const rows = owner.split('\n').filter((line) => /^\| [^`-]/.test(line))
  const row = rows.find((line) => line.split('|')[1]?.includes(status))
  if (row === undefined) throw new Error(`the page says nothing of ${status}`)
  return row
}

describe('what the page for the backend owner says of an answer', () => {
  it.each([
    [200, 'acknowledged', 'settles it'],
    [400, 'rejected', 'parks it for a person'],
    [422, 'rejected', 'parks it for a person'],
    [401, 'unauthorized', 'gets fresh headers'],
    [403, 'unauthorized', 'gets fresh headers'],
    [409, 'conflict', 'asks twice more'],
    [412, 'precondition', 'three times at most'],
    [201, 'unacknowledged', 'parks it as unknown'],
    [202, 'unacknowledged', 'parks it as unknown'],
    [204, 'unacknowledged', 'parks it as unknown'],
    [511, 'not-the-service', 'hotel'],
    [408, 'failed', '**unknown**'],
    [500, 'failed', '**unknown**'],
    [502, 'failed', '**unknown**'],
    [504, 'failed', '**unknown**'],
  ])('%i is what the till takes it for', (status, tag, told) => {
    expect(answer(status).tag).toBe(tag)
    expect(findRow(String(status))).toContain(told)
    expect(isOutcomeUnknown(answer(status))).toBe(/unknown|hotel/.test(told))
  })

  it.each([404, 405, 501])(
    '%i is told by its words, and by whether the endpoint has ever answered',
    (status) => {
      const bare = answer(status)
      expect(bare.tag).toBe('misconfigured')
      expect(findRow('404, 405, 501')).toContain('pauses this endpoint')
      const text = '{"title":"No such card"}'
      const reply = { tag: 'reply', status, headers: {}, text, at: 0, credentialsAt: 0 } as const
      expect(classify(reply, true, { kind: 'refund' }).tag).toBe('rejected')
      expect(findRow('404 with')).toContain('parks it for a person')
      expect(classify({ ...reply, text: '' }, true, { kind: 'refund', isProven: true }).tag).toBe('rejected')
      expect(findRow('404, 405, 501')).toContain('parks it, if the endpoint has answered')
    },
  )

  it('429 and 503 are told by their Retry-After', () => {
    const named = { 'retry-after': '10' }
    for (const status of [429, 503]) expect(isOutcomeUnknown(answer(status, named))).toBe(false)
    expect(findRow('429')).toContain('never comes before that time')
    expect(isOutcomeUnknown(answer(503))).toBe(true)
    expect(findRow('503 without it')).toContain('**unknown**')
  })
})
