import { afterEach, describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import { retentionDefault as retention } from '../../src/decide/retention.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { openJournal } from '../../src/journal/journal.js'
import { freshName, openRaw, readAll } from '../support/journals.js'
import { countByReading, createShelf, dayMs, openPlainly, readTables } from '../support/lives.js'
import { replyOf, ring, sendAll, start, who, claimAll, conclude } from '../support/lives.js'
import { lookAtClocks, tidyUp } from '../support/lives.js'
import { fullModels, kinds, refundOf } from '../support/models.js'

const personal = [
  'Rossi',
  'gate 7',
  'till 2',
  'wrong size',
  'scratched',
  'Ugo Bianchi',
  'p@example.test',
  'D-1',
]

const shelf = createShelf()
afterEach(shelf.closeAll)

const after = (days: number) => start + days * dayMs
const idsOf = async (journal: TillJournal) => (await journal.list({ limit: 1_000 })).map(({ id }) => id)

/** Whatever an entry's own dates say, and whatever the till's clock says now. */
describe('retention where a clock is wrong', () => {
  const years = 5 * 365 * dayMs
  const openSettled = async (settledAt = start) => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'settled', createdAt: settledAt })
    await sendAll(journal, 'acknowledged', settledAt)
    return journal
  }

  it('erases nothing when the till’s clock jumps 100 days ahead, with the service’s time or without', async () => {
    const journal = await openSettled()
    await lookAtClocks(journal)
    for (const service of [start + 1_000, undefined, start + dayMs, undefined, start + 2 * dayMs])
      await journal.tidy(retention, after(100), service)
    for (const now of [after(101), after(102)]) await journal.tidy(retention, now, now - 100 * dayMs)
    expect(await journal.find('settled')).toMatchObject({ reply: { headers: { etag: '"1"' } } })
    await lookAtClocks(journal, after(3))
    await tidyUp(journal, after(60))
    expect(await idsOf(journal)).toEqual(['settled'])
  })

  it('erases nothing that was settled on a clock five years behind, which is put right', async () => {
    for (const isStored of [true, false]) {
      const journal = await openSettled()
      const look = (till: number, service: number) =>
        journal.tidy(retention, till, isStored ? service : undefined)
      const right = start + years
      await look(start, right)
      for (const ms of [1_000, 2_000, dayMs, 2 * dayMs]) await look(right + ms, right + ms)
      expect(await journal.find('settled')).toMatchObject({ reply: { headers: { etag: '"1"' } } })
    }
  })

  it('erases in its time what was settled on a clock that was years ahead', async () => {
    const journal = await openSettled(start + years)
    await journal.tidy(retention, start + years)
    for (let day = 0; day <= 91; day += 1) await journal.tidy(retention, after(day))
    expect(await idsOf(journal)).toEqual([])
  })

  it('erases in its time where the service tells no time, and the till is closed on Sundays', async () => {
    const journal = await openSettled()
    const open = Array.from({ length: 92 }, (_, day) => day).filter((day) => day % 7 !== 6)
    for (const day of open.slice(0, -3)) await journal.tidy(retention, after(day))
    expect(await idsOf(journal)).toEqual(['settled'])
    for (const day of open.slice(-3)) await journal.tidy(retention, after(day))
    expect(await idsOf(journal)).toEqual([])
  })

  it('counts from the end of what was parked for long, and not from its first attempt', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'late' })
    await sendAll(journal, 'conflict')
    await lookAtClocks(journal)
    await tidyUp(journal, after(89))
    await journal.act('late', { tag: 'mark-applied', ...who }, start)
    for (const day of [90, 91]) await tidyUp(journal, after(day))
    expect(await journal.find('late')).toMatchObject({ state: 'settled', reply: { status: 409 } })
    for (const day of [119, 120, 121]) await tidyUp(journal, after(day))
    expect(await journal.find('late')).toMatchObject({ reply: { body: null } })
  })

  it('erases no year in one run after a long winter: it asks for a second day', async () => {
    const journal = await openSettled()
    await lookAtClocks(journal)
    await lookAtClocks(journal, after(365))
    expect(await idsOf(journal)).toEqual(['settled'])
    await lookAtClocks(journal, after(366))
    expect(await idsOf(journal)).toEqual([])
  })

  it('takes the version of a card along with the last entry of that card', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'))
    await ring(journal, 'refund', refundOf('B'))
    await sendAll(journal, 'acknowledged')
    await ring(journal, 'refund', refundOf('B'), { id: 'waiting' })
    await lookAtClocks(journal)
    await tidyUp(journal, after(89))
    expect((await readTables(name)).validators).toHaveLength(2)
    await tidyUp(journal, after(90))
    await tidyUp(journal, after(91))
    expect((await readTables(name)).validators).toHaveLength(1)
    await journal.act('waiting', { tag: 'void', ...who }, start)
    await lookAtClocks(journal, after(92))
    for (const day of [182, 183]) await tidyUp(journal, after(day))
    expect((await readTables(name)).validators).toEqual([])
  })

  it('forgets an import 400 days after its entry was erased, and no earlier', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const raw = await openRaw(name)
    const held = await ring(journal, 'refund', refundOf('A'))
    const ids = Array.from({ length: 700 }, (_, index) => `gone-${index}`)
    await raw.table('imports').bulkAdd([...ids, held.id].map((id) => ({ id, file: 'f', at: start })))
    raw.close()
    await tidyUp(journal, start)
    await tidyUp(journal, after(399))
    expect((await readTables(name)).imports).toHaveLength(701)
    await tidyUp(journal, after(400))
    expect((await readTables(name)).imports).toMatchObject([{ id: held.id }])
  })
})

describe('retention', () => {
  it('erases personal data of what has ended, request and reply, when its time has come', async () => {
    const name = freshName()
    const journal = await shelf.openPlain(name)
    for (const kind of kinds) await ring(journal, kind, fullModels[kind])
    const said = replyOf(200, { TransactionID: 7, Holder: 'said planted' }, { etag: '"planted"' })
    await conclude(journal, await claimAll(journal), { tag: 'acknowledged', reply: said, credentialsAt: 0 })
    await lookAtClocks(journal)
    await tidyUp(journal, after(29))
    const before = await readAll(name)
    for (const text of [...personal, 'said planted']) expect(before).toContain(text)
    await tidyUp(journal, after(30))
    const [left, { entries = [] }] = await Promise.all([readAll(name), readTables(name)])
    for (const text of [...personal, 'said planted']) {
      // The marks of a plain vault quote what a real one hides.
      expect(JSON.stringify(entries).length).toBeGreaterThan(0)
      expect(left.replace(/"(prints|told)":(\[.*?\]|".*?")/g, '')).not.toContain(text)
    }
    expect(await journal.list({ kind: 'refund' })).toMatchObject([
      {
        state: 'settled',
        reply: { status: 200, headers: {}, body: { TransactionID: 7 } },
        request: { StoredValueCardReceipt: { Total: 20.5 } },
        history: [{}, { status: 200 }],
      },
    ])
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 5 })
  })

  it('prunes what ended long ago, with its receipt, body and history, and keeps count', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'), { id: 'settled' })
    await sendAll(journal, 'acknowledged')
    await lookAtClocks(journal)
    await ring(journal, 'refund', refundOf('B'), { id: 'voided' })
    await journal.act('voided', { tag: 'void', ...who }, start + 1)
    await lookAtClocks(journal, after(1))
    await tidyUp(journal, after(89))
    expect(await idsOf(journal)).toEqual(['voided', 'settled'])
    await tidyUp(journal, after(90))
    expect(await idsOf(journal)).toEqual(['voided'])
    await tidyUp(journal, after(91))
    const { entries, bodies, receipts, history } = await readTables(name)
    expect({ entries, bodies, receipts, history }).toEqual({
      entries: [],
      bodies: [],
      receipts: [],
      history: [],
    })
    expect(await journal.count()).toMatchObject({ settled: 0, voided: 0 })
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 0 })
  })

  it('leaves alone whatever is unresolved, however old, and all that is in it', async () => {
    const name = freshName()
    const journal = await shelf.openPlain(name)
    for (const kind of kinds) await ring(journal, kind, fullModels[kind])
    await sendAll(journal, 'silent')
    await ring(journal, 'refund', refundOf('Q'))
    await claimAll(journal)
    await ring(journal, 'refund', refundOf('Q2'))
    await lookAtClocks(journal)
    const { settings: _, ...before } = await readTables(name)
    await tidyUp(journal, after(10_000))
    const { settings: __, ...left } = await readTables(name)
    expect(left).toEqual(before)
  })

  it('keeps whom an unresolved update refers to, and who took the place of that one', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'first' })
    await ring(journal, 'updateReceipt', { CardCode: 'A' }, { id: 'update', transactionOf: 'first' })
    const successor = { id: 'better', request: refundOf('A', 9), createdAt: start }
    await journal.act('first', { tag: 'amend', ...who, successor }, start)
    await ring(journal, 'refund', refundOf('B'), { id: 'other' })
    expect(await sendAll(journal, 'acknowledged')).toEqual(['better', 'other'])
    await lookAtClocks(journal)
    await tidyUp(journal, after(91))
    expect((await idsOf(journal)).sort()).toEqual(['better', 'first', 'update'])
    await journal.act('update', { tag: 'void', ...who }, after(91))
    await tidyUp(journal, after(92))
    expect(await idsOf(journal)).toEqual(['update'])
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 1 })
  })

  it('keeps the reply that an unresolved update needs, and erases the others in their time', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'), { id: 'needed' })
    await ring(journal, 'refund', refundOf('B'), { id: 'named' })
    await ring(journal, 'refund', refundOf('C'), { id: 'other' })
    for (const transactionOf of ['needed', 'named'])
      await ring(
        journal,
        'updateReceipt',
        { CardCode: transactionOf },
        { id: `of ${transactionOf}`, transactionOf },
      )
    const { run, claimed } = await claimAll(journal)
    const replied = { reply: replyOf(200, { Result: 7 }) }
    const decisions = claimed.map(({ ticket }) =>
      decide(
        ticket,
        ticket.id === 'named'
          ? { tag: 'found-applied', detail: 'asked', transactionId: 7, ...replied }
          : { tag: 'acknowledged', credentialsAt: 0, ...replied },
        { policy: { replay: {} }, now: start, random: 0.5 },
      ),
    )
    await journal.turn({ policy: { replay: {} }, run, decisions, slots: 0, now: start })
    const bodyOf = async (id: string) => (await journal.find(id)) as { reply: { body: unknown } }
    const isErased = async (id: string) => (await bodyOf(id)).reply.body === null
    await lookAtClocks(journal)
    await tidyUp(journal, after(31))
    expect(await Promise.all(['needed', 'named', 'other'].map(isErased))).toEqual([false, true, true])
    await journal.act('of needed', { tag: 'void', ...who }, after(31))
    await tidyUp(journal, after(31))
    expect(await isErased('needed')).toBe(true)
    const { settings = [] } = await readTables(name)
    expect(settings.find((row) => row.name === 'ages')).not.toHaveProperty('value.awaited')
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 5 })
  })

  it('goes on batch by batch, past what must stay, and after it broke off', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    for (let index = 0; index < 450; index += 1)
      await ring(journal, 'confirmOrder', { OrderID: index, Buyers: [{ Email: 'planted' }] })
    for (let left = 450; left > 0; left -= 150) {
      const { run, claimed } = await claimAll(journal, start, 150)
      await conclude(journal, { run, claimed }, { tag: 'found-applied', detail: 'looked' })
    }
    for (const now of [start, after(30), after(31)]) await lookAtClocks(journal, now)
    journal.close()
    const again = await shelf.open(name)
    let times = 1
    while (await again.tidy(retention, after(31), after(31))) times += 1
    expect(times).toBe(4)
    for (const now of [after(90), after(91)]) await lookAtClocks(again, now)
    expect(await again.count()).toEqual(await countByReading(name))
    expect(await again.count()).toMatchObject({ settled: 250 })
    expect(await again.verify()).toMatchObject({ isIntact: true, entries: 250 })
    again.close()
    const last = await shelf.open(name)
    await tidyUp(last, after(91))
    expect(await last.count()).toMatchObject({ settled: 0 })
  })

  it('is not held up by two hundred that must stay', async () => {
    const journal = await shelf.open()
    for (let index = 0; index < 201; index += 1) {
      await ring(journal, 'refund', refundOf(`c${index}`), { id: `kept-${index}` })
      const update = { CardCode: `d${index}`, StoredValueCardReceipt: { Total: index } }
      await ring(journal, 'updateReceipt', update, { transactionOf: `kept-${index}` })
    }
    await ring(journal, 'refund', refundOf('Z'), { id: 'old' })
    const claims = await claimAll(journal, start, 300)
    await conclude(journal, claims, { tag: 'found-applied', detail: 'looked' })
    await lookAtClocks(journal)
    await tidyUp(journal, after(91))
    expect(await journal.find('old')).toBeUndefined()
    expect(await journal.count()).toMatchObject({ settled: 201, queued: 201 })
  })

  it('takes an id that was pruned for a new operation', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'own-1' })
    await sendAll(journal, 'acknowledged')
    await lookAtClocks(journal)
    await tidyUp(journal, after(91))
    const again = await ring(journal, 'refund', refundOf('B'), { id: 'own-1', guard: { limits: {} } })
    expect(again).toMatchObject({
      state: 'queued',
      request: refundOf('B'),
    })
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 1 })
  })

  it('still takes what was told twice for the same after its personal data has gone', async () => {
    const journal = await shelf.open()
    await ring(journal, 'associate', fullModels.associate, { id: 'own-1' })
    await sendAll(journal, 'acknowledged')
    await lookAtClocks(journal)
    await tidyUp(journal, after(31))
    const told = await ring(journal, 'associate', fullModels.associate, { id: 'own-1' })
    expect(told).toMatchObject({ id: 'own-1', state: 'settled' })
  })

  it('leaves alone what a newer release wrote, and what has lost its state or its id', async () => {
    const name = freshName()
    const journal = await shelf.openPlain(name)
    for (const card of ['A', 'B', 'C', 'D']) await ring(journal, 'refund', refundOf(card))
    await sendAll(journal, 'acknowledged')
    await lookAtClocks(journal)
    const raw = await openRaw(name)
    const rows = (await raw.table('entries').toArray()) as object[]
    const damages = [{ v: 9 }, { state: 'strange' }, { id: undefined }, {}]
    await raw.table('entries').bulkPut(rows.map((row, index) => ({ ...row, ...damages[index] })))
    raw.close()
    journal.close()
    const again = await openJournal(name, { openVault: openPlainly })
    await tidyUp(again, after(91))
    again.close()
    const { entries = [] } = await readTables(name)
    expect(entries).toMatchObject([
      { v: 9, personalSince: start },
      { state: 'strange', personalSince: start },
      { state: 'settled', personalSince: start },
    ])
  })
})
