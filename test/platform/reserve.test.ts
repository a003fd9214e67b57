import { expect, it, onTestFinished, vi } from 'vitest'
import { createReserve } from '../../src/platform/reserve.js'
import { freshName } from '../support/journals.js'

it('the reserve is not waited for without end where a stopped tab cannot let go of it', async () => {
  const name = freshName()
  const request = indexedDB.open(`${name}:reserve`, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('room')
  const other = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    other.close()
  })
  const releasing = createReserve(name).release()
  let isReleased = false
  void releasing.then(() => (isReleased = true))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isReleased).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await releasing).toBe(true)
})
