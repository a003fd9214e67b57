import { afterEach, describe, expect, it } from 'vitest'
import { senderKey } from '../../src/domain/receipt.js'
import type { SenderData } from '../../src/domain/models.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, ring, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const own: SenderData = { Shop: 'S01', Terminal: 'T1' }

function take(journal: TillJournal, sender = own, takenAt = start): Promise<number> {
  const { Shop: shop = '', Terminal: terminal = '', CashDrawer: drawer } = sender
  return journal.takeNumber({
    sender: senderKey({ SenderData: sender }),
    shop,
    terminal,
    ...(drawer !== undefined && { drawer }),
    takenAt,
  })
}

const refundWith = (card: string, Number: number, sender = own) => ({
  ...refundOf(card),
  StoredValueCardReceipt: { Total: 10, SenderData: { ...sender, Number } },
})
const unusedOf = async (journal: TillJournal) =>
  (await journal.listUnusedNumbers()).map(({ number }) => number)

const shelf = createShelf()
afterEach(shelf.closeAll)

describe('receipt numbers', () => {
  it('are taken once each and without a gap by eight at once', async () => {
    const name = freshName()
    const journals = await Promise.all(Array.from({ length: 8 }, () => shelf.open(name)))
    const taken = await Promise.all(
      journals.flatMap((journal) => Array.from({ length: 50 }, () => take(journal))),
    )
    const wanted = Array.from({ length: 400 }, (_, index) => index + 1)
    expect(taken.sort((left, right) => left - right)).toEqual(wanted)
    const [journal] = journals
    if (journal) expect((await unusedOf(journal)).sort((left, right) => left - right)).toEqual(wanted)
  })

  it('are listed for as long as they have not been rung up, oldest first', async () => {
    const journal = await shelf.open()
    for (const at of [5, 4, 3]) await take(journal, own, start + at)
    await ring(journal, 'refund', refundWith('A', 2))
    expect(await journal.listUnusedNumbers()).toEqual([
      { shop: 'S01', terminal: 'T1', number: 3, takenAt: new Date(start + 3) },
      { shop: 'S01', terminal: 'T1', number: 1, takenAt: new Date(start + 5) },
    ])
  })

  it('go on over closing', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await take(journal)
    journal.close()
    const again = await shelf.open(name)
    expect(await take(again)).toBe(2)
  })

  it('go on behind a higher one of the host’s own, and not for a lower one', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundWith('A', 100))
    expect(await take(journal)).toBe(101)
    await ring(journal, 'refund', refundWith('B', 7))
    expect(await take(journal)).toBe(102)
    expect(await unusedOf(journal)).toEqual([101, 102])
    // The very number that would have been next.
    await ring(journal, 'refund', refundWith('C', 103))
    expect(await take(journal)).toBe(104)
  })

  it('are each shop’s, terminal’s and drawer’s own', async () => {
    const journal = await shelf.open()
    const senders = [
      own,
      { ...own, CashDrawer: 1 },
      { ...own, CashDrawer: 2 },
      { ...own, Terminal: 'T2' },
      { ...own, Shop: 'S02' },
    ]
    for (const sender of senders) expect(await take(journal, sender)).toBe(1)
    await ring(journal, 'refund', refundWith('A', 9, { ...own, CashDrawer: 1 }))
    const next = []
    for (const sender of senders) next.push(await take(journal, sender))
    expect(next).toEqual([2, 10, 2, 2, 2])
    expect(await journal.listUnusedNumbers()).toContainEqual({
      shop: 'S01',
      terminal: 'T1',
      drawer: 2,
      number: 1,
      takenAt: new Date(start),
    })
  })

  it('are not used up by what is refused', async () => {
    const journal = await shelf.open()
    await take(journal)
    const limited = { guard: { limits: { total: 1 } } }
    await expect(ring(journal, 'refund', refundWith('A', 1), limited)).rejects.toThrow(/at most/)
    await expect(
      ring(journal, 'refund', refundWith('A', 50), { ...limited, id: 'refused' }),
    ).rejects.toMatchObject({ code: 'limit-reached' })
    expect(await unusedOf(journal)).toEqual([1])
    expect(await take(journal)).toBe(2)
  })

  it('are used by an amendment, and by what is let through', async () => {
    const journal = await shelf.open()
    for (let count = 0; count < 3; count += 1) await take(journal)
    const guard = { limits: { total: 1 }, override: who }
    const { id } = await ring(journal, 'refund', refundWith('A', 1), { guard })
    const successor = { id: 'better', request: refundWith('A', 3), createdAt: start }
    await journal.act(id, { tag: 'amend', ...who, successor }, start)
    expect(await unusedOf(journal)).toEqual([2])
  })

  it('are not given twice though the list of the unused was lost', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await take(journal)
    const raw = await openRaw(name)
    await raw.table('numbers').clear()
    raw.close()
    expect(await take(journal)).toBe(2)
  })
})
