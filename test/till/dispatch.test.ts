import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunResult, Urge } from '../../src/replay/run.js'
import { createDispatch, type Dispatch } from '../../src/till/dispatch.js'
import { clock } from '../../src/platform/clock.js'

const nothing: RunResult = { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false }

/** A dispatch whose runs end when the test says so. */
function setUp() {
  const ends: (() => void)[] = []
  const wakes: Urge[] = []
  const wake = (urge: Urge) => {
    wakes.push(urge)
    return new Promise<RunResult>((resolve) => {
      ends.push(() => {
        resolve(nothing)
      })
    })
  }
  const dispatch: Dispatch = createDispatch({
    wake,
    clock,
    onFault: () => undefined,
    onWell: () => undefined,
    isSeen: () => true,
    isOffline: () => false,
  })
  const endAll = async () => {
    for (const end of ends.splice(0)) end()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { dispatch, wakes, endAll }
}

describe('what is rung up while a run is on', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is passed on to that run now and then, and begins none of its own when it ends', async () => {
    const { dispatch, wakes, endAll } = setUp()
    dispatch.nudge('rung-up')
    for (let sale = 0; sale < 200; sale += 1) {
      dispatch.nudge('rung-up')
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(wakes.length).toBeLessThanOrEqual(1 + 200 / 50)
    await vi.advanceTimersByTimeAsync(50)
    const before = wakes.length
    await endAll()
    expect(wakes).toHaveLength(before)
    dispatch.stop()
  })

  it('is not forgotten where the run ends at that moment', async () => {
    const { dispatch, wakes, endAll } = setUp()
    dispatch.nudge('rung-up')
    dispatch.nudge('rung-up')
    await endAll()
    await vi.advanceTimersByTimeAsync(50)
    expect(wakes).toEqual([{ isManual: false }, { isManual: false }])
    dispatch.stop()
  })
})
