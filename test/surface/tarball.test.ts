import { describe, expect, it } from 'vitest'
import { readScripts } from './entries.js'
import { compareTypes, findStrangers, findUnmapped } from './tarball.js'

describe('a tarball', () => {
  it('holds what the manifest names, chunks, declarations and pages', () => {
    const fit = [
      'package.json',
      'docs/errors.md',
      'docs/openapi.json',
      'dist/lib/shared-day-csv.js.map',
      'dist/types/elements/day/day.d.ts',
      ...readScripts(),
    ]
    expect(findStrangers(fit, readScripts())).toEqual([])
    expect(readScripts()).toContain('dist/lib/counterfoil-sw.js')
  })

  it.each([
    'src/index.ts',
    'docs/till.png',
    'docs/api/index.api.md',
    'dist/lib/assets/http-B1.js',
    'dist/demo/index.html',
    'dist/types/index.d.ts.map',
    'test/tidy.test.ts',
    '.npmrc',
  ])('does not hold %s', (path) => {
    expect(findStrangers([path], readScripts())).toEqual([path])
  })
})

describe('a script', () => {
  const map = (sourcesContent: (string | null)[]) =>
    JSON.stringify({ sources: ['a.ts', 'b.ts'], sourcesContent })
  const look = (files: Record<string, string>) =>
    findUnmapped(Object.keys(files), (path) => files[path] ?? '')
  const code = 'run()\n//# sourceMappingURL=a.js.map'

  it('comes with a map that holds its sources', () => {
    expect(look({ 'dist/a.js': code, 'dist/a.js.map': map(['1', '2']) })).toEqual([])
  })

  it('is named where the map is missing, empty or not referred to', () => {
    expect(look({ 'dist/a.js': code })).toEqual(['dist/a.js'])
    expect(look({ 'dist/a.js': code, 'dist/a.js.map': map(['1', null]) })).toEqual(['dist/a.js'])
    expect(look({ 'dist/a.js': 'run()', 'dist/a.js.map': map(['1', '2']) })).toEqual(['dist/a.js'])
  })
})

it('declarations are those that an entry leads to, no more and no fewer', () => {
  const files = ['README.md', 'dist/types/index.d.ts', 'dist/types/old.d.ts']
  expect(compareTypes(files, ['dist/types/index.d.ts', 'dist/types/new.d.ts'])).toEqual([
    'dist/types/old.d.ts is needed by no entry',
    'dist/types/new.d.ts is missing',
  ])
})
