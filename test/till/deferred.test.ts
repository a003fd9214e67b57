import { describe, expect, it, vi } from 'vitest'
import type { Replayer } from '../../src/replay/replayer.js'
import type { RunResult } from '../../src/replay/run.js'
import { createDeferredReplayer } from '../../src/till/deferred.js'

const result: RunResult = { settled: 3, parked: 0, requeued: 0, voided: 0, isCut: false }

/** A replayer that writes down what it is told. */
function createTold(): { told: string[]; replayer: Replayer } {
  const told: string[] = []
  const replayer: Replayer = {
    wake(wish) {
      told.push(wish?.isManual === true ? 'wish' : 'wake')
      return Promise.resolve(result)
    },
    halt() {
      told.push('halt')
      return Promise.resolve()
    },
    resume() {
      told.push('resume')
    },
    still(work) {
      told.push('still')
      return work()
    },
  }
  return { told, replayer }
}

/** A file that has been asked for and has not come. */
function awaitFile(): { promise: Promise<Replayer>; resolve: (replayer: Replayer) => void } {
  let resolve: (replayer: Replayer) => void = () => undefined
  const promise = new Promise<Replayer>((come) => {
    resolve = come
  })
  return { promise, resolve }
}

describe('a replayer whose code comes in a file of its own', () => {
  it('is asked for before anybody needs it, and once', async () => {
    const { replayer } = createTold()
    const load = vi.fn(() => Promise.resolve(replayer))
    const deferred = createDeferredReplayer(load)
    expect(load).toHaveBeenCalledTimes(1)
    await deferred.wake()
    await deferred.still(() => Promise.resolve())
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('serves a wake and a wish that came before it', async () => {
    const { told, replayer } = createTold()
    const arrival = awaitFile()
    const deferred = createDeferredReplayer(() => arrival.promise)
    const woken = [
      deferred.wake(),
      deferred.wake({ isManual: true }),
      deferred.still(() => Promise.resolve(7)),
    ]
    expect(told).toEqual([])
    arrival.resolve(replayer)
    expect(await Promise.all(woken)).toEqual([result, result, 7])
    expect(told).toEqual(['wake', 'wish', 'still'])
  })

  it('says that it could not be had, and is asked for again', async () => {
    const { replayer } = createTold()
    const load = vi.fn<() => Promise<Replayer>>()
    load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(replayer)
    const deferred = createDeferredReplayer(load)
    await expect(deferred.wake()).rejects.toMatchObject({
      code: 'load-failed',
      params: { action: 'replay', error: 'TypeError' },
    })
    expect(await deferred.wake()).toBe(result)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('claims nothing on a page that left before it came, until the page returns', async () => {
    const { told, replayer } = createTold()
    const arrival = awaitFile()
    const deferred = createDeferredReplayer(() => arrival.promise)
    const woken = deferred.wake()
    await deferred.halt()
    arrival.resolve(replayer)
    await woken
    expect(told).toEqual(['halt', 'wake'])
    deferred.resume()
    expect(told).toEqual(['halt', 'wake', 'resume'])
  })

  it('is not halted for a page that left and returned meanwhile', async () => {
    const { told, replayer } = createTold()
    const arrival = awaitFile()
    const deferred = createDeferredReplayer(() => arrival.promise)
    await deferred.halt()
    deferred.resume()
    arrival.resolve(replayer)
    await deferred.wake()
    expect(told).toEqual(['wake'])
  })

  it('halts in the very moment it is told to, once it is there', async () => {
    const { told, replayer } = createTold()
    const deferred = createDeferredReplayer(() => Promise.resolve(replayer))
    await deferred.wake()
    void deferred.halt()
    expect(told).toEqual(['wake', 'halt'])
  })

  it('holds up nobody who closes the till while its file does not come', async () => {
    const deferred = createDeferredReplayer(() => new Promise(() => undefined))
    await expect(deferred.halt()).resolves.toBeUndefined()
  })
})
