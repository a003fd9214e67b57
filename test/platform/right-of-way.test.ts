import { afterEach, describe, expect, it, vi } from 'vitest'
import { clock } from '../../src/platform/clock.js'
import { createRightOfWay, type RightOfWay } from '../../src/platform/right-of-way.js'

const open: RightOfWay[] = []

function create(name: string): RightOfWay {
  const rightOfWay = createRightOfWay(name)
  open.push(rightOfWay)
  return rightOfWay
}

afterEach(() => {
  for (const rightOfWay of open.splice(0)) rightOfWay.close()
  vi.restoreAllMocks()
})

/** Time stands still but for what is waited through. */
function stopTime(): { waited: () => number } {
  let ticks = 1_000
  vi.spyOn(clock, 'ticks').mockImplementation(() => ticks)
  vi.spyOn(clock, 'after').mockImplementation((delayMs) => {
    ticks += delayMs
    return { over: Promise.resolve(), cancel: () => undefined }
  })
  return { waited: () => ticks - 1_000 }
}

describe('a turn of the replay', () => {
  it('waits for nothing where nobody is served', async () => {
    const time = stopTime()
    await create('a').give()
    expect(time.waited()).toBe(0)
  })

  it('waits while a sale is written, and a moment for the next of the row', async () => {
    const time = stopTime()
    const rightOfWay = create('b')
    await rightOfWay.take(async () => {
      await rightOfWay.give()
      expect(time.waited()).toBe(25)
    })
    await rightOfWay.give()
    expect(time.waited()).toBe(29)
  })

  it('goes on after 50 ms, however long the row', async () => {
    let ticks = 0
    const rightOfWay = create('c')
    vi.spyOn(clock, 'ticks').mockImplementation(() => ticks)
    vi.spyOn(clock, 'after').mockImplementation((delayMs) => {
      ticks += delayMs
      void rightOfWay.take(() => new Promise(() => undefined))
      return { over: Promise.resolve(), cancel: () => undefined }
    })
    void rightOfWay.take(() => new Promise(() => undefined))
    await rightOfWay.give()
    expect(ticks).toBe(50)
  })

  it('hears of the counter in another tab', async () => {
    const [page, worker] = [create('d'), create('d')]
    let ticks = 0
    vi.spyOn(clock, 'ticks').mockImplementation(() => ticks)
    const waits: number[] = []
    vi.spyOn(clock, 'after').mockImplementation((delayMs) => {
      waits.push(delayMs)
      ticks += delayMs
      return { over: Promise.resolve(), cancel: () => undefined }
    })
    void page.take(() => new Promise(() => undefined))
    await expect
      .poll(async () => {
        await worker.give()
        return waits.length
      })
      .toBeGreaterThan(0)
  })

  it('is told of the counter only while it is there', async () => {
    let ticks = 5_000
    vi.spyOn(clock, 'ticks').mockImplementation(() => ticks)
    const sent = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
    const [page, worker] = [create('e'), create('e')]
    const serve = () => page.take(() => Promise.resolve())
    await serve()
    expect(sent).not.toHaveBeenCalled()
    await worker.give()
    await worker.give()
    expect(sent.mock.calls).toEqual([['turn']])
    // The page hears of it by a message of its own time.
    await expect
      .poll(async () => {
        await serve()
        return sent.mock.calls.slice(1)
      })
      .toEqual([['begin'], ['end']])
    ticks += 1_000
    await serve()
    expect(sent).toHaveBeenCalledTimes(3)
  })

  it('waits until the last of several is written', async () => {
    const time = stopTime()
    const rightOfWay = create('f')
    await Promise.all([
      rightOfWay.take(() => Promise.resolve()),
      rightOfWay.take(async () => {
        await Promise.resolve()
        await Promise.resolve()
        await rightOfWay.give()
      }),
    ])
    expect(time.waited()).toBe(25)
  })
})
