import { afterEach, describe, expect, it } from 'vitest'
import { freshName, openRaw } from '../support/journals.js'
import { claimAll, conclude, countByReading, createShelf, outcomes, ring, sendAll } from '../support/lives.js'
import { start, who } from '../support/lives.js'
import { liveOn, toUnreadable } from '../support/random-life.js'
import { refundOf } from '../support/models.js'
import { createRandom } from '../support/random.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

describe('the counts', () => {
  it.each([1, 2, 3, 4, 5, 6])('are what reading counts, all through life %i', async (seed) => {
    const name = freshName()
    const journal = await shelf.open(name)
    const random = createRandom(seed)
    for (let part = 0; part < 4; part += 1) {
      await liveOn(journal, random, 25)
      expect(await journal.count()).toEqual(await countByReading(name))
    }
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })

  it('are what reading counts after eight have lived on one journal at once', async () => {
    const name = freshName()
    const journals = await Promise.all(Array.from({ length: 8 }, () => shelf.open(name)))
    await Promise.all(journals.map((journal, index) => liveOn(journal, createRandom(90 + index), 12)))
    const [journal] = journals
    expect(await journal?.count()).toEqual(await countByReading(name))
    expect(await journal?.verify()).toMatchObject({ isIntact: true })
  })

  it('add up to the last digit', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    for (let index = 0; index < 30; index += 1)
      await ring(journal, 'refund', refundOf(`c${index}`, index % 2 === 0 ? 0.1 : 0.2))
    expect(await journal.count()).toMatchObject({ queued: 30, amount: '4.5' })
    await ring(journal, 'refund', refundOf('large', 999_999_999_999.99))
    expect(await journal.count()).toMatchObject({ amount: '1000000000004.49' })
  })

  it.each<[string, object]>([
    ['its state', { state: 'strange' }],
    ['its amount', { amount: 'much' }],
    ['its amount, which is no number', { amount: NaN }],
    ['its lanes', { lanes: {} }],
    ['its attempts', { attempts: 'many' }],
    ['its id', { id: undefined }],
    ['its kind', { kind: 'strange' }],
    ['its history’s length', { lines: null }],
  ])('survive a row that has lost %s, which a person can void', async (_, damage) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A', 5), { id: 'damaged' })
    await ring(journal, 'refund', refundOf('B', 7), { id: 'sound' })
    const raw = await openRaw(name)
    const [row] = (await raw.table('entries').toArray()) as { place: number }[]
    await raw.table('entries').put({ ...row, ...damage })
    raw.close()
    const { run, claimed } = await claimAll(journal)
    expect(claimed.map(({ ticket }) => ticket.id)).toContain('sound')
    await journal.end(run, start)
    // Ringing up goes on, on the same card too.
    await ring(journal, 'refund', refundOf('A', 1), { guard: { limits: { perCard: 100 } } })
    const next = await journal.begin(start)
    const parked = next.stranded.filter(({ id }) => id !== 'sound')
    await journal.turn({
      policy: { replay: {} },
      run: next.number,
      decisions: parked.map(toUnreadable),
      slots: 0,
      now: start,
    })
    expect(await journal.count()).toEqual(await countByReading(name))
    const [shown] = (await journal.list({ state: 'parked' })).slice(-1)
    expect(shown).toMatchObject({ reason: 'unreadable' })
    if (shown) await journal.act(shown.id, { tag: 'void', ...who }, start)
    expect(await journal.count()).toEqual(await countByReading(name))
  })

  it('are right after a person has voided a row whose state was lost while it waited', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A', 5), { id: 'damaged' })
    const raw = await openRaw(name)
    await raw.table('entries').toCollection().modify({ state: 'strange' })
    raw.close()
    await journal.act('damaged', { tag: 'void', ...who }, start)
    expect(await journal.count()).toEqual(await countByReading(name))
    expect(await journal.count()).toMatchObject({ voided: 1, queued: 0, parked: 0, amount: '0' })
  })

  it.each<[string, object]>([
    ['its amount', { amount: 'much' }],
    ['its attempts', { attempts: 'many' }],
    ['its cards', { codes: 'all' }],
  ])('are right after a row has lost %s while it was on the line', async (_, damage) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A', 5))
    const claims = await claimAll(journal)
    const raw = await openRaw(name)
    await raw.table('entries').toCollection().modify(damage)
    raw.close()
    await conclude(journal, claims, outcomes.acknowledged)
    expect(await journal.count()).toEqual(await countByReading(name))
    expect(await journal.count()).toMatchObject({ settled: 1, sending: 0, amount: '0' })
  })

  it('come back by a count where they were lost', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A', 5))
    await ring(journal, 'refund', refundOf('B', 7))
    await sendAll(journal, 'silent')
    journal.close()
    const raw = await openRaw(name)
    await raw.table('tallies').clear()
    raw.close()
    const again = await shelf.open(name)
    expect(await again.count()).toMatchObject({ queued: 0, parked: 2, amount: '12' })
  })
})
