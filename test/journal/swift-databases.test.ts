import { expect, it } from 'vitest'
import { createSeededRandom } from '../simulation/random.js'
import { library, type RawTree, type TreeRecord } from '../support/swift-databases.js'

const { Index, Tree, compare, own } = library

/** What a row may keep under a name: nothing, what is no key, and keys of each kind. */
const contents: unknown[] = [
  undefined,
  null,
  true,
  {},
  Number.NaN,
  new Date(Number.NaN),
  0,
  'text',
  new Date(5),
  new Uint8Array([1, 2]),
  [],
  ['one', 'two', 'one'],
  ['one', undefined, {}],
  [['one'], 2],
  { b: 'inside' },
  { b: undefined },
]
const rows: unknown[] = [
  {},
  ...contents.flatMap((a) => [{ a }, { b: 1, a }, { name: a }, { length: a }]),
  Object.create({ a: 'inherited' }),
  ...[['listed'], 'text', 7, null, undefined, new Date(5), new Blob(['text'], { type: 'text/plain' })],
]
const paths = [
  '',
  'a',
  'b',
  'a.b',
  'b.a',
  'length',
  'name',
  'size',
  'type',
  ['a'],
  ['a', 'b'],
  ['b', 'a.b', 'a'],
]

it('a row is in an index under the same keys as in the package’s own way', () => {
  const { getIndexKey } = Index.prototype
  let missing = 0
  for (const keyPath of paths) {
    for (const multiEntry of [false, true]) {
      for (const row of rows) {
        const index = { keyPath, multiEntry }
        const expected = own.getIndexKey.call(index, row)
        expect(getIndexKey.call(index, row)).toEqual(expected)
        missing += Number(expected === undefined)
      }
    }
  }
  expect(missing).toBeGreaterThan(500)
})

function* iterate(records: Iterator<TreeRecord>): Generator<TreeRecord> {
  for (let next = records.next(); next.done !== true; next = records.next()) yield next.value
}

it.each([1, 2, 3, 4])('a range holds the same records in the same order, by seed %d', (seed) => {
  const random = createSeededRandom(seed)
  const areKeysUnique = seed % 2 === 0
  const tree = new Tree(areKeysUnique)
  const makeKey = () => (random.isLikely(0.5) ? random.between(0, 30) : [`k${random.between(0, 30)}`, 1])
  const read = (getRecords: typeof own.getRecords, ...asked: Parameters<typeof own.getRecords>) =>
    Array.from(iterate(getRecords.call<RawTree, typeof asked, Iterator<TreeRecord>>(tree, ...asked)))
  let found = 0
  for (let turn = 0; turn < 600; turn += 1) {
    const record = { key: makeKey(), value: random.between(0, 3) }
    if (random.isLikely(0.6)) tree.put(record)
    else tree.delete(record)
    const [lower, upper] = [makeKey(), makeKey()]
      .sort(compare)
      .map((key) => random.pick([key, key, undefined]))
    const range = { lower, upper, lowerOpen: random.isLikely(0.5), upperOpen: random.isLikely(0.5) }
    for (const isDescending of [false, true]) {
      const expected = read(own.getRecords, range, isDescending)
      expect(read(Tree.prototype.getRecords, range, isDescending)).toEqual(expected)
      found += expected.length
    }
  }
  expect(found).toBeGreaterThan(1_000)
})
