import { expect } from 'vitest'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { ring, start, type Shelf } from '../support/lives.js'
import { refundOf } from '../support/models.js'

/** A row as it lies on disk. */
export type Row = Record<string, unknown>

/** Alters one row behind the till's back. */
export async function alter(
  name: string,
  table: string,
  key: string | number,
  change: (row: Row) => Row,
): Promise<void> {
  const raw = await openRaw(name)
  const row = (await raw.table(table).get(key)) as Row | undefined
  await raw.table(table).put(change(row ?? {}))
  raw.close()
}

/** A journal in which one operation is to be damaged, and another is not. */
export async function openWithTwo(shelf: Shelf) {
  const name = freshName()
  const journal = await shelf.open(name)
  const damaged = await ring(journal, 'refund', refundOf('1'), { id: 'damaged', conditions: 'latest' })
  const other = await ring(journal, 'refund', refundOf('2'), { id: 'other' })
  return { name, journal, damaged, other }
}

/** All that a page asks of a journal. */
export async function readEverything(journal: TillJournal): Promise<void> {
  const span = { from: new Date(0), to: new Date(start * 2), at: new Date(start) }
  const told: unknown[] = []
  const stop = journal.watchSummary(
    (summary) => told.push(summary),
    (error) => told.push(error),
  )
  await expect.poll(() => told.length).toBeGreaterThan(0)
  stop()
  expect(told.filter((one) => one instanceof Error)).toEqual([])
  const listed = [
    ...(await journal.list({ limit: 1_000 })),
    ...(await journal.list({ state: 'parked' })),
    ...(await journal.list({ since: new Date(0) })),
  ]
  for (const { createdAt, history } of listed) {
    for (const at of [createdAt, ...history.map((item) => item.at)]) at?.toISOString()
  }
  await journal.listReceipts()
  await journal.listUnusedNumbers()
  await journal.readDay(span)
  await journal.count()
  await journal.verify()
  await journal.copyUnsettled({ file: 'f', kind: 'copy', shop: 'S', terminal: 'T', at: 1 })
  await journal.tidy({ settledDays: 90, personalDays: 30 }, start)
}

function nest(depth: number): unknown {
  let inner: unknown = 0
  for (let level = 0; level < depth; level += 1) inner = [inner]
  return inner
}

function createCircle(): Row {
  const circle: Row = {}
  circle.self = circle
  return circle
}

/** What a field may turn out to be that was altered, or written by nobody knows whom. */
export const nonsense: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['NaN', NaN],
  ['infinite', Infinity],
  ['far below zero', -1e300],
  ['beyond any date', 1e16],
  ['a text', 'x'],
  ['an empty list', []],
  ['a list of nonsense', [NaN, {}, null]],
  ['an object that cannot be written as text', { toString: 1, valueOf: 1 }],
  ['a circle', createCircle()],
  ['nested without end', nest(300)],
  ['a date that is none', new Date(NaN)],
  ['bytes', new Uint8Array(3)],
  ['long', 'x'.repeat(1_000_000)],
]
