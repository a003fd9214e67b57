import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { classify } from '../../src/decide/classify.js'
import { isOutcomeUnknown } from '../../src/decide/decide.js'
import type { Outcome } from '../../src/domain/outcome.js'

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
    [404, 'misconfigured', 'pauses this endpoint'],
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
    expect(isOutcomeUnknown(answer(status), 0)).toBe(/unknown|hotel/.test(told))
  })

  it('429 and 503 are told by their Retry-After', () => {
    const named = { 'retry-after': '10' }
    for (const status of [429, 503]) expect(isOutcomeUnknown(answer(status, named), 0)).toBe(false)
    expect(findRow('429')).toContain('never comes before that time')
    expect(isOutcomeUnknown(answer(503), 0)).toBe(true)
    expect(findRow('503 without it')).toContain('**unknown**')
  })
})

/** As an anchor of a heading reads. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

describe('links', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  it.each(pages.filter((path) => path.endsWith('.md')))('of %s lead somewhere', (path) => {
    const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const own = links.filter((target) => !/^[a-z]+:/.test(target))
    const lost = own.filter((target) => {
      const [file = '', anchor] = target.split('#')
      const place = file === '' ? path : join(dirname(path), file)
      if (!existsSync(place)) return true
      const headings = readFileSync(place, 'utf8').match(/^#+ .+$/gm) ?? []
      return anchor !== undefined && !headings.some((line) => toAnchor(line.replace(/^#+ /, '')) === anchor)
    })
    expect(lost).toEqual([])
  })
})
