import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { watchLeaving } from '../../src/till/letting-go.js'
import { freshName, raze, untilClosed } from '../support/journals.js'
import { listHeads, open, standInForFiles, untilCopied, untilKept } from '../support/lost-till.js'
import { refundOf } from '../support/models.js'

standInForFiles()

afterEach(() => {
  vi.useRealTimers()
})

/** A till whose mirror and witness have nothing to do. */
async function openQuiet(name: string): Promise<Till> {
  const till = await open(name)
  await till.refund(refundOf('card of S-1'), { id: 'S-1' })
  await untilCopied(name, 1)
  return till
}

/** The database is gone, and the till begins anew. */
async function loseClosed(name: string): Promise<Till> {
  await raze(name)
  return open(name)
}

const countTurns = async (name: string) => (await createWitnessStore(name).read()).map(({ turn }) => turn)

describe('a till that is closed right after an operation was saved', () => {
  it('has it in the mirror and in the witness: after a loss it is missing, and is brought back', async () => {
    const name = freshName()
    const till = await openQuiet(name)
    const closed = untilClosed(name)
    await till.refund(refundOf('card of S-2'), { id: 'S-2' })
    till.close()
    await closed
    expect(await listHeads(name)).toHaveLength(2)
    const next = await loseClosed(name)
    expect(next.status.value.storage.losses).toMatchObject([{ missing: 2 }])
    await untilKept(next, 2)
  })

  it('tells nothing more of itself', async () => {
    const name = freshName()
    const till = await openQuiet(name)
    const closed = untilClosed(name)
    await till.refund(refundOf('card of S-2'))
    till.close()
    const heard = vi.fn()
    till.status.subscribe(heard)
    await closed
    expect(heard).toHaveBeenCalledOnce()
  })

  it('writes no witness where nothing has changed: your app may be deleting them', async () => {
    const name = freshName()
    const till = await openQuiet(name)
    const turns = await countTurns(name)
    const closed = untilClosed(name)
    till.close()
    await closed
    expect(await countTurns(name)).toEqual(turns)
  })
})

describe('what a closed till waits for', () => {
  const never = () => new Promise<void>(() => undefined)
  let isOver = false
  const follow = (closing: Promise<void>) => {
    isOver = false
    void closing.then(() => {
      isOver = true
    })
  }

  beforeEach(() => {
    vi.useFakeTimers()
  })

  it('is two seconds at most, where the browser gives no answer', async () => {
    follow(watchLeaving()({ sent: undefined, write: never }))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isOver).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is nothing on a page that leaves, before it is closed or after', async () => {
    const letGo = watchLeaving()
    const write = vi.fn(never)
    follow(letGo({ sent: undefined, write }))
    await vi.advanceTimersByTimeAsync(10)
    expect([write.mock.calls.length, isOver]).toEqual([1, false])
    dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    expect(isOver).toBe(true)
    const letGoLater = watchLeaving()
    dispatchEvent(new Event('pagehide'))
    await letGoLater({ sent: Promise.resolve(), write })
    expect(write).toHaveBeenCalledOnce()
  })

  it('is written where the page was away and is back', async () => {
    const letGo = watchLeaving()
    dispatchEvent(new Event('pagehide'))
    dispatchEvent(new Event('pageshow'))
    const write = vi.fn(never)
    follow(letGo({ sent: undefined, write }))
    await vi.advanceTimersByTimeAsync(10)
    expect([write.mock.calls.length, isOver]).toEqual([1, false])
  })

  it('is what is under way too, and then what came of it is written as well', async () => {
    let answer: () => void = () => undefined
    const sent = new Promise<void>((resolve) => {
      answer = resolve
    })
    const write = vi.fn(() => Promise.resolve())
    follow(watchLeaving()({ sent, write }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([write.mock.calls.length, isOver]).toEqual([1, false])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([write.mock.calls.length, isOver]).toEqual([2, true])
  })
})
