import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { TillJournal } from '../../src/journal/journal.js'
import type { EntryFilter } from '../../src/journal/views/read.js'
import type { ReceiptFilter } from '../../src/journal/views/receipts.js'
import type { EntryRow, ReceiptRow } from '../../src/journal/store/rows.js'
import { freshName, lenient, openRaw } from '../support/journals.js'
import { createShelf, handOverAll, minuteMs, readTables, ring, sendAll, start } from '../support/lives.js'
import { who } from '../support/lives.js'
import { fullModels, refundOf } from '../support/models.js'

const cards = ['A', 'B', 'C']
const at = (minute: number) => start + minute * minuteMs
const issued = (minute: number) => new Date(at(minute)).toISOString()

const refundAt = (card: string, minute: number, Number = 1) => ({
  ...refundOf(card),
  StoredValueCardReceipt: {
    Total: 10,
    IssueDate: issued(minute),
    SenderData: { Shop: 'S01', Terminal: 'T1', Number },
  },
})

const shelf = createShelf()
afterEach(shelf.closeAll)

/** Forty entries of all states and kinds, amendments between their neighbours, and some from another till. */
async function openFull(): Promise<{ journal: TillJournal; entries: EntryRow[]; receipts: ReceiptRow[] }> {
  const name = freshName()
  const journal = await shelf.openPlain(name)
  for (let index = 0; index < 24; index += 1) {
    const card = cards[index % 3] ?? ''
    await ring(journal, 'refund', refundAt(card, index, index % 5), { createdAt: at(index) })
    if (index % 4 === 0) await ring(journal, 'associate', { Card: card }, { createdAt: at(index) })
    if (index === 8) await sendAll(journal, 'acknowledged')
    if (index === 9) await sendAll(journal, 'silent')
  }
  await importSome(journal)
  const parked = await journal.list({ state: 'parked' })
  for (const { id, kind } of parked) {
    if (kind !== 'refund') continue
    const successor = { id: `better-${id}`, request: refundAt('B', 30, 3), createdAt: at(30) }
    await journal.act(id, { tag: 'amend', ...who, successor }, at(30), undefined, lenient)
  }
  const queued = await journal.list({ state: 'queued', kind: 'associate', limit: 2 })
  for (const { id } of queued) await journal.act(id, { tag: 'void', ...who }, at(31))
  const tables = await readTables(name)
  return {
    journal,
    entries: (tables.entries as unknown as EntryRow[]).sort((left, right) => right.place - left.place),
    receipts: (tables.receipts as unknown as ReceiptRow[]).sort((left, right) => right.n - left.n),
  }
}

async function importSome(journal: TillJournal): Promise<void> {
  const other = await shelf.openPlain()
  for (let index = 0; index < 6; index += 1)
    await ring(other, 'refund', refundAt(cards[index % 2] ?? '', index, 2), { createdAt: at(index) })
  const head = { format: 1, file: freshName(), shop: 'S01', terminal: 'T9', at: at(25) } as const
  const file = await handOverAll(other, head)
  await journal.importTransfer(file, { policy: { replay: {} }, now: at(25), guard: lenient })
}

const moment = fc.integer({ min: -2, max: 33 }).map((minute) => new Date(at(minute)))
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const common = {
  card: maybe(fc.constantFrom(...cards, ' A ', 'nobody')),
  state: maybe(fc.constantFrom('queued', 'parked', 'settled', 'voided', 'sending')),
  since: maybe(moment),
  until: maybe(moment),
} as const
const entryFilter = fc.record({ ...common, kind: maybe(fc.constantFrom('refund', 'associate', 'migrate')) })
const receiptFilter = fc.record({ ...common, number: maybe(fc.integer({ min: 0, max: 6 })) })

const strip = (filter: object) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

const isOfCard = ({ codes }: EntryRow, card?: string) =>
  card === undefined || codes.includes(`card:${card.trim()}`)
const isBetween = (time: number | undefined, { since, until }: EntryFilter) =>
  (since === undefined || (time !== undefined && time >= since.getTime())) &&
  (until === undefined || (time !== undefined && time <= until.getTime()))

/** Turns page after page until one is empty. */
async function turnPages(read: (after?: string) => Promise<{ id: string }[]>): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const page = await read(seen.at(-1))
    if (page.length === 0) return seen
    seen.push(...page.map(({ id }) => id))
    if (seen.length > 200) throw new Error('the pages never end')
  }
}

describe('searching', () => {
  it('finds each entry that is asked for once, newest place first, whatever the page', async () => {
    const { journal, entries } = await openFull()
    expect(new Set(entries.map(({ state }) => state)).size).toBe(4)
    await fc.assert(
      fc.asyncProperty(entryFilter, fc.integer({ min: 1, max: 60 }), async (asked, limit) => {
        const filter = strip(asked) as EntryFilter
        const wanted = entries
          .filter(
            (row) =>
              isOfCard(row, filter.card) &&
              (filter.state === undefined || row.state === filter.state) &&
              (filter.kind === undefined || row.kind === filter.kind) &&
              isBetween(row.createdAt, filter),
          )
          .map(({ id }) => id)
        const found = await journal.list({ ...filter, limit })
        expect(found.map(({ id }) => id)).toEqual(wanted.slice(0, limit))
        const turned = await turnPages((after) =>
          journal.list({ ...filter, limit, ...(after !== undefined && { after }) }),
        )
        expect(turned).toEqual(wanted)
      }),
      { numRuns: 60 },
    )
  })

  it('finds each receipt that is asked for once, whatever the page', async () => {
    const { journal, entries, receipts } = await openFull()
    const entryOf = new Map(entries.map((row) => [row.id, row]))
    await fc.assert(
      fc.asyncProperty(receiptFilter, fc.integer({ min: 1, max: 60 }), async (asked, limit) => {
        const filter = strip(asked) as ReceiptFilter
        const wanted = receipts
          .filter((row) => {
            const entry = entryOf.get(row.id)
            return (
              entry !== undefined &&
              isOfCard(entry, filter.card) &&
              (filter.state === undefined || entry.state === filter.state) &&
              (filter.number === undefined || row.number === filter.number) &&
              isBetween(row.issuedAt, filter)
            )
          })
          .map(({ id }) => id)
        const turned = await turnPages((after) =>
          journal.listReceipts({ ...filter, limit, ...(after !== undefined && { after }) }),
        )
        expect(new Set(turned).size).toBe(turned.length)
        expect([...turned].sort()).toEqual([...wanted].sort())
        const first = await journal.listReceipts({ ...filter, limit })
        expect(first.map(({ id }) => id)).toEqual(turned.slice(0, limit))
        expect(first.every(({ id, entry }) => entry?.id === id)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('shows an amendment in the place of what it corrects', async () => {
    const journal = await shelf.open()
    for (const id of ['one', 'two', 'three']) await ring(journal, 'refund', refundOf(id), { id })
    const successor = { id: 'better', request: refundOf('two'), createdAt: at(9) }
    await journal.act('two', { tag: 'amend', ...who, successor }, at(9))
    expect((await journal.list()).map(({ id }) => id)).toEqual(['three', 'better', 'two', 'one'])
    expect((await journal.list({ after: 'better' })).map(({ id }) => id)).toEqual(['two', 'one'])
    expect((await journal.list({ since: new Date(at(1)) })).map(({ id }) => id)).toEqual(['better'])
  })

  it('gives 50 unless asked, 1,000 at most, and nothing for less than one', async () => {
    const journal = await shelf.open()
    for (let index = 0; index < 60; index += 1) await ring(journal, 'confirmOrder', fullModels.confirmOrder)
    expect(await journal.list()).toHaveLength(50)
    expect(await journal.list({ limit: 5_000 })).toHaveLength(60)
    expect(await journal.list({ limit: -1 })).toEqual([])
    expect(await journal.list({ limit: 2.9 })).toHaveLength(2)
  })

  it('turns its pages past rows that have lost their id, and finds those by their place', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    for (const card of ['A', 'B', 'C', 'D']) await ring(journal, 'refund', refundOf(card))
    await sendAll(journal, 'silent')
    const raw = await openRaw(name)
    const rows = (await raw.table('entries').toArray()) as Partial<EntryRow>[]
    for (const row of rows.slice(0, 2)) delete row.id
    await raw.table('entries').bulkPut(rows)
    raw.close()
    const filter = { state: 'parked', limit: 1 } as const
    const turned = await turnPages((after) =>
      journal.list({ ...filter, ...(after !== undefined && { after }) }),
    )
    expect(turned).toHaveLength(4)
    expect(await journal.find(turned[3] ?? '')).toMatchObject({ id: 'place-1', reason: 'unreadable' })
    expect(await journal.listReceipts(filter)).toHaveLength(1)
    expect(await journal.listReceipts({ state: 'parked' })).toHaveLength(2)
  })

  it('does not begin anew behind an id that is not there', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'own-1' })
    await ring(journal, 'associate', { Card: 'B' }, { id: 'own-2' })
    expect(await journal.list({ after: 'gone' })).toEqual([])
    expect(await journal.listReceipts({ after: 'gone' })).toEqual([])
    expect(await journal.listReceipts({ after: 'gone', state: 'queued' })).toEqual([])
  })
})
