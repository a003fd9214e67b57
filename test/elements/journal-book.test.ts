import { describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import { createBook } from '../../src/elements/journal/book.js'
import { openQuestion } from '../../src/elements/journal/filter.js'
import { createListSource } from '../../src/elements/journal/source.js'
import type { EntryFilter } from '../../src/journal/views/read.js'
import type { Till } from '../../src/till/till.js'

const entryOf = (id: string, state = 'settled') =>
  ({
    id,
    kind: 'refund',
    state,
    cards: [],
    request: {},
    history: [],
    createdAt: new Date(Number(id)),
  }) as unknown as ListedEntry

/** A till of entries in memory, newest first; the id is the place in line. */
function createTill(size: number) {
  const entries = Array.from({ length: size }, (_, index) => entryOf(String(size - index)))
  const asked: EntryFilter[] = []
  let fault: Error | undefined
  const till = {
    entries: (filter: EntryFilter = {}) => {
      asked.push(filter)
      if (fault) return Promise.reject(fault)
      const isKept = filter.after === undefined || entries.some(({ id }) => id === filter.after)
      const behind = isKept ? Number(filter.after ?? Infinity) : -Infinity
      const found = entries.filter(
        ({ id, state }) => Number(id) < behind && (filter.state === undefined || state === filter.state),
      )
      return Promise.resolve(found.slice(0, filter.limit ?? 50))
    },
    entry: (id: string) => Promise.resolve(entries.find((entry) => entry.id === id)),
  } as unknown as Till
  return {
    till,
    entries,
    asked,
    fail: (error: Error | undefined) => {
      fault = error
    },
  }
}

const open = (till: Till, standing = openQuestion.standing) =>
  createBook(createListSource(till, { ...openQuestion, standing }), () => undefined)

describe('a book', () => {
  it('reads what is in sight and a little ahead, once', async () => {
    const { till, asked } = createTill(5_000)
    const book = open(till)
    await book.show({ from: 0, to: 20 })
    expect(book.progress.ids.length).toBeLessThan(200)
    expect(book.rowOf(19)?.id).toBe('4981')
    const before = asked.length
    await book.show({ from: 5, to: 25 })
    expect(asked.length).toBe(before)
  })

  it('reads on to wherever it is opened, to the end, and keeps few rows', async () => {
    const { till } = createTill(5_000)
    const book = open(till)
    await book.show({ from: 3_000, to: 3_020 })
    expect(book.progress).toMatchObject({ isEnd: false, isBusy: false })
    await book.show({ from: 4_981, to: 5_001 })
    expect(book.progress.isEnd).toBe(true)
    expect(book.progress.ids).toHaveLength(5_000)
    expect(book.rowOf(4_999)?.id).toBe('1')
    expect(book.rowOf(10)).toBeUndefined()
    await book.show({ from: 0, to: 20 })
    expect(book.rowOf(10)?.id).toBe('4990')
  })

  it('takes in what is new, what has changed and what has gone', async () => {
    const { till, entries } = createTill(300)
    const book = open(till)
    await book.show({ from: 100, to: 120 })
    entries.unshift(entryOf('302'), entryOf('301'))
    entries[105] = entryOf(entries[105]?.id ?? '', 'voided')
    entries.splice(110, 1)
    await book.refresh()
    expect(book.progress.ids.slice(0, 3)).toEqual(['302', '301', '300'])
    expect(book.progress.ids.slice(100, 120)).toEqual(entries.slice(100, 120).map(({ id }) => id))
    expect(book.rowOf(105)?.state).toBe('voided')
  })

  it('goes on behind entries that retention has erased, to those that stay', async () => {
    const { till, entries } = createTill(300)
    const book = open(till)
    await book.show({ from: 0, to: 20 })
    const known = book.progress.ids.length
    entries.splice(known - 30, 30)
    await book.show({ from: known - 1, to: known + 20 })
    expect(book.progress.ids.filter((id) => entries.some((entry) => entry.id === id))).toEqual(
      entries.slice(0, book.progress.ids.length - 30).map(({ id }) => id),
    )
    await book.refresh()
    expect(book.progress.ids).toEqual(entries.slice(0, book.progress.ids.length).map(({ id }) => id))
    expect(book.progress.ids.length).toBeGreaterThan(known - 30)
  })

  it('goes on where many have come at once', async () => {
    const { till, entries } = createTill(10)
    const book = open(till)
    await book.show({ from: 0, to: 20 })
    expect(book.progress.isEnd).toBe(true)
    entries.unshift(...Array.from({ length: 9_990 }, (_, index) => entryOf(String(10_000 - index))))
    await book.refresh()
    expect(book.progress.isEnd).toBe(false)
    await book.show({ from: 9_990, to: 10_010 })
    expect(book.progress.ids).toEqual(entries.map(({ id }) => id))
  })

  it('fills an empty list however much comes', async () => {
    const { till, entries } = createTill(0)
    const book = open(till)
    await book.show({ from: 0, to: 20 })
    expect(book.progress).toMatchObject({ isEnd: true, ids: [] })
    entries.push(...createTill(200).entries)
    await book.refresh()
    await book.show({ from: 180, to: 200 })
    expect(book.progress.ids).toHaveLength(200)
  })

  it('says what went wrong, and reads on afterwards', async () => {
    const { till, entries, fail } = createTill(30)
    const book = open(till)
    fail(new Error('gone'))
    await expect(book.show({ from: 0, to: 20 })).rejects.toThrow('gone')
    expect(book.progress).toMatchObject({ isNew: true, isBusy: false })
    fail(undefined)
    await book.show({ from: 0, to: 20 })
    entries.unshift(entryOf('31'))
    fail(new Error('gone again'))
    await expect(book.refresh()).rejects.toThrow('gone again')
    fail(undefined)
    await book.show({ from: 0, to: 20 })
    expect(book.progress.ids[0]).toBe('31')
  })

  it('fits what is being sent in among what waits', async () => {
    const { till, entries } = createTill(500)
    for (const [index, { id }] of entries.entries())
      entries[index] = entryOf(id, [3, 150, 499].includes(index) ? 'sending' : 'queued')
    const book = open(till, 'waiting')
    await book.show({ from: 480, to: 501 })
    expect(book.progress.ids).toEqual(entries.map(({ id }) => id))
    expect(book.rowOf(499)?.state).toBe('sending')
  })

  it('reads no more once it is closed', async () => {
    const { till, asked } = createTill(5_000)
    const book = open(till)
    const reading = book.show({ from: 4_000, to: 4_020 })
    book.close()
    await reading
    expect(asked.length).toBe(1)
  })
})
