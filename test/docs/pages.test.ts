import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  findLostLinks,
  findLostNames,
  findLostScripts,
  listHostFiles,
  listLinked,
  listPages,
} from '../support/pages.js'
import { drawStaircase, staircase } from '../support/rooms.js'
import { findUnneeded } from '../tools/surface/tarball.js'

const pages = listPages()
const hostFiles = listHostFiles()
const read = (path: string) => readFileSync(path, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

describe('every page', () => {
  it.each(pages)('%s has links that lead somewhere', (page) => {
    expect(findLostLinks(page, read(page))).toEqual([])
  })

  it.each(pages)('%s names files, folders and scripts that exist', (page) => {
    expect(findLostNames(read(page), hostFiles)).toEqual([])
    expect(findLostScripts(read(page), Object.keys(scripts))).toEqual([])
  })

  const isPacked = (path: string) => findUnneeded([path], []).length === 0
  it.each(pages.filter(isPacked))('%s links only to what is in the package too', (page) => {
    expect(listLinked(page, read(page)).filter((path) => !isPacked(path))).toEqual([])
  })

  it('is in the list', () => {
    expect(pages).toContain('docs/decisions/README.md')
    expect(pages.length).toBeGreaterThan(40)
  })
})

describe('the pages that come first', () => {
  it.each([
    ['README.md', 14_000],
    ['ARCHITECTURE.md', 18_000],
  ])('%s has at most %i bytes', (page, bytesMax) => {
    expect(Buffer.byteLength(read(page))).toBeLessThanOrEqual(bytesMax)
  })

  it('README tells figures of the bench that docs/bench.md has', () => {
    const section = /^## How fast\n([\s\S]*?)^## /m.exec(read('README.md'))?.[1] ?? ''
    const cells = section.split('\n').flatMap((line) => line.split('|').slice(2, 4))
    const figures = cells.flatMap((cell) => /^ (\d[\d.,]*) (ms|a second)/.exec(cell)?.[1] ?? [])
    expect(figures).toHaveLength(8)
    const measured = read('docs/bench.md')
    expect(figures.filter((figure) => !measured.includes(` ${figure} (`))).toEqual([])
  })
})

it('the answers for a data-protection officer name everything that leaves the till, and each address', () => {
  const answers = read('docs/limits-retention-privacy.md').split('## For a data-protection officer')[1] ?? ''
  const answerTo = (question: string) =>
    answers.split('\n').find((line) => line.startsWith(`| ${question}`)) ?? ''
  for (const way of ['export', '`copies.to`', 'telemetry']) expect(answerTo('Where?')).toContain(way)
  for (const address of ['`service.baseUrl`', '`service.probe`', '`copies.to`', 'telemetry'])
    expect(answerTo('Who receives it?')).toContain(address)
})

describe('ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md')

  it('shows the staircase that test/tidy.test.ts enforces', () => {
    expect(text).toContain(`\n\`\`\`\n${drawStaircase()}\n\`\`\`\n`)
  })

  it('says of each room what it holds', () => {
    const told = text.match(/^- (`[\w.]+\/?`(, )?)+:/gm)?.join() ?? ''
    const inside = ['otlp', 'index']
    const rooms = [...staircase.flat(), 'sandbox'].filter((room) => !inside.includes(room))
    expect(rooms.filter((room) => !new RegExp(`\`${room}(/|\\.ts)\``).test(told))).toEqual([])
  })

  it('has at most thirty words of our own', () => {
    const glossary = text.split('\n## Glossary\n')[1] ?? ''
    const words = glossary.match(/^- \*\*/gm) ?? []
    expect(words.length).toBeGreaterThan(20)
    expect(words.length).toBeLessThanOrEqual(30)
  })
})

describe('the checks themselves', () => {
  it('see a file, a folder and a room that are not there', () => {
    const text =
      'In `src/none.ts`, `test/nowhere/`, `journal/none.ts`, `none.test.ts` and `npx vitest run test/none`.'
    const lost = ['src/none.ts', 'test/nowhere/', 'journal/none.ts', 'none.test.ts', 'test/none']
    expect(findLostNames(text, hostFiles)).toEqual(lost)
  })

  it('pass by what is there, what is in a block, and what the reader is told to write', () => {
    const text =
      '`test/tidy.test.ts`, `journal/`, `tidy.test.ts`, `src/your-worker.ts`, `a/b`\n```sh\n`src/none.ts`\n```\n'
    expect(findLostNames(text, hostFiles)).toEqual([])
    expect(hostFiles).toContain('src/your-worker.ts')
  })

  it('see a script and a link that lead nowhere', () => {
    expect(findLostScripts('`npm run none`', Object.keys(scripts))).toEqual(['none'])
    const links = '[a](none.md), [b](../README.md#none), [c](../README.md#how-fast), [d](https://example.org)'
    expect(findLostLinks('docs/README.md', links)).toEqual(['none.md', '../README.md#none'])
  })

  it('see rooms in another order', () => {
    expect(drawStaircase([['a'], ['b', 'c']])).toBe('a ← { b, c }')
    expect(drawStaircase([...staircase].reverse())).not.toBe(drawStaircase())
  })
})
