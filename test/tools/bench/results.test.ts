import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { RowHead } from './figures.js'
import { createResults, readResults } from './results.js'
import { findStore } from '../../drivers/stores.js'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
const file = join(folder, 'bench.json')
const heads: RowHead[] = [
  { title: 'ring up', unit: 'ms' },
  { title: 'open', unit: 'ms' },
]
const facts = { build: 'a', machine: 'a machine', seed: 1 }
const turn = { section: 'keeping', setting: 'sqlite', round: 1 } as const

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
})

/** As a run leaves them that was broken off in its second round. */
function leaveResults(): void {
  const results = createResults(facts, heads)
  results.tables.sqlite.note('ring up', 'counterfoil', 1, 2.5)
  results.tables.leveldb.note('ring up', 'raw', 0, 1)
  results.tables.leveldb.noteCutOff('open', 'tanstack', 'more than a minute')
  results.notePlayed(turn, ['counterfoil'])
  writeFileSync(file, results.toJson())
}

describe('the results of an earlier run', () => {
  it('go on where they ended', () => {
    leaveResults()
    const results = readResults(file, heads)
    const [ringUp] = results?.tables.sqlite.rows ?? []
    expect(ringUp?.figures.get('counterfoil')).toEqual([undefined, 2.5])
    expect(results?.tables.leveldb.rows[1]?.cutOff.get('tanstack')).toBe('more than a minute')
    expect(results?.rounds()).toBe(2)
    expect(results?.isPlayed(turn, ['counterfoil'])).toBe(true)
  })

  it('leave to be played what was not, by whom it was not and where it was not', () => {
    leaveResults()
    const results = readResults(file, heads)
    expect(results?.isPlayed(turn, ['counterfoil', 'raw'])).toBe(false)
    expect(results?.isPlayed({ ...turn, round: 0 }, ['counterfoil'])).toBe(false)
    expect(results?.isPlayed({ ...turn, setting: 'leveldb' }, ['counterfoil'])).toBe(false)
  })

  it('lose a row that the bench no longer has', () => {
    leaveResults()
    const results = readResults(file, [{ title: 'open', unit: 'ms' }])
    expect(results?.tables.sqlite.rows.map(({ figures }) => figures.size)).toEqual([0])
  })

  it('tell the build that they are of', () => {
    leaveResults()
    expect(readResults(file, heads)?.build).toBe('a')
  })

  it('need not be there', () => {
    expect(readResults(file, heads)).toBeUndefined()
  })
})

describe('what a profile’s databases lie in', () => {
  const write = (path: string, content = '') => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const indexed = 'Default/IndexedDB/http_bench.localhost_1'

  it.each([
    ['leveldb', `${indexed}.indexeddb.leveldb/000003.log`, ''],
    ['sqlite', `${indexed}/CT4CLMV3YMW5`, 'SQLite format 3\0'],
    ['firefox', 'storage/default/http+++bench.localhost+1/idb/123raw.sqlite', ''],
    ['webkit', 'data/databases/indexeddb/v1/http_bench.localhost_1/D7439B/IndexedDB.sqlite3', ''],
  ])('is told from its files: %s', (store, path, content) => {
    write(path, content)
    expect(findStore(folder)).toBe(store)
  })

  it('is not guessed where there are none, or others', () => {
    expect(findStore(folder)).toBeUndefined()
    write(`${indexed}/CT4CLMV3YMW5`, 'something else')
    write('Default/Local Storage/leveldb/000003.log')
    expect(findStore(folder)).toBeUndefined()
  })
})
