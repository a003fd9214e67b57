import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

describe('a correction that moves to another card', () => {
  /** The refund of A is refused; that of B is on the line as A's is corrected onto B. */
  async function correctOnto(lateAnswer: Answer) {
    let give: (answer: Answer) => void = () => undefined
    const late = new Promise<Answer>((resolve) => {
      give = resolve
    })
    const till = await openWorld({
      answer: (_, count) => (count === 1 ? reply(400) : count === 2 ? late : json200()),
    })
    const wrong = await till.append('refund', refundOf('A'))
    await till.wakeLater()
    const later = await till.append('refund', refundOf('B', 5))
    const replaying = till.wakeLater()
    await expect.poll(till.listSent).toEqual([wrong, later])
    const successor = { id: 'corrected', request: refundOf('B', 10), createdAt: till.clock.now() }
    await till.journal.act(wrong, { tag: 'amend', by: 'Ada', reason: 'card', successor }, till.clock.now())
    const again = till.wakeLater()
    give(lateAnswer)
    await replaying
    await again
    await till.wakeLater()
    return {
      order: till.listSent(),
      entry: await till.journal.find('corrected'),
      later,
    }
  }

  it.each([
    ['was taken', json200()],
    ['was refused', reply(400)],
    ['is to be sent again', reply(429, '', { 'retry-after': '1' })],
  ])('goes once the operation of that card on the line %s', async (_, lateAnswer) => {
    const { order, entry, later } = await correctOnto(lateAnswer)
    expect(order.indexOf('corrected')).toBeGreaterThan(order.indexOf(later))
    expect(entry).toMatchObject({ state: 'settled' })
  })
})

describe('a claim', () => {
  it('takes no correction to a card whose operation is being sent', async () => {
    const { journal, clock, append } = await openWorld()
    const wrong = await append('refund', refundOf('A'))
    await append('refund', refundOf('B', 5))
    const { number: run } = await journal.begin(clock.now())
    const turn = { run, decisions: [], policy: { replay: {} }, now: clock.now() }
    const first = await journal.turn({ ...turn, slots: 2 })
    expect(first.claimed).toHaveLength(2)
    const [mistaken] = first.claimed
    if (!mistaken) throw new Error('nothing was claimed')
    expect(mistaken.ticket.id).toBe(wrong)
    const line = { at: 1, what: 'attempt', outcome: 'rejected' } as const
    const successor = { id: 'corrected', request: refundOf('B', 10), createdAt: clock.now() }
    const amended = { state: 'voided', successor } as const
    const second = await journal.turn({
      ...turn,
      slots: 1,
      decisions: [{ ticket: mistaken.ticket, nextState: amended, facts: {}, line }],
    })
    expect(second.claimed).toEqual([])
    const [other] = first.claimed.slice(1)
    if (!other) throw new Error('the other card was not claimed')
    const third = await journal.turn({
      ...turn,
      slots: 1,
      decisions: [{ ticket: other.ticket, nextState: { state: 'queued', dueAt: 0 }, facts: {}, line }],
    })
    expect(third.claimed.map(({ ticket }) => ticket.id)).toEqual(['corrected'])
  })
})
