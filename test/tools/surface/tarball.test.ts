import { describe, expect, it } from 'vitest'
import { readScripts } from './entries.js'
import { compareTypes, findMapped, findUnneeded, findUnlicensed, findUnpictured } from './tarball.js'

describe('a tarball', () => {
  it('holds what the manifest names, chunks, declarations and pages', () => {
    const fit = [
      'package.json',
      'docs/errors.md',
      'docs/README.md',
      'docs/decisions/001-dependencies.md',
      'docs/openapi.json',
      'dist/lib/shared-day-csv.js',
      'dist/lib/counterfoil-sw.licenses.md',
      'docs/till.png',
      'dist/types/elements/day/day.d.ts',
      ...readScripts(),
    ]
    expect(findUnneeded(fit, readScripts())).toEqual([])
    expect(readScripts()).toContain('dist/lib/counterfoil-sw.js')
  })

  it.each([
    'src/index.ts',
    'dist/lib/index.js.map',
    'docs/api/index.api.md',
    'dist/lib/assets/http-B1.js',
    'dist/demo/index.html',
    'dist/types/index.d.ts.map',
    'test/tidy.test.ts',
    '.npmrc',
  ])('does not hold %s', (path) => {
    expect(findUnneeded([path], readScripts())).toEqual([path])
  })
})

const look =
  (find: typeof findMapped) =>
  (files: Record<string, string>): string[] =>
    find(Object.keys(files), (path) => files[path] ?? '')

it('a script that names a source map is reported, for there is none', () => {
  const find = look(findMapped)
  expect(find({ 'dist/a.js': 'run()' })).toEqual([])
  expect(find({ 'dist/a.js': 'run()\n//# sourceMappingURL=a.js.map' })).toEqual(['dist/a.js'])
})

it('a picture that a page shows and the package lacks is reported', () => {
  const find = look(findUnpictured)
  expect(find({ 'README.md': '![A till](docs/till.png)', 'docs/till.png': '' })).toEqual([])
  expect(find({ 'docs/a.md': 'so: ![A till](till.png)' })).toEqual(['docs/a.md shows docs/till.png'])
})

it('a licence that is missing is reported', () => {
  const read = () => '## ky - 2.1.0 (MIT)'
  expect(findUnlicensed({ 'licenses.md': ['ky'] }, read)).toEqual([])
  expect(findUnlicensed({ 'licenses.md': ['ky', 'dexie'] }, read)).toEqual(['licenses.md lacks dexie'])
})

it('declarations are those that an entry leads to, no more and no fewer', () => {
  const files = ['README.md', 'dist/types/index.d.ts', 'dist/types/old.d.ts']
  expect(compareTypes(files, ['dist/types/index.d.ts', 'dist/types/new.d.ts'])).toEqual([
    'dist/types/old.d.ts is needed by no entry',
    'dist/types/new.d.ts is missing',
  ])
})
