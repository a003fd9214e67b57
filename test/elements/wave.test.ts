import { describe, expect, it } from 'vitest'
import { createWave } from '../../src/elements/status/wave.js'
import type { TillStatus } from '../../src/index.js'

function statusOf(done: number, waiting: number, more: Partial<TillStatus> = {}): TillStatus {
  return {
    reach: 'online',
    pauses: [],
    counts: { queued: waiting, sending: 0, settled: 0, parked: 0, voided: 0 },
    oldestQueuedAt: undefined,
    hints: [],
    clockOffsetMs: undefined,
    replay: { running: true, done, total: done + waiting },
    storage: { state: 'open' },
    worker: { state: 'active' },
    parts: { state: 'loaded' },
    ...more,
  }
}
const resting = (done: number, waiting: number) =>
  statusOf(done, waiting, { replay: { running: false, done } })

describe('a delivery', () => {
  it('goes on where the run before left off, though each run counts from nothing', () => {
    const wave = createWave()
    const seen = [statusOf(0, 5_000), statusOf(820, 4_180), resting(820, 4_180), statusOf(0, 4_180)].map(
      (status) => wave.note(status),
    )
    expect(seen).toEqual([
      { done: 0, total: 5_000 },
      { done: 820, total: 5_000 },
      undefined,
      { done: 820, total: 5_000 },
    ])
    expect(wave.note(statusOf(1_000, 3_180))).toEqual({ done: 1_820, total: 5_000 })
    expect(wave.note(statusOf(10, 3_170))).toEqual({ done: 1_830, total: 5_000 })
  })

  it('grows with what is rung up meanwhile', () => {
    const wave = createWave()
    wave.note(statusOf(5, 20))
    expect(wave.note(statusOf(5, 25))).toEqual({ done: 5, total: 30 })
  })

  it('is over when nothing waits, or the line is gone, and the next begins anew', () => {
    for (const end of [resting(50, 0), statusOf(50, 0), statusOf(50, 10, { reach: 'offline' })]) {
      const wave = createWave()
      wave.note(statusOf(50, 10))
      wave.note(end)
      wave.note(resting(50, 10))
      expect(wave.note(statusOf(0, 10))).toEqual({ done: 0, total: 10 })
    }
  })

  it('is each sale alone where one operation stays stuck, however many sales there were', () => {
    const wave = createWave()
    for (let sale = 0; sale < 12; sale += 1) {
      expect(wave.note(statusOf(0, 2))).toEqual({ done: 0, total: 2 })
      expect(wave.note(statusOf(1, 1))).toEqual({ done: 1, total: 2 })
      wave.note(resting(1, 1))
      if (sale % 2 === 0) wave.note(resting(1, 2))
    }
  })

  it('is not made up where a count is not known', () => {
    expect(createWave().note(statusOf(5, 5, { replay: { running: true, done: 5 } }))).toBeUndefined()
  })
})
