import { afterEach, describe, expect, it } from 'vitest'
import { retentionDefault as retention } from '../../src/decide/retention.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { openJournal } from '../../src/journal/journal.js'
import { freshName, openRaw, readAll } from '../support/journals.js'
import { countByReading, createShelf, dayMs, openPlainly, readTables } from '../support/lives.js'
import { replyOf, ring, sendAll, start, who, claimAll, conclude } from '../support/lives.js'
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

/** What leaves a journal with time, whichever IndexedDB stands under it. */
export function describeRetentions(place: string): void {
  const shelf = createShelf()
  afterEach(shelf.closeAll)

  async function tidyUp(journal: TillJournal, now: number): Promise<number> {
    let times = 1
    while (await journal.tidy(retention, now)) times += 1
    return times
  }

  const after = (days: number) => start + days * dayMs
  const idsOf = async (journal: TillJournal) => (await journal.list({ limit: 1_000 })).map(({ id }) => id)

  describe(`retention on ${place}`, () => {
    it('erases personal data of what has ended, request and reply, when its time has come', async () => {
      const name = freshName()
      const journal = await shelf.openPlain(name)
      for (const kind of kinds) await ring(journal, kind, fullModels[kind])
      const said = replyOf(200, { TransactionID: 7, Holder: 'said planted' }, { etag: '"planted"' })
      await conclude(journal, await claimAll(journal), { tag: 'acknowledged', reply: said, credentialsAt: 0 })
      await tidyUp(journal, after(30) - 1)
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
      expect(await journal.verify()).toEqual({ isIntact: true, entries: 5 })
    })

    it('prunes what ended long ago, with its receipt, body and history, and keeps count', async () => {
      const name = freshName()
      const journal = await shelf.open(name)
      await ring(journal, 'refund', refundOf('A'), { id: 'settled' })
      await sendAll(journal, 'acknowledged')
      await ring(journal, 'refund', refundOf('B'), { id: 'voided' })
      await journal.act('voided', { tag: 'void', ...who }, start + 1)
      await tidyUp(journal, after(90) - 1)
      expect(await idsOf(journal)).toEqual(['voided', 'settled'])
      await tidyUp(journal, after(90))
      expect(await idsOf(journal)).toEqual(['voided'])
      await tidyUp(journal, after(90) + 1)
      const { entries, bodies, receipts, history } = await readTables(name)
      expect({ entries, bodies, receipts, history }).toEqual({
        entries: [],
        bodies: [],
        receipts: [],
        history: [],
      })
      expect(await journal.count()).toMatchObject({ settled: 0, voided: 0 })
      expect(await journal.verify()).toEqual({ isIntact: true, entries: 0 })
    })

    it('leaves alone whatever is unresolved, however old, and all that is in it', async () => {
      const name = freshName()
      const journal = await shelf.openPlain(name)
      for (const kind of kinds) await ring(journal, kind, fullModels[kind])
      await sendAll(journal, 'silent')
      await ring(journal, 'refund', refundOf('Q'))
      await claimAll(journal)
      await ring(journal, 'refund', refundOf('Q2'))
      const before = await readTables(name)
      await tidyUp(journal, after(10_000))
      expect(await readTables(name)).toEqual(before)
    })

    it('keeps whom an unresolved update refers to, and who took the place of that one', async () => {
      const journal = await shelf.open()
      await ring(journal, 'refund', refundOf('A'), { id: 'first' })
      await ring(journal, 'updateReceipt', { CardCode: 'A' }, { id: 'update', transactionOf: 'first' })
      const successor = { id: 'better', request: refundOf('A', 9), createdAt: start }
      await journal.act('first', { tag: 'amend', ...who, successor }, start)
      await ring(journal, 'refund', refundOf('B'), { id: 'other' })
      expect(await sendAll(journal, 'acknowledged')).toEqual(['better', 'other'])
      await tidyUp(journal, after(91))
      expect((await idsOf(journal)).sort()).toEqual(['better', 'first', 'update'])
      await journal.act('update', { tag: 'void', ...who }, after(91))
      await tidyUp(journal, after(92))
      expect(await idsOf(journal)).toEqual(['update'])
      expect(await journal.verify()).toEqual({ isIntact: true, entries: 1 })
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
      await journal.tidy(retention, after(31))
      journal.close()
      const again = await shelf.open(name)
      expect(await tidyUp(again, after(31))).toBe(4)
      await again.tidy(retention, after(91))
      expect(await again.count()).toEqual(await countByReading(name))
      expect(await again.count()).toMatchObject({ settled: 250 })
      expect(await again.verify()).toEqual({ isIntact: true, entries: 250 })
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
      await tidyUp(journal, after(91))
      expect(await journal.find('old')).toBeUndefined()
      expect(await journal.count()).toMatchObject({ settled: 201, queued: 201 })
    })

    it('takes an id that was pruned for a new operation', async () => {
      const journal = await shelf.open()
      await ring(journal, 'refund', refundOf('A'), { id: 'own-1' })
      await sendAll(journal, 'acknowledged')
      await tidyUp(journal, after(91))
      const again = await ring(journal, 'refund', refundOf('B'), { id: 'own-1', guard: { limits: {} } })
      expect(again).toMatchObject({
        state: 'queued',
        request: refundOf('B'),
      })
      expect(await journal.verify()).toEqual({ isIntact: true, entries: 1 })
    })

    it('still takes what was told twice for the same after its personal data has gone', async () => {
      const journal = await shelf.open()
      await ring(journal, 'associate', fullModels.associate, { id: 'own-1' })
      await sendAll(journal, 'acknowledged')
      await tidyUp(journal, after(31))
      const told = await ring(journal, 'associate', fullModels.associate, { id: 'own-1' })
      expect(told).toMatchObject({ id: 'own-1', state: 'settled' })
    })

    it('leaves alone what a newer release wrote, and what has lost its state', async () => {
      const name = freshName()
      const journal = await shelf.openPlain(name)
      for (const card of ['A', 'B', 'C', 'D']) await ring(journal, 'refund', refundOf(card))
      await sendAll(journal, 'acknowledged')
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
      ])
    })
  })
}
