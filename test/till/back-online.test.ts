import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clock as realClock } from '../../src/platform/clock.js'
import type { Transport } from '../../src/ports.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { createDispatch } from '../../src/till/dispatch.js'
import { createDeps } from '../support/deps.js'
import { createRandom } from '../support/random.js'
import { createFakeLock, json200 } from '../support/replay.js'
import { createMemoryJournal } from '../tools/fleet/journal.js'

const second = 1_000

/** How a dead line behaves: requests fail at once, or nothing comes back until the probe times out. */
const deadLines = [
  { line: 'refuses at once', probeMs: 5 },
  { line: 'swallows everything', probeMs: 5 * second },
]

/** A page's dispatch and loop, on a line that dies and comes back as the test says. */
function openTill(seed: number, probeMs: number) {
  let isUp = true
  const probes: number[] = []
  const sent: number[] = []
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const transport: Transport = {
    canRenew: false,
    async probe() {
      probes.push(Date.now())
      const wasUp = isUp
      await wait(wasUp ? 20 : probeMs)
      return wasUp ? 'reachable' : 'unreachable'
    },
    async send(_, gate) {
      if (!(await gate())) return { tag: 'unsent', why: 'overtaken', at: Date.now() }
      sent.push(Date.now())
      await wait(20)
      return json200()
    },
  }
  const clock = { ...realClock, random: createRandom(seed) }
  const journal = createMemoryJournal(`till-${seed}`)
  const deps = createDeps({ journal, transport, clock })
  const replayer = createReplayer(() => Promise.resolve(deps), createFakeLock())
  const dispatch = createDispatch({
    wake: (urge) => replayer.wake(urge),
    clock,
    onFault: (error) => {
      throw error
    },
    onWell: () => undefined,
    isSeen: () => true,
    waits: () => false,
    isOffline: () => false,
  })
  return {
    ...dispatch,
    probes,
    sent,
    journal,
    ringUp() {
      journal.ringUp(Date.now())
      dispatch.nudge('rung-up')
    },
    fail: () => {
      isUp = false
    },
    comeBack: () => {
      isUp = true
    },
  }
}

const live = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** How long after the line's return the first operation was sent, where nobody does anything. */
async function measureReturn(outageMs: number, seed: number, probeMs: number): Promise<number> {
  const till = openTill(seed, probeMs)
  till.fail()
  till.ringUp()
  await live(outageMs)
  till.comeBack()
  const backAt = Date.now()
  await live(70 * second)
  till.stop()
  return ((till.sent[0] ?? Infinity) - backAt) / second
}

async function measureAll(from: number, until: number, probeMs: number): Promise<number[]> {
  const returns: number[] = []
  for (let outage = from; outage < until; outage += 1) {
    for (let seed = 1; seed <= 20; seed += 1) {
      // The outage ends anywhere within that second.
      returns.push(await measureReturn((outage + seed / 20) * second, outage * 100 + seed, probeMs))
    }
  }
  return returns.sort((one, other) => one - other)
}

const medianOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? NaN

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(deadLines)('after an outage on a line that $line', ({ probeMs }) => {
  it.each([
    [5, 15],
    [15, 30],
    [30, 45],
    [45, 60],
  ])(
    'of %i to %i s, the first operation leaves within 20 s, half of the time within 8',
    async (from, until) => {
      const returns = await measureAll(from, until, probeMs)
      const told = `seeds ${from}01 to ${until - 1}20: median ${medianOf(returns)} s, at most ${returns.at(-1)} s`
      expect(medianOf(returns), told).toBeLessThanOrEqual(8)
      expect(returns.at(-1), told).toBeLessThanOrEqual(20)
    },
  )

  it('of minutes, it leaves within a minute', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      expect(await measureReturn(seed * 30 * second, seed, probeMs), `seed ${seed}`).toBeLessThanOrEqual(60.1)
    }
  })

  it('the browser’s word ends the wait within 3 s', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const till = openTill(seed, probeMs)
      till.fail()
      till.ringUp()
      await live((100 + seed / 7) * second)
      till.comeBack()
      const backAt = Date.now()
      till.hint()
      // The browser repeats itself, and the wait does not begin anew.
      await live(second)
      till.hint()
      await live(60 * second)
      till.stop()
      const latest = probeMs + 3.1 * second
      expect((till.sent[0] ?? Infinity) - backAt, `seed ${seed}`).toBeLessThanOrEqual(latest)
    }
  })
})

describe('while the line is out', () => {
  const probeMs = 5

  it('what is rung up is sent at once if the line is back', async () => {
    const till = openTill(1, probeMs)
    till.fail()
    till.ringUp()
    await live(10 * second)
    till.comeBack()
    const before = till.probes.length
    till.ringUp()
    await live(100)
    expect(till.probes.length).toBe(before + 1)
    expect(till.sent.length).toBe(2)
    till.stop()
  })

  it('a busy counter probes every three seconds and not more often', async () => {
    const till = openTill(2, probeMs)
    till.fail()
    till.ringUp()
    await live(2 * 60 * second)
    const before = till.probes.length
    for (let sale = 0; sale < 600; sale += 1) {
      till.ringUp()
      await live(100)
    }
    const perMinute = till.probes.length - before
    expect(perMinute).toBeGreaterThanOrEqual(19)
    // Those of the wait itself come on top.
    expect(perMinute).toBeLessThanOrEqual(24)
    till.stop()
  })

  it('never has two probes under way', async () => {
    const till = openTill(3, 5 * second)
    till.fail()
    for (let sale = 0; sale < 600; sale += 1) {
      till.ringUp()
      await live(100)
    }
    const gaps = till.probes.slice(1).map((at, index) => at - (till.probes[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5 * second)
    expect(till.probes.length).toBeGreaterThan(5)
    till.stop()
  })

  it('what is rung up soon after another is sent within three seconds of it', async () => {
    const till = openTill(4, probeMs)
    till.fail()
    till.ringUp()
    await live(60 * second)
    till.ringUp()
    await live(second)
    till.comeBack()
    till.ringUp()
    await live(2_200)
    expect(till.sent.length).toBe(3)
    till.stop()
  })
})
