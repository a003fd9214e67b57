import { expect, it, vi } from 'vitest'
import { coalesce } from '../../src/demo/timing.js'

it('coalesce serves many calls with few, and misses none', async () => {
  vi.useFakeTimers()
  try {
    let changes = 0
    const seen: number[] = []
    const refresh = coalesce(() => {
      seen.push(changes)
      return Promise.resolve()
    }, 100)
    for (changes = 1; changes <= 10; changes += 1) refresh()
    expect(seen).toEqual([1])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen).toEqual([1, 11])
    refresh()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen).toEqual([1, 11, 11])
  } finally {
    vi.useRealTimers()
  }
})

it('coalesce goes on after work that failed', async () => {
  const failed = new Error('the disk is full')
  const heard = new Promise((resolve) => process.once('unhandledRejection', resolve))
  let times = 0
  const refresh = coalesce(() => {
    times += 1
    return times === 1 ? Promise.reject(failed) : Promise.resolve()
  }, 0)
  refresh()
  expect(await heard).toBe(failed)
  refresh()
  expect(times).toBe(2)
})
