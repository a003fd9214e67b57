import { expect, it, vi } from 'vitest'
import { refundOf } from '../support/models.js'
import { openWorld } from '../support/world.js'

/** A page has a refund under way. So long after its last sign of life another is given the lock in its turn. */
async function beginAfter(passMs: number, setMs = 0) {
  const { journal, clock, append, claimAndDie, wake } = await openWorld()
  const id = await append('refund', refundOf('1'))
  await claimAndDie()
  clock.advance(passMs)
  clock.set(setMs)
  return { clock, journal, id, woken: wake() }
}

it.each([
  [0, 6_000],
  [2_500, 3_500],
  [5_999, 1],
])(
  'what was under way %i ms ago is accounted for once its page cannot send it any more, though that page has lost the lock',
  async (passMs, restMs) => {
    const { clock, journal, id, woken } = await beginAfter(passMs)
    await vi.waitFor(() => {
      expect(clock.waits()).toEqual([restMs])
    })
    expect(await journal.find(id)).toMatchObject({ state: 'sending' })
    clock.advance(restMs)
    expect(await woken).toMatchObject({ parked: 1 })
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'unknown' })
  },
)

it.each([
  [6_000, 0],
  [0, -3_600_000],
  [0, 3_600_000],
])(
  'nobody waits for a page that gave its last sign %i ms ago, by a clock set by %i ms since',
  async (passMs, setMs) => {
    const { woken } = await beginAfter(passMs, setMs)
    expect(await woken).toMatchObject({ parked: 1 })
  },
)
