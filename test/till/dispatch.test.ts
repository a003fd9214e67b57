import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Urge } from '../../src/replay/cues.js'
import type { RunResult } from '../../src/replay/run.js'
import { createDispatch, type Dispatch } from '../../src/till/dispatch.js'
import { clock } from '../../src/platform/clock.js'

const nothing: RunResult = { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false }

/** A dispatch whose runs end when the test says so. */
function setUp({ isSeen, isWaiting } = { isSeen: true, isWaiting: false }) {
  const page = { isWaiting }
  const ends: ((result?: Partial<RunResult>) => void)[] = []
  const wakes: Urge[] = []
  const wake = (urge: Urge) => {
    wakes.push(urge)
    return new Promise<RunResult>((resolve) => {
      ends.push((result) => {
        resolve({ ...nothing, ...result })
      })
    })
  }
  const dispatch: Dispatch = createDispatch({
    wake,
    clock,
    onFault: () => undefined,
    onWell: () => undefined,
    isSeen: () => isSeen,
    waits: () => page.isWaiting,
    isOffline: () => false,
  })
  const endAll = async (result?: Partial<RunResult>) => {
    for (const end of ends.splice(0)) end(result)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { dispatch, wakes, endAll, page }
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

describe('new headers while a run is on', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const refused = (): Partial<RunResult> => ({
    paused: {
      scope: 'service',
      reason: 'unauthorized',
      since: Date.now(),
      until: Date.now() + 300_000,
      failures: 1,
      isFirm: false,
    },
  })

  it('are tried at once, though that run ends with the pause of the old ones', async () => {
    const { dispatch, wakes, endAll } = setUp()
    dispatch.nudge('rung-up')
    dispatch.resume(() => Promise.resolve())
    await endAll(refused())
    expect(wakes).toHaveLength(2)
    await endAll(refused())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(wakes).toHaveLength(2)
    dispatch.stop()
  })

  it('end the pause that this run has stored before the next run begins, and end none for that one', async () => {
    const { dispatch, wakes, endAll } = setUp()
    const endPause = vi.fn(() => {
      expect(wakes).toHaveLength(1)
      return Promise.reject(new Error('the disk is gone'))
    })
    dispatch.nudge('rung-up')
    dispatch.resume(endPause)
    // A run that is asked for before the pause has ended would begin with it.
    await vi.advanceTimersByTimeAsync(100)
    expect(endPause).not.toHaveBeenCalled()
    expect(wakes).toHaveLength(1)
    await endAll(refused())
    expect(endPause).toHaveBeenCalledTimes(1)
    expect(wakes).toHaveLength(2)
    await endAll(refused())
    expect(endPause).toHaveBeenCalledTimes(1)
    dispatch.stop()
  })
})

describe('a page that nobody sees, and whose last run found nothing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['looks again where something waits: another page has left it', true, 2],
    ['lets the line rest where nothing waits', false, 1],
  ])('%s', async (_, isWaiting, runs) => {
    const { dispatch, wakes, endAll } = setUp({ isSeen: false, isWaiting })
    dispatch.nudge('opened')
    await endAll()
    await vi.advanceTimersByTimeAsync(130_000)
    expect(wakes).toHaveLength(runs)
    dispatch.stop()
  })

  it('finds what another page leaves long after the last run found nothing', async () => {
    const { dispatch, wakes, endAll, page } = setUp({ isSeen: false, isWaiting: false })
    dispatch.nudge('opened')
    await endAll()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(wakes).toHaveLength(1)
    page.isWaiting = true
    await vi.advanceTimersByTimeAsync(120_000)
    expect(wakes).toHaveLength(2)
    dispatch.stop()
  })
})
