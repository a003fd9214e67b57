import { afterEach, describe, expect, it } from 'vitest'
import type { OperationKind } from '../../src/domain/models.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, dayMs, hourMs, ring, sendAll, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const spanOf = (from: number, to: number) => ({ from: new Date(from), to: new Date(to), at: new Date(to) })
const today = spanOf(start, start + dayMs)
const at = (hour: number) => ({ createdAt: start + hour * hourMs })

const shelf = createShelf()
afterEach(shelf.closeAll)

/** Changes the rows as they lie on disk; nothing is sealed in them that this would break. */
async function alter(name: string, change: (row: Record<string, unknown>) => void): Promise<void> {
  const raw = await openRaw(name)
  await raw.table('entries').toCollection().modify(change)
  raw.close()
}

/** Settled, waiting, parked, voided and amended, before the day, on it and after it. */
async function openMixed(): Promise<TillJournal> {
  const journal = await shelf.openPlain()
  await ring(journal, 'refund', refundOf('A', 0.1), at(-1))
  await ring(journal, 'refund', refundOf('B', 0.2), at(0))
  await ring(journal, 'associate', { Card: 'C' }, at(1))
  await sendAll(journal, 'acknowledged', start + 30 * hourMs)
  await ring(journal, 'refund', refundOf('D', 0.7), at(2))
  await sendAll(journal, 'silent', start + 30 * hourMs)
  const parked = await ring(journal, 'refund', refundOf('E', 1.1), at(2))
  await journal.act(parked.id, { tag: 'void', ...who }, start + 31 * hourMs)
  await ring(journal, 'refund', refundOf('F', 2.2), at(23.99))
  await ring(journal, 'refund', refundOf('G', 4.4), at(24))
  return journal
}

describe('the day', () => {
  it('counts what was rung up in its span, whenever it was settled, and nothing else', async () => {
    const journal = await openMixed()
    expect(await journal.readDay(today)).toMatchObject({
      ...today,
      captured: { count: 5, amount: '4.2' },
      settled: { count: 2, amount: '0.2' },
      waiting: { count: 1, amount: '2.2' },
      parked: { count: 1, amount: '0.7' },
      voided: { count: 1, amount: '1.1' },
      isComplete: false,
      reasons: [{ reason: 'unknown', count: 1, amount: '0.7' }],
      missing: [
        { what: 'unknown', count: 1, amount: '0.7' },
        { what: 'queued', count: 1, amount: '2.2' },
      ],
    })
    expect((await journal.readDay(spanOf(start - dayMs, start))).settled).toEqual({
      count: 1,
      amount: '0.1',
    })
    expect((await journal.readDay(spanOf(start + dayMs, start + 2 * dayMs))).captured.count).toBe(1)
  })

  it('tells kinds and hours apart', async () => {
    const { byKind, byHour } = await (await openMixed()).readDay(today)
    expect(byKind.map(({ kind, captured }) => [kind, captured.count, captured.amount])).toEqual([
      ['associate', 1, '0'],
      ['refund', 4, '4.2'],
    ])
    expect(byHour.map(({ captured }) => captured.count)).toEqual([1, 1, 2, 1])
    expect(byHour.every(({ hour }) => hour.getMinutes() === 0)).toBe(true)
  })

  it('is complete once everything of it is settled or voided, though the next is not', async () => {
    const journal = await shelf.openPlain()
    await ring(journal, 'refund', refundOf('A'), at(1))
    expect((await journal.readDay(today)).isComplete).toBe(false)
    await sendAll(journal, 'acknowledged')
    await ring(journal, 'refund', refundOf('A'), at(25))
    expect(await journal.readDay(today)).toMatchObject({ isComplete: true, missing: [] })
  })

  it('tells by how much corrections changed the day, each from what it replaced', async () => {
    const journal = await shelf.openPlain()
    const amendTo = async (id: string, amount: number, hour: number) => {
      await sendAll(journal, 'rejected')
      const successor = { id: freshName(), request: refundOf('A', amount), createdAt: start + hour * hourMs }
      await journal.act(id, { tag: 'amend', ...who, successor }, start + hour * hourMs)
      return successor.id
    }
    const { id } = await ring(journal, 'refund', refundOf('A', 10), at(1))
    const second = await amendTo(id, 7, 2)
    const third = await amendTo(second, 9.5, 3)
    expect((await journal.readDay(today)).corrections).toEqual({ count: 2, amount: '-0.5' })
    await sendAll(journal, 'rejected')
    await journal.act(third, { tag: 'void', ...who }, start + 4 * hourMs)
    expect((await journal.readDay(today)).corrections).toEqual({ count: 1, amount: '-3' })
  })

  it('counts a correction beside what it replaces', async () => {
    const journal = await shelf.openPlain()
    const { id } = await ring(journal, 'refund', refundOf('A', 10), at(1))
    await sendAll(journal, 'rejected')
    const successor = { id: freshName(), request: refundOf('A', 9), createdAt: start + 2 * hourMs }
    await journal.act(id, { tag: 'amend', ...who, successor }, start + 2 * hourMs)
    expect(await journal.readDay(today)).toMatchObject({
      captured: { count: 2, amount: '19' },
      voided: { count: 1, amount: '10' },
      waiting: { count: 1, amount: '9' },
    })
  })

  it('lists the numbers that were taken in its span and never rung up', async () => {
    const journal = await shelf.openPlain()
    for (const takenAt of [start - 1, start, start + hourMs, start + dayMs])
      await journal.takeNumber({ sender: '["S01","T1",null]', shop: 'S01', terminal: 'T1', takenAt })
    const sender = { Shop: 'S01', Terminal: 'T1', Number: 3 }
    await ring(journal, 'refund', { ...refundOf('A'), StoredValueCardReceipt: { SenderData: sender } }, at(1))
    expect((await journal.readDay(today)).unusedNumbers).toEqual([
      { shop: 'S01', terminal: 'T1', number: 2, takenAt: new Date(start) },
    ])
  })

  it('adds up more rows than it reads at once', async () => {
    const name = freshName()
    const journal = await shelf.openPlain(name)
    await ring(journal, 'refund', refundOf('A', 0.1), at(1))
    const raw = await openRaw(name)
    const table = raw.table<Record<string, unknown>, number>('entries')
    const [row] = await table.toArray()
    const { place: _, ...plain } = row ?? {}
    const copies = Array.from({ length: 1_200 }, (__, index) => ({ ...plain, id: `copy-${index}` }))
    await table.bulkAdd(copies)
    raw.close()
    expect((await journal.readDay(today)).captured).toEqual({ count: 1_201, amount: '120.1' })
  })
})

describe('damaged rows in the day', () => {
  const kept = async (kind: OperationKind = 'refund') => {
    const name = freshName()
    const journal = await shelf.openPlain(name)
    await ring(journal, kind, refundOf('A', 5), at(1))
    await sendAll(journal, 'acknowledged')
    return { name, journal }
  }

  const none = { count: 1, amount: '0' }

  it.each([
    ['of a state nobody knows', { state: 'lost' }, 'refund'],
    ['that a newer release wrote', { v: 99, state: 'queued' }, 'refund'],
    ['of a kind nobody knows', { kind: 'gift', state: 'parked' }, 'unknown'],
    ['with an amount that is none', { amount: 'ten', state: 'parked' }, 'refund'],
  ])('count one %s as needing a person, and in no amount', async (_, damage, kind) => {
    const { name, journal } = await kept()
    await alter(name, (row) => Object.assign(row, damage))
    const day = await journal.readDay(today)
    expect(day.missing).toEqual([{ what: 'unreadable', ...none }])
    expect(day.byKind).toMatchObject([{ kind, parked: none, captured: none }])
    expect(day).toMatchObject({ isComplete: false, unsummed: 0 })
  })

  it.each([
    ['that a newer release wrote', { v: 99 }, 'refund'],
    ['of a kind nobody knows', { kind: 'gift' }, 'unknown'],
    ['with an amount that is none', { amount: 'ten' }, 'refund'],
  ])('count one %s, and that has settled, as settled, in no amount, and say so', async (_, damage, kind) => {
    const { name, journal } = await kept()
    await alter(name, (row) => Object.assign(row, damage))
    const day = await journal.readDay(today)
    expect(day.byKind).toMatchObject([{ kind, settled: none, captured: none }])
    expect(day).toMatchObject({ isComplete: true, missing: [], reasons: [], unsummed: 1 })
  })

  it('make no day complete where one bears no time, until a person has decided about it', async () => {
    const { name, journal } = await kept()
    const readAs = async (state: string) => {
      await alter(name, (row) => Object.assign(row, { createdAt: 'noon', state }))
      return journal.readDay(today)
    }
    const day = await readAs('queued')
    expect(day).toMatchObject({ captured: { count: 0 }, isComplete: false, unsummed: 0 })
    expect(day.missing).toEqual([{ what: 'undated', count: 1, amount: '0' }])
    expect(await readAs('settled')).toMatchObject({ captured: { count: 0 }, isComplete: true, unsummed: 1 })
    expect(await readAs('voided')).toMatchObject({ captured: { count: 0 }, isComplete: true, unsummed: 0 })
  })
})
