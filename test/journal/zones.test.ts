import { afterEach, expect, it } from 'vitest'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, ring } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { setZone } from '../support/zone.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

function datedRefund(card: string, IssueDate: string) {
  const { StoredValueCardReceipt: receipt, ...request } = refundOf(card)
  return { ...request, StoredValueCardReceipt: { ...receipt, IssueDate } }
}

it('a receipt whose date names no zone is not called altered once the device has come to another one', async () => {
  setZone('Europe/Rome')
  const journal = await shelf.open()
  for (const [card, date] of Object.entries({ A: '2026-11-27T10:05:00', B: '2026-11-27', C: '27/11/2026' }))
    await ring(journal, 'refund', datedRefund(card, date))
  setZone('Europe/London')
  expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 3 })
})

it.each(['America/New_York', 'Pacific/Auckland'])(
  'a receipt whose date has no time is found by that day in %s',
  async (zone) => {
    setZone(zone)
    const journal = await shelf.open()
    await ring(journal, 'refund', datedRefund('A', '2026-11-27'))
    const since = new Date(2026, 10, 27)
    expect(await journal.listReceipts({ since, until: since })).toHaveLength(1)
    expect(await journal.listReceipts({ until: new Date(2026, 10, 26, 23, 59) })).toEqual([])
  },
)

it.each(['2026-11-27T10:05:00Z', '2026-11-27T10:05:00', '2026-11-27', '27/11/2026'])(
  'an altered moment of %s is found',
  async (date) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', datedRefund('A', date))
    const raw = await openRaw(name)
    await raw
      .table('entries')
      .toCollection()
      .modify((row: { receipt: object }) => {
        Object.assign(row.receipt, { issuedAt: 1 })
      })
    raw.close()
    expect(await journal.verify()).toMatchObject({ isIntact: false })
  },
)
