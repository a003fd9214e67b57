import { describe, expect, it } from 'vitest'
import { dayMs } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { reply, type FakeClock } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const start = Date.parse('2026-03-02T08:00:00Z')

/** A till and a service whose clock is right; `onSend` may set the till's. */
async function openDatedWorld(onSend: (clock: FakeClock, count: number) => void = () => undefined) {
  const world = await openWorld({
    startAt: start,
    concurrency: 1,
    sliceMs: 20_000,
    answer: (_, count) => {
      onSend(clock, count)
      return reply(200, '{"TransactionID":1}', { date: new Date(start + clock.ticks()).toUTCString() })
    },
  })
  const { clock, deps, journal } = world
  const looks: [now: number, serviceNow: number | undefined][] = []
  deps.journal = {
    ...journal,
    tidy(retention, now, serviceNow) {
      looks.push([now, serviceNow])
      return journal.tidy(retention, now, serviceNow)
    },
  }
  return { ...world, looks }
}

describe('a clock that somebody sets', () => {
  it('100 days ahead erases nothing of what was settled, today or tomorrow, and nothing once it is right', async () => {
    const { journal, clock, append, wake } = await openDatedWorld()
    const id = await append('refund', refundOf('A'))
    const goOn = async (card: string) => {
      await append('refund', refundOf(card))
      await wake()
      await wake()
    }
    await wake()
    clock.set(100 * dayMs)
    await goOn('B')
    clock.advance(1.5 * dayMs)
    await wake()
    await goOn('C')
    clock.set(-100 * dayMs)
    await goOn('D')
    expect(await journal.find(id)).toMatchObject({ state: 'settled', reply: { body: { TransactionID: 1 } } })
    expect(await journal.find(id)).toHaveProperty('reply.headers.date')
  })

  it('moves neither the service’s time nor the end of a run’s slice', async () => {
    const { clock, looks, append, wake } = await openDatedWorld((own, count) => {
      if (count === 1) own.set(100 * dayMs)
    })
    for (const card of ['A', 'B', 'C']) await append('refund', refundOf(card))
    expect(await wake()).toMatchObject({ settled: 3, isCut: false })
    expect(looks).not.toEqual([])
    expect(looks).toEqual(looks.map(() => [clock.now(), start]))
  })
})

describe('a run’s slice', () => {
  it('ends though the clock is set back meanwhile', async () => {
    const { append, wake } = await openDatedWorld((own, count) => {
      own.advance(15_000)
      if (count === 1) own.set(-60_000)
    })
    for (const card of ['A', 'B', 'C', 'D']) await append('refund', refundOf(card))
    expect(await wake()).toMatchObject({ settled: 2, isCut: true })
  })
})
