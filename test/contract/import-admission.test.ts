import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Guard } from '../../src/journal/queue/admit.js'
import type { Import } from '../../src/journal/transfer/arrival.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { freshName, openRaw } from '../support/journals.js'
import { claimAll, conclude, createShelf, handOverAll, hourMs, outcomes } from '../support/lives.js'
import { readTables, ring, sendAll, start, vouched, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { statesOf } from '../support/waiting.js'

const key = { header: 'Idempotency-Key', lifetimeMs: 24 * hourMs }
const head = () => ({ file: freshName(), shop: 'S01', terminal: 'T1', at: start })
/** As it comes out of a file. */
const travel = (transfer: Transfer) => JSON.parse(JSON.stringify(transfer)) as Transfer
const handOver = async (journal: TillJournal) => travel(await handOverAll(journal, head()))
const by = (guard: Guard): Import => ({ policy: { replay: {} }, now: start, guard })
const strict: Guard = { limits: {} }

const shelf = createShelf()
afterEach(shelf.closeAll)

async function openWith(...refunds: [id: string, card: string, total: number][]): Promise<TillJournal> {
  const journal = await shelf.open()
  for (const [id, card, total] of refunds) await ring(journal, 'refund', refundOf(card, total), { id })
  return journal
}

describe('a file', () => {
  it('that would pass a limit is refused whole, until a named person lets it pass, on record', async () => {
    const file = await handOver(await openWith(['small', 'A', 4], ['large', 'B', 6]))
    const name = freshName()
    const other = await shelf.open(name)
    const before = await readTables(name)
    const limits = { perOperation: 5 }
    const refused = await other.importTransfer(file, by({ limits })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'limit-reached', limit: 'perOperation', max: 5, found: 6 })
    expect(String(refused)).toContain('refund large of the file')
    expect(await readTables(name)).toEqual(before)
    await other.importTransfer(file, by({ limits, override: who }))
    expect((await other.find('large'))?.history.at(-1)).toMatchObject({ what: 'limit-overridden', ...who })
    expect((await other.find('small'))?.history.at(-1)).toMatchObject({ what: 'imported' })
    expect(await other.verify()).toMatchObject({ isIntact: true, entries: 2 })
  })

  it('of many small ones adds up against the limits, with what is here', async () => {
    const file = await handOver(await openWith(['one', 'A', 4], ['two', 'B', 4]))
    const other = await openWith(['own', 'C', 4])
    const refused = { code: 'limit-reached', limit: 'total', found: 12 }
    await expect(other.importTransfer(file, by({ limits: { total: 11 } }))).rejects.toMatchObject(refused)
    expect(await statesOf(other)).toEqual({ own: 'queued' })
    expect(await other.importTransfer(file, by({ limits: { total: 12 } }))).toMatchObject({ imported: 2 })
  })

  it('with a refund like one that is here is refused whole, until a named person allows it', async () => {
    const file = await handOver(await openWith(['theirs', 'A', 4], ['other', 'B', 1]))
    const other = await openWith(['ours', 'A', 4])
    const refused = await other.importTransfer(file, by(strict)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'duplicate', id: 'ours' })
    expect(String(refused)).toContain('at refund theirs of the file. It looks like ours')
    expect(await statesOf(other)).toEqual({ ours: 'queued' })
    await other.importTransfer(file, by({ ...strict, allowDuplicate: who }))
    expect((await other.find('theirs'))?.history.at(-1)).toMatchObject({
      what: 'duplicate-allowed',
      ...who,
      detail: 'ours',
    })
  })

  it('with the same refund twice in it is refused, unless a person allowed it where it was rung up', async () => {
    const journal = await openWith(['one', 'A', 4], ['two', 'A', 4])
    const file = await handOver(journal)
    expect(await (await shelf.open()).importTransfer(file, by(strict))).toMatchObject({ imported: 2 })
    for (const entry of file.entries) entry.history = entry.history.filter(({ what }) => what === 'rung-up')
    const refused = { code: 'duplicate', id: 'one' }
    await expect((await shelf.open()).importTransfer(file, by(strict))).rejects.toMatchObject(refused)
  })

  it('that needs both words gets both on record, each once', async () => {
    const file = await handOver(await openWith(['theirs', 'A', 6]))
    const other = await openWith(['ours', 'A', 6])
    await other.importTransfer(file, by({ limits: { total: 5 }, override: who, allowDuplicate: who }))
    const history = (await other.find('theirs'))?.history ?? []
    expect(history.slice(-3).map(({ what }) => what)).toEqual([
      'imported',
      'duplicate-allowed',
      'limit-overridden',
    ])
  })

  it('brings back what was rung up here without asking again', async () => {
    const journal = await openWith(['one', 'A', 9])
    const other = await shelf.open()
    await other.importTransfer(await handOver(journal), by(strict))
    const back = await handOver(other)
    expect(await journal.importTransfer(back, by({ limits: { perOperation: 1 } }))).toMatchObject({
      imported: 1,
    })
    expect(await statesOf(journal)).toEqual({ one: 'queued' })
  })

  it.each([
    [
      'another amount',
      (entry: Transfer['entries'][number]) => (entry.body = JSON.stringify(refundOf('A', 999))),
    ],
    ['another key', (entry: Transfer['entries'][number]) => (entry.key = 'another')],
  ])('does not bring back what was rung up here with %s', async (_, change) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A', 9), { id: 'one', key: 'key-1' })
    const other = await shelf.open()
    await other.importTransfer(await handOver(journal), by(strict))
    const back = await handOver(other)
    for (const entry of back.entries) change(entry)
    const before = await readTables(name)
    expect(await journal.importTransfer(back, by(strict))).toMatchObject({ imported: 0, clashing: ['one'] })
    expect(await readTables(name)).toEqual(before)
  })

  it('brings back an update whose transaction was named at the other till', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A', 9), { id: 'one' })
    await ring(journal, 'updateReceipt', { CardCode: 'B' }, { id: 'update', transactionOf: 'one' })
    const other = await shelf.open()
    await other.importTransfer(await handOver(journal), by(strict))
    await sendAll(other, 'acknowledged')
    const { run, claimed } = await claimAll(other)
    const [claim] = claimed
    if (!claim || 'unreadable' in claim) throw new Error('the update was not claimed')
    await other.freeze(claim, JSON.stringify({ CardCode: 'B', TransactionID: 7 }))
    await conclude(other, { run, claimed }, outcomes.silent)
    expect(await journal.importTransfer(await handOver(other), by(strict))).toMatchObject({ imported: 1 })
    expect((await journal.find('update'))?.request).toMatchObject({ TransactionID: 7 })
  })

  it('with what breaks the rules here brings it in, to be corrected or voided and not sent', async () => {
    const file = await handOver(await openWith(['bad', 'A', 4], ['good', 'B', 4]))
    const other = await shelf.open()
    const failure = { path: 'Notes', expected: 'a reason', found: 'nothing' }
    const how = {
      ...by(strict),
      findObjections: ({ id }: { id: string }) => (id === 'bad' ? [failure] : []),
    }
    expect(await other.importTransfer(file, how)).toMatchObject({ imported: 2 })
    expect(await statesOf(other)).toEqual({ bad: 'parked: invalid', good: 'queued' })
    expect((await other.find('bad'))?.history.at(-1)?.detail).toContain(
      'breaks the till’s rules: Notes: expected a reason, found nothing',
    )
    expect((await claimAll(other)).claimed.map(({ ticket }) => ticket.id)).toEqual(['good'])
    expect(await other.verify()).toMatchObject({ isIntact: true, entries: 2 })
  })

  it('with what breaks the rules here and may have been applied keeps saying so', async () => {
    const journal = await openWith(['bad', 'A', 4])
    await sendAll(journal, 'silent')
    const file = await handOver(journal)
    const [entry] = file.entries
    if (entry) entry.movedFrom = { state: 'queued' }
    const other = await shelf.open()
    const failure = { path: 'Notes', expected: 'a reason', found: 'nothing' }
    await other.importTransfer(file, { ...by(strict), findObjections: () => [failure] })
    expect(await statesOf(other)).toEqual({ bad: 'parked: unknown' })
  })
})

describe('what a file tells of sendings', () => {
  const rowsOf = async (name: string) => (await readTables(name)).entries ?? []

  it('arrives as it was: doubts, the header of the key, and the transaction that a person named', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A', 4), { id: 'one', key: 'key-1' })
    const facts = { doubts: 2, keyHeader: 'X-Key', sentAt: start + 1, transactionId: 7 }
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals('one').modify(facts)
    raw.close()
    const file = await handOver(journal)
    expect(file.format).toBe(2)
    const there = freshName()
    await (await shelf.open(there)).importTransfer(file, by(strict))
    expect(await rowsOf(there)).toMatchObject([{ id: 'one', ...facts }])
  })

  it('stays readable to an older release where it tells nothing new', async () => {
    expect((await handOver(await openWith(['one', 'A', 4]))).format).toBe(1)
  })

  it('of a dead till counts one more doubt for each, under the header of that till', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A', 4), { id: 'one', key: 'key-1' })
    await ring(journal, 'refund', refundOf('B', 4), { id: 'two' })
    const copyOf = async (keyHeader?: string) =>
      travel(await journal.copyUnsettled({ ...head(), kind: 'copy', ...(keyHeader && { keyHeader }) }))
    const take = async (file: Transfer) => {
      const name = freshName()
      const other = await shelf.open(name)
      const policy = { replay: {}, key }
      await other.importTransfer(file, { ...by(strict), policy, takeOver: vouched })
      return { states: await statesOf(other), rows: await rowsOf(name) }
    }
    const same = await take(await copyOf('idempotency-key'))
    expect(same.states).toEqual({ one: 'queued', two: 'parked: unknown' })
    expect(same.rows).toMatchObject([
      { id: 'one', doubts: 1, unknowns: 1, keyHeader: 'idempotency-key', sentAt: start },
      { id: 'two', doubts: 1, unknowns: 1, sentAt: start },
    ])
    expect(same.rows[1]).not.toHaveProperty('keyHeader')
    expect((await take(await copyOf('X-Other'))).states).toMatchObject({ one: 'parked: unknown' })
    expect((await take(await copyOf())).states).toMatchObject({ one: 'parked: unknown' })
  })
})

it('a file of many is counted as it comes in: twice as many read twice as much, and not four times', async () => {
  const reads = async (count: number) => {
    const orders = await shelf.open()
    for (let index = 0; index < count; index += 1) await ring(orders, 'confirmOrder', { OrderID: index })
    const file = await handOver(orders)
    const name = freshName()
    const other = await shelf.open(name)
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    let read = 0
    getAll.mockImplementation(function (this: IDBObjectStore, ...asked) {
      const request = original.apply(this, asked)
      if (this.name === 'entries')
        request.addEventListener('success', () => {
          read += request.result.length
        })
      return request
    })
    await other.importTransfer(file, by({ limits: { count: 1_000_000 } }))
    getAll.mockRestore()
    return read
  }
  const original = Reflect.get(IDBObjectStore.prototype, 'getAll')
  const [few, many] = [await reads(200), await reads(400)]
  expect(few).toBeGreaterThan(0)
  expect(many / few).toBeLessThan(2.5)
})
