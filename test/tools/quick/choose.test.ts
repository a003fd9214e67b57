import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSources } from '../../support/source.js'
import { listChanges } from './changes.js'
import { chooseTests, type Candidate, type Given } from './choose.js'
import { tellOfRest } from './tell.js'

const file = (path: string, imports: string[] = [], text = '') => ({ path, imports, text })

const sources = [
  file('src/domain/money.ts'),
  file('src/till/ring.ts', ['src/domain/money.ts']),
  file('src/elements/slip.ts', ['src/till/ring.ts']),
  file('test/till/ring.test.ts', ['src/till/ring.ts']),
  file('test/decide/sums.test.ts', ['src/domain/money.ts']),
  file('test/domain/money.test.ts', ['src/domain/money.ts']),
  file('test/elements/slip.browser.test.ts', ['src/elements/slip.ts']),
  file('test/domain/other.test.ts'),
  file('test/e2e/road.test.ts', ['src/till/ring.ts']),
  file('test/docs/pages.test.ts', [], "read('docs/guide.md')"),
  file('test/tidy.test.ts'),
]

function choose(changed: string[], given: Partial<Given> = {}) {
  return chooseTests({ sources, changed, readDuration: () => undefined, longestMs: 15_000, ...given })
}

const paths = (candidates: readonly Candidate[]) => candidates.map(({ path }) => path)

describe('the tests of a change', () => {
  it('are those that reach it, the nearest first, of equally near ones those of the same folder', () => {
    const { chosen, inBrowser, built } = choose(['src/domain/money.ts'])
    expect(paths(chosen)).toEqual([
      'test/domain/money.test.ts',
      'test/decide/sums.test.ts',
      'test/tidy.test.ts',
      'test/till/ring.test.ts',
    ])
    expect(paths(inBrowser)).toEqual(['test/elements/slip.browser.test.ts'])
    expect(built).toEqual(['test/e2e/road.test.ts'])
  })

  it('begin with those that are changed themselves', () => {
    const { chosen } = choose(['src/domain/money.ts', 'test/till/ring.test.ts'])
    expect(paths(chosen)[0]).toBe('test/till/ring.test.ts')
  })

  it('are run in Chromium where nothing in Node is nearer', () => {
    const { chosen, inBrowser } = choose(['src/elements/slip.ts'], {
      sources: sources.filter(({ path }) => path !== 'test/tidy.test.ts'),
    })
    expect(chosen).toEqual([{ path: 'test/elements/slip.browser.test.ts', distance: 1, project: 'browser' }])
    expect(inBrowser).toEqual([])
  })

  it('are the faster ones first, and without those known to be long, unless they are changed', () => {
    const durations: Record<string, number> = {
      'test/domain/money.test.ts': 20_000,
      'test/decide/sums.test.ts': 300,
      'test/tidy.test.ts': 200,
    }
    const readDuration = ({ path }: Candidate) => durations[path]
    const { chosen, long } = choose(['src/domain/money.ts'], { readDuration })
    expect(paths(chosen)).toEqual(['test/tidy.test.ts', 'test/decide/sums.test.ts', 'test/till/ring.test.ts'])
    expect(paths(long)).toEqual(['test/domain/money.test.ts'])
    expect(paths(choose(['test/domain/money.test.ts'], { readDuration }).chosen)).toContain(
      'test/domain/money.test.ts',
    )
  })

  it('are found by a path that they name', () => {
    expect(paths(choose(['docs/guide.md']).chosen)).toEqual(['test/docs/pages.test.ts'])
  })

  it('are said to be missing where nothing reaches a file', () => {
    const { chosen, unreached } = choose(['public/icon.svg', 'src/domain/money.ts'])
    expect(chosen).toHaveLength(4)
    expect(unreached).toEqual(['public/icon.svg'])
  })

  it('of this project are found', () => {
    const own = [...readSources('src'), ...readSources('test')]
    const { chosen } = choose(['src/domain/money.ts'], { sources: own })
    expect(paths(chosen)[0]).toBe('test/domain/money.test.ts')
    expect(chosen.length).toBeGreaterThan(50)
  })
})

it('a run names what it left out, and the command for it', () => {
  const choice = choose(['src/domain/money.ts', 'public/icon.svg'])
  const ended = choice.chosen.slice(0, 1)
  const told = tellOfRest({ choice, ended, changed: ['src/domain/money.ts'], seconds: 45, since: 'main' })
  expect(told).toContain('Not run, for want of time (3): test/decide/sums.test.ts')
  expect(told).toContain('npm run test:quick -- --all --since main')
  expect(told).toContain('Not run, in Chromium (1)')
  expect(told).toContain('No test imports or names (1): public/icon.svg')
})

it('changes are what git sees: edited, staged, new and deleted files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-quick-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: folder })
  git('init', '--quiet')
  for (const name of ['edited', 'same', 'staged', 'deleted']) writeFileSync(join(folder, name), name)
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  writeFileSync(join(folder, 'edited'), 'other')
  writeFileSync(join(folder, 'staged'), 'other')
  git('add', 'staged')
  writeFileSync(join(folder, 'new'), 'new')
  rmSync(join(folder, 'deleted'))
  expect(listChanges('HEAD', folder)).toEqual(['deleted', 'edited', 'new', 'staged'])
  git('add', '.')
  git('commit', '--quiet', '--message', 'second')
  expect(listChanges('HEAD', folder)).toEqual([])
  expect(listChanges('HEAD~1', folder)).toEqual(['deleted', 'edited', 'new', 'staged'])
})
