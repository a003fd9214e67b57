import { afterEach, describe, expect, it } from 'vitest'
import { senderKey } from '../../src/domain/receipt.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, lenient, openRaw } from '../support/journals.js'
import { createShelf, minuteMs, readTables, ring, start, tidyUp, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

// Saving files no receipt: that follows for many at once. Nobody must be able to tell.

const sender = { Shop: 'S01', Terminal: 'T1' }
const issued = (minute: number) => new Date(start + minute * minuteMs)
const numbered = (card: string, Number: number) => ({
  ...refundOf(card, Number),
  StoredValueCardReceipt: {
    Total: Number,
    IssueDate: issued(Number).toISOString(),
    SenderData: { ...sender, Number },
  },
})
const take = (journal: TillJournal) =>
  journal.takeNumber({
    sender: senderKey({ SenderData: sender }),
    shop: 'S01',
    terminal: 'T1',
    takenAt: start,
  })

const shelf = createShelf()
afterEach(shelf.closeAll)

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)
const listFiled = async (name: string) =>
  ((await readTables(name)).receipts as unknown as { id: string; n: number }[])
    .sort((left, right) => right.n - left.n)
    .map(({ id }) => id)
const unusedOf = async (journal: TillJournal) =>
  (await journal.listUnusedNumbers()).map(({ number }) => number)

/** A journal whose first receipt is filed, and those of four more are not. */
async function openUnfiled(): Promise<{ name: string; journal: TillJournal }> {
  const name = freshName()
  const journal = await shelf.open(name)
  await ring(journal, 'refund', numbered('A', await take(journal)), { id: 'r1' })
  await journal.begin(start)
  await expect.poll(() => listFiled(name)).toEqual(['r1'])
  for (let index = 2; index <= 5; index += 1)
    await ring(journal, 'refund', numbered(index % 2 === 0 ? 'A' : 'B', await take(journal)), {
      id: `r${index}`,
    })
  expect(await listFiled(name)).toEqual(['r1'])
  return { name, journal }
}

/** All that lists and numbers tell. */
async function tell(journal: TillJournal): Promise<unknown> {
  return {
    all: idsOf(await journal.listReceipts()),
    page: idsOf(await journal.listReceipts({ limit: 2 })),
    next: idsOf(await journal.listReceipts({ limit: 2, after: 'r4' })),
    behindFiled: idsOf(await journal.listReceipts({ after: 'r1' })),
    behindNone: idsOf(await journal.listReceipts({ after: 'nobody' })),
    numbered: await journal.listReceipts({ number: 3 }),
    between: idsOf(await journal.listReceipts({ since: issued(1), until: issued(3) })),
    ofCard: idsOf(await journal.listReceipts({ card: 'A' })),
    waiting: idsOf(await journal.listReceipts({ state: 'queued' })),
    unused: await unusedOf(journal),
    isIntact: (await journal.verify()).isIntact,
  }
}

describe('receipts', () => {
  it('are told alike before and after they are filed', async () => {
    const { name, journal } = await openUnfiled()
    const unfiled = await tell(journal)
    expect(unfiled).toMatchObject({
      all: ['r5', 'r4', 'r3', 'r2', 'r1'],
      page: ['r5', 'r4'],
      next: ['r3', 'r2'],
      behindFiled: [],
      behindNone: [],
      numbered: [{ id: 'r3', number: 3, total: 3, issueDate: issued(3).toISOString() }],
      between: ['r3', 'r2', 'r1'],
      ofCard: ['r4', 'r2', 'r1'],
      unused: [],
      isIntact: true,
    })
    await journal.begin(start)
    expect(await listFiled(name)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1'])
    expect(await tell(journal)).toEqual(unfiled)
  })

  it('are filed once each though it was lost how far they are', async () => {
    const { name, journal } = await openUnfiled()
    const before = await tell(journal)
    const raw = await openRaw(name)
    await raw.table('settings').delete('receiptsFiled')
    raw.close()
    expect(await tell(journal)).toEqual(before)
    await journal.begin(start)
    expect(await listFiled(name)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1'])
    expect(await tell(journal)).toEqual(before)
  })

  it('are filed in the order in which they came, with an amendment among them', async () => {
    const { name, journal } = await openUnfiled()
    const successor = { id: 'better', request: numbered('A', await take(journal)), createdAt: start }
    await journal.act('r2', { tag: 'amend', ...who, successor }, start, undefined, lenient)
    expect(await listFiled(name)).toEqual(['better', 'r5', 'r4', 'r3', 'r2', 'r1'])
    await ring(journal, 'refund', numbered('C', 7), { id: 'r7' })
    // The last in line is amended: its correction lies beyond all that is filed.
    const last = { id: 'last', request: numbered('C', 8), createdAt: start }
    await journal.act('r7', { tag: 'amend', ...who, successor: last }, start, undefined, lenient)
    const all = ['last', 'r7', 'better', 'r5', 'r4', 'r3', 'r2', 'r1']
    expect(idsOf(await journal.listReceipts())).toEqual(all)
    expect(await unusedOf(journal)).toEqual([])
    await journal.begin(start)
    expect(await listFiled(name)).toEqual(all)
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })

  it('whose entry holds another than its body are noticed, filed or not', async () => {
    const { name, journal } = await openUnfiled()
    const alter = async (id: string, total: number) => {
      const raw = await openRaw(name)
      await raw.table('entries').where('id').equals(id).modify({ 'receipt.total': total })
      raw.close()
    }
    await alter('r4', 99)
    const altered = { table: 'receipts', id: 'r4' }
    expect(await journal.verify()).toMatchObject({ isIntact: false, altered })
    await alter('r4', 4)
    await journal.begin(start)
    expect(await journal.verify()).toMatchObject({ isIntact: true })
    await alter('r4', 99)
    expect(await journal.verify()).toMatchObject({ isIntact: false, altered })
  })

  it('with a value that is none in their entry do not hold up the others', async () => {
    const { name, journal } = await openUnfiled()
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals('r3').modify({ receipt: 'none' })
    await raw.table('entries').where('id').equals('r4').modify({ 'receipt.sender': {} })
    raw.close()
    await journal.begin(start)
    expect(await listFiled(name)).toEqual(['r5', 'r2', 'r1'])
    expect(idsOf(await journal.listReceipts())).toEqual(['r5', 'r2', 'r1'])
  })
})

describe('receipt numbers', () => {
  it('are in use as soon as their receipt is saved, and ever after', async () => {
    const { name, journal } = await openUnfiled()
    expect(await take(journal)).toBe(6)
    expect(await unusedOf(journal)).toEqual([6])
    const until = { from: new Date(0), to: new Date(start + 1), at: new Date(start) }
    expect(await journal.readDay(until)).toMatchObject({ unusedNumbers: [{ number: 6 }] })
    await journal.begin(start)
    expect(await unusedOf(journal)).toEqual([6])
    expect((await readTables(name)).numbers).toHaveLength(1)
  })

  it('go on behind the highest that is not filed yet where the counter is lost', async () => {
    const { name, journal } = await openUnfiled()
    await ring(journal, 'refund', numbered('C', 70), { id: 'outside' })
    const raw = await openRaw(name)
    await raw.table('counters').toCollection().modify({ next: 'lost' })
    await raw.table('numbers').clear()
    raw.close()
    expect(await take(journal)).toBe(71)
  })

  it('taken in one tab and saved in another go on in both', async () => {
    const { name, journal } = await openUnfiled()
    const other = await shelf.open(name)
    const number = await take(journal)
    await ring(other, 'refund', numbered('D', number), { id: 'other' })
    await ring(other, 'refund', numbered('D', number + 10), { id: 'outside' })
    expect(await take(journal)).toBe(number + 11)
    expect(await take(other)).toBe(number + 12)
  })

  it('of an entry that is deleted before its receipt is filed do not come back as unused', async () => {
    const { name, journal } = await openUnfiled()
    await journal.act('r5', { tag: 'void', ...who }, start)
    await tidyUp(journal, start)
    await tidyUp(journal, start + 400 * 24 * 60 * minuteMs)
    expect(await journal.find('r5')).toBeUndefined()
    expect(await listFiled(name)).toEqual(['r1'])
    expect(await unusedOf(journal)).toEqual([])
  })
})
