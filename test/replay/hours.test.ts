import { describe, expect, it } from 'vitest'
import { pauseAfterProbe, isHolding } from '../../src/decide/pauses.js'
import { retryDelayMs } from '../../src/decide/schedule.js'
import type { Answer, Pause } from '../../src/domain/outcome.js'
import { fullModels, kinds, refundOf } from '../support/models.js'
import { createRandom } from '../support/random.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const second = 1_000
const hour = 3_600 * second

/** A till left to itself: it wakes whenever it said it was worth looking again. */
async function openLoneWorld(answer: () => Answer, seed: number) {
  const world = await openWorld({ answer, random: createRandom(seed) })
  const { clock, wake } = world
  const liveFor = async (spanMs: number) => {
    const until = clock.now() + spanMs
    while (clock.now() < until) {
      const { paused, nextDueAt } = await wake()
      const next = paused?.until ?? nextDueAt ?? until
      clock.advance(Math.max(second, next - clock.now()))
    }
  }
  return { ...world, liveFor }
}

describe('an hour of HTTP 500 to everything', () => {
  it('costs a handful of parked operations, and the rest wait', async () => {
    const till = await openLoneWorld(() => reply(500), 1)
    for (let index = 0; index < 100; index += 1) await till.append('refund', refundOf(`card-${index}`))
    await till.liveFor(hour)
    const parked = await till.journal.list({ state: 'parked', limit: 1_000 })
    expect(parked.length).toBeLessThanOrEqual(6)
    expect(parked.length).toBeGreaterThan(0)
    expect(await till.journal.list({ state: 'queued', limit: 1_000 })).toHaveLength(100 - parked.length)
    expect(till.transport.sent.length).toBe(parked.length)
  })

  it('costs each kind its own handful, and everything else settles once it is over', async () => {
    let isDown = true
    const till = await openLoneWorld(() => (isDown ? reply(500) : json200()), 2)
    for (const kind of kinds) await till.append(kind, fullModels[kind])
    for (let index = 0; index < 30; index += 1) await till.append('refund', refundOf(`card-${index}`))
    await till.liveFor(hour)
    isDown = false
    await till.liveFor(hour)
    expect(await till.journal.list({ state: 'queued' })).toEqual([])
    expect((await till.journal.list({ state: 'parked', limit: 1_000 })).length).toBeLessThanOrEqual(10)
  })
})

describe('a service that answers 429', () => {
  it('is asked by one operation after each pause, and sees no burst when it comes back', async () => {
    let isBusy = true
    const till = await openLoneWorld(() => (isBusy ? reply(429, '', { 'retry-after': '60' }) : json200()), 3)
    for (let index = 0; index < 50; index += 1) await till.append('refund', refundOf(`card-${index}`))
    await till.liveFor(600 * second)
    expect(till.transport.sent.length).toBeLessThanOrEqual(10)
    isBusy = false
    await till.liveFor(600 * second)
    expect(await till.journal.list({ state: 'settled', limit: 1_000 })).toHaveLength(50)
  })

  it('sees a thousand tills come back spread over as long as it asked for, none too early', () => {
    const random = createRandom(4)
    const returns = Array.from({ length: 1_000 }, () => retryDelayMs(60 * second, random()))
    expect(Math.min(...returns)).toBeGreaterThanOrEqual(60 * second)
    expect(largestShare(returns)).toBeLessThanOrEqual(0.05)
  })
})

describe('a thousand tills that lost one service at the same moment', () => {
  it.each([
    [3, { shareMax: 0.21, secondsMax: 13 }],
    [10, { shareMax: 0.15, secondsMax: 19 }],
    [30, { shareMax: 0.12, secondsMax: 19 }],
    [59, { shareMax: 0.12, secondsMax: 19 }],
    [120, { shareMax: 0.07, secondsMax: 60 }],
    [600, { shareMax: 0.05, secondsMax: 60 }],
    [3_600, { shareMax: 0.05, secondsMax: 60 }],
  ])('come back from %d s the more spread the longer it was', (outageSeconds, { shareMax, secondsMax }) => {
    const random = createRandom(outageSeconds)
    const firsts = Array.from({ length: 1_000 }, () => {
      let now = 0
      let pause: Pause | undefined
      do {
        pause = pauseAfterProbe('unreachable', pause, now, random())
        expect(isHolding(pause, now)).toBe(true)
        now = pause.until
      } while (now < outageSeconds * second)
      return now
    })
    expect(largestShare(firsts)).toBeLessThanOrEqual(shareMax)
    expect(Math.max(...firsts) - outageSeconds * second).toBeLessThanOrEqual(secondsMax * second)
  })
})

/** The largest part of all that falls into one second, wherever that second begins. */
function largestShare(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right)
  const most = sorted.reduce((largest, start, index) => {
    const end = sorted.findIndex((time, later) => later > index && time >= start + second)
    return Math.max(largest, (end === -1 ? sorted.length : end) - index)
  }, 0)
  return most / times.length
}
