import { afterEach, describe, expect, it, vi } from 'vitest'
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

  it('says of a day that it has begun to prune that some of it is gone, and calls it complete no more', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'settled' })
    await sendAll(journal, 'acknowledged')
    await ring(journal, 'refund', refundOf('B'), { id: 'late' })
    await sendAll(journal, 'conflict')
    await lookAtClocks(journal)
    const span = { from: new Date(start), to: new Date(start + dayMs), at: new Date(after(91)) }
    const before = { from: new Date(start - dayMs), to: new Date(start), at: new Date(after(91)) }
    await tidyUp(journal, after(20))
    await journal.act('late', { tag: 'mark-applied', ...who }, after(20))
    expect(await journal.readDay(span)).toMatchObject({
      captured: { count: 2 },
      isComplete: true,
      isErased: false,
    })
    for (const day of [40, 60, 80, 89, 90, 91]) await tidyUp(journal, after(day))
    expect(await journal.readDay(span)).toMatchObject({
      captured: { count: 1 },
      isComplete: false,
      isErased: true,
    })
    expect(await journal.readDay(before)).toMatchObject({ isComplete: true, isErased: false })
  })

  it('says of the day of a correction that what it corrected is gone, though the correction is not', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A', 5), { id: 'before' })
    const day = { from: new Date(after(1)), to: new Date(after(2)), at: new Date(after(92)) }
    await journal.act('before', { tag: 'void', ...who }, start)
    await lookAtClocks(journal)
    await ring(journal, 'refund', refundOf('A', 4), {
      id: 'now',
      createdAt: after(1),
      replaces: 'before',
    })
    await lookAtClocks(journal, after(1))
    expect(await journal.readDay(day)).toMatchObject({ corrections: { count: 1 }, isErased: false })
    await tidyUp(journal, after(89))
    await tidyUp(journal, after(90))
    expect(await idsOf(journal)).toEqual(['now'])
    expect(await journal.readDay(day)).toMatchObject({ corrections: { count: 0 }, isErased: true })
  })

  it('counts a day as begun to be pruned that an older release has pruned, which noted no times', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'), { id: 'left', createdAt: after(50) })
    const raw = await openRaw(name)
    await raw.table('settings').put({ name: 'pruned', value: 7 })
    raw.close()
    const dayOf = (days: number) => ({
      from: new Date(after(days)),
      to: new Date(after(days + 1)),
      at: new Date(after(60)),
    })
    expect(await journal.readDay(dayOf(49))).toMatchObject({ isComplete: false, isErased: true })
    expect(await journal.readDay(dayOf(51))).toMatchObject({ isComplete: true, isErased: false })
  })

  it('erases personal data the next time where sealing what is left has failed, for want of memory say', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', { ...refundOf('A'), Notes: 'for Rossi' }, { id: 'settled' })
    await sendAll(journal, 'acknowledged')
    await lookAtClocks(journal)
    await tidyUp(journal, after(29))
    const failing = vi
      .spyOn(crypto.subtle, 'encrypt')
      .mockRejectedValue(new DOMException('out of memory', 'OperationError'))
    await journal.tidy(retention, after(30), after(30)).catch(() => undefined)
    await journal.tidy(retention, after(31), after(31)).catch(() => undefined)
    expect(failing).toHaveBeenCalled()
    failing.mockRestore()
    await journal.tidy(retention, after(31), after(31))
    expect(JSON.stringify(await journal.find('settled'))).not.toContain('Rossi')
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
