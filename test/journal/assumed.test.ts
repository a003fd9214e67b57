import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Claimed, Turned } from '../../src/ports.js'
import { createShelf, outcomes, ring, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()
let journal: TillJournal
let run: number
let next: Claimed[]

const policy = { replay: {} }
const cards = Array.from({ length: 24 }, (_, index) => `c${index}`)

function turn(ended: readonly Claimed[], slots = 1): Promise<Turned> {
  const decisions = ended.map(({ ticket }) =>
    decide(ticket, outcomes.acknowledged, { policy, now: start, random: 0 }),
  )
  return journal.turn({ policy, run, decisions, slots, now: start })
}

/** From here on a turn knows what it holds and who goes next. */
beforeEach(async () => {
  journal = await shelf.open()
  for (const card of cards) await ring(journal, 'refund', refundOf(card, 1), { id: card })
  run = (await journal.begin(start)).number
  const first = await turn([])
  ;({ claimed: next } = await turn(first.claimed))
  ;({ claimed: next } = await turn(next))
})
afterEach(() => {
  vi.restoreAllMocks()
  shelf.closeAll()
})

/** How many transactions were undone meanwhile. */
async function countUndone(work: () => Promise<unknown>): Promise<number> {
  const abort = vi.spyOn(IDBTransaction.prototype, 'abort')
  await work()
  return abort.mock.calls.length
}

describe('a turn that assumes what it finds', () => {
  it('is right as long as the run alone has written', async () => {
    const undone = await countUndone(async () => {
      for (let left = 0; left < 5; left += 1) ({ claimed: next } = await turn(next))
      await journal.beat(run, start)
      ;({ claimed: next } = await turn(next))
    })
    expect(undone).toBe(0)
    expect(await journal.count()).toMatchObject({ settled: 8, sending: 1, queued: 15 })
  })

  it('goes by what it finds after a person has paused the till', async () => {
    await journal.pause(start, 'Ann')
    expect(await turn(next)).toMatchObject({ claimed: [], isPaused: true })
    expect(await journal.count()).toMatchObject({ settled: 3, sending: 0, queued: 21 })
  })

  it('goes by what it finds after a person has acted, and counts on from there', async () => {
    await journal.act('c20', { tag: 'void', ...who }, start)
    const undone = await countUndone(async () => {
      ;({ claimed: next } = await turn(next))
    })
    expect(undone).toBe(1)
    expect(await journal.count()).toMatchObject({ settled: 3, sending: 1, queued: 19, voided: 1 })
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })

  it('writes nothing once another run has begun', async () => {
    await journal.begin(start)
    await expect(turn(next)).rejects.toThrow()
    expect(await journal.count()).toMatchObject({ settled: 2, sending: 1, queued: 21 })
  })

  it('sees what is saved meanwhile', async () => {
    await ring(journal, 'refund', refundOf('c3', 2), { id: 'later' })
    for (let left = cards.length - 2; left > 0; left -= 1) ({ claimed: next } = await turn(next))
    expect(next.map(({ ticket }) => ticket.id)).toEqual(['later'])
    expect(await journal.count()).toMatchObject({ settled: 24, sending: 1, queued: 0 })
  })
})
