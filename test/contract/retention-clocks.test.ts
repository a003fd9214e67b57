import { afterEach, describe, expect, it } from 'vitest'
import { retentionDefault as retention } from '../../src/decide/retention.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import {
  createShelf,
  dayMs,
  lookAtClocks,
  readTables,
  ring,
  sendAll,
  start,
  tidyUp,
  who,
} from '../support/lives.js'
import { refundOf } from '../support/models.js'

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

  it('erases nothing early where each start begins on a clock three days behind, which is put right', async () => {
    const journal = await openSettled()
    await lookAtClocks(journal)
    for (let day = 1; day <= 14; day += 1) {
      await journal.tidy(retention, after(day - 3))
      await journal.tidy(retention, after(day), after(day))
    }
    await tidyUp(journal, after(14))
    expect(await journal.find('settled')).toMatchObject({ reply: { headers: { etag: '"1"' } } })
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
