import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { Summary } from '../../src/journal/views/live.js'
import { type EntryRow, type ReceiptRow, receiptsFiled } from '../../src/journal/store/rows.js'
import { freshName, openRaw } from '../support/journals.js'
import { dayMs, lookAtClocks, ring, start } from '../support/lives.js'
import { countReads } from '../support/reads.js'
import { refundOf } from '../support/models.js'
import { plainVault } from '../support/vault.js'

const size = 100_000
const perDay = 500
const batch = 10_000

// All entries share one body’s bytes, whosever label it bears.
const openAnything = {
  ...plainVault,
  open: (label: string, sealed: Uint8Array<ArrayBuffer>) =>
    plainVault.open(new TextDecoder().decode(sealed).split('\n')[0] ?? label, sealed),
}
const openScaled = (name: string) => openJournal(name, { openVault: () => Promise.resolve(openAnything) })

const cardOf = (index: number) => `card:c${index % 2_000}`
const stateOf = (index: number) => {
  if (index % 10 === 0) return 'settled'
  return index % 1_000 === 1 ? 'parked' : 'queued'
}
const atOf = (index: number) => start + Math.floor(index / perDay) * dayMs + index

/** A hundred thousand rows in the form of one that was rung up, and the counts that belong to them. */
async function fill(name: string): Promise<void> {
  const journal = await openScaled(name)
  await ring(journal, 'refund', refundOf('c0', 1), { id: 'e0', createdAt: atOf(0) })
  await journal.begin(start)
  journal.close()
  const raw = await openRaw(name)
  const [entry] = (await raw.table('entries').toArray()) as EntryRow[]
  const [body] = (await raw.table('bodies').toArray()) as object[]
  const [receipt] = (await raw.table('receipts').toArray()) as ReceiptRow[]
  if (!entry || !receipt) throw new Error('nothing was rung up')
  const counts = { queued: 1, sending: 0, settled: 0, parked: 0, voided: 0 }
  for (let from = 1; from < size; from += batch) {
    const indices = Array.from({ length: Math.min(batch, size - from) }, (_, offset) => from + offset)
    for (const index of indices) counts[stateOf(index)] += 1
    const receipts = indices.map((index) => ({
      ...receipt,
      n: index + 1,
      id: `e${index}`,
      number: index,
      issuedAt: atOf(index),
    }))
    await raw.table('entries').bulkAdd(indices.map((index) => createRow(entry, index)))
    await raw.table('receipts').bulkAdd(receipts)
    await raw
      .table('history')
      .bulkAdd(indices.filter((index) => stateOf(index) === 'settled').map(createLine))
    await raw.table('bodies').bulkAdd(indices.slice(-10).map((index) => ({ ...body, id: `e${index}` })))
  }
  await raw
    .table('tallies')
    .put({ name: 'entries', ...counts, amount: String(size - counts.settled), upTo: size })
  await raw.table('settings').put({ name: receiptsFiled, value: size })
  raw.close()
}

function createRow(row: EntryRow, index: number): EntryRow {
  const { lanes: _, dueAt: __, ...facts } = row
  const state = stateOf(index)
  const createdAt = atOf(index)
  const isWaiting = state === 'queued' && index < 2_000
  return {
    ...facts,
    place: index + 1,
    id: `e${index}`,
    kind: index % 100 === 7 ? 'migrate' : 'refund',
    state,
    codes: [cardOf(index)],
    prints: [`print ${index}`],
    createdAt,
    ...(state === 'parked' && { reason: 'unknown' }),
    ...(state === 'settled' ? { endedAt: createdAt, personalSince: createdAt } : { lanes: [cardOf(index)] }),
    ...(isWaiting && { dueAt: 0 }),
  }
}

/** The line that settled an entry. */
function createLine(index: number): object {
  return { v: 2, n: index + 1, id: `e${index}`, at: atOf(index), what: 'attempt', hash: '' }
}

describe('with a hundred thousand entries', () => {
  const name = freshName()
  let journal: TillJournal
  const reads = countReads()
  beforeAll(async () => {
    await fill(name)
    journal = await openScaled(name)
    for (const days of [0, 94]) await lookAtClocks(journal, start + days * dayMs)
  })
  afterAll(() => {
    journal.close()
    reads.stop()
  })

  const day = { since: new Date(start + 50 * dayMs), until: new Date(start + 50 * dayMs + 100_000) }

  it.each<[string, number, () => Promise<unknown>]>([
    ['opening', 20, openAgain],
    ['the newest entries', 200, () => journal.list()],
    ['the next page', 200, () => journal.list({ after: 'e50000' })],
    ['a card’s entries', 200, () => journal.list({ card: 'c77' })],
    ['what needs a person', 200, () => journal.list({ state: 'parked' })],
    ['what is settled', 200, () => journal.list({ state: 'settled' })],
    ['one kind', 200, () => journal.list({ kind: 'migrate' })],
    ['a day’s entries', 300, () => journal.list({ ...day, limit: 50 })],
    ['a receipt by its number', 20, () => journal.listReceipts({ number: 4_711 })],
    ['a card’s receipts', 400, () => journal.listReceipts({ card: 'c77' })],
    ['a day’s receipts', 400, () => journal.listReceipts(day)],
    ['the receipts of what needs a person', 300, () => journal.listReceipts({ state: 'parked' })],
    ['the newest receipts', 200, () => journal.listReceipts()],
    ['the summary', 10, () => readSummary()],
    ['the counts', 5, () => journal.count()],
    ['a run that begins', 300, () => journal.begin(start)],
    ['tidying up', 1_500, () => lookAtClocks(journal, start + 95 * dayMs)],
    [
      'numbering a receipt',
      5,
      () => journal.takeNumber({ sender: 's', shop: 'S', terminal: 'T', takenAt: 0 }),
    ],
  ])('%s reads at most %i rows', async (_, most, act) => {
    reads.reset()
    await act()
    expect(reads.rows()).toBeLessThanOrEqual(most)
    expect(reads.keys()).toBeLessThanOrEqual(1_100)
  })

  it('sees every row that is read', async () => {
    reads.reset()
    expect(await journal.list({ limit: 40 })).toHaveLength(40)
    // The last ten of a batch have a body, and of ten entries one has the line that settled it.
    expect(reads.rows()).toBe(54)
  })

  it('ringing up reads at most a card’s rows, with every limit set', async () => {
    const limits = { perOperation: 100, perCard: 1_000, total: 1e9, count: 1e9, ageHours: 1e9 }
    reads.reset()
    await ring(journal, 'refund', refundOf('c77', 2), { guard: { limits }, id: 'new' })
    // Fifty of the rows are of the card.
    expect(reads.rows()).toBeLessThanOrEqual(100)
    expect(reads.rows()).toBeGreaterThan(0)
  })

  it('a turn that claims reads at most a few hundred rows', async () => {
    const { number: run } = await journal.begin(start)
    reads.reset()
    const { claimed } = await journal.turn({
      policy: { replay: {} },
      run,
      decisions: [],
      slots: 4,
      now: start,
    })
    expect(claimed).toHaveLength(4)
    expect(reads.rows()).toBeLessThanOrEqual(300)
  })

  async function openAgain(): Promise<void> {
    const again = await openScaled(name)
    again.close()
  }

  function readSummary(): Promise<Summary> {
    return new Promise((resolve, reject) => {
      const stop = journal.watchSummary((summary) => {
        resolve(summary)
        queueMicrotask(stop)
      }, reject)
    })
  }
})
