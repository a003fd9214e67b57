import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageRefused } from '../../src/domain/errors.js'
import type { Reserve } from '../../src/platform/reserve.js'
import { createStorageCare, type StorageCare, type StorageStatus } from '../../src/till/storage.js'

interface World {
  care: StorageCare
  told: StorageStatus[]
  reserve: Reserve & { isThere: boolean | undefined; takes: number; releases: number; ring: () => void }
}

let estimate: { usage?: number; quota?: number } = {}
beforeEach(() => {
  vi.useFakeTimers()
  estimate = { usage: 0, quota: 1_000_000_000 }
  vi.stubGlobal('navigator', {
    storage: { estimate: () => Promise.resolve(estimate), persist: () => Promise.resolve(false) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function createReserve(): World['reserve'] {
  return {
    isThere: true,
    takes: 0,
    releases: 0,
    ring: () => undefined,
    watch(tell) {
      this.ring = tell
    },
    take() {
      this.takes += 1
    },
    release() {
      this.releases += 1
      this.isThere = false
      this.ring()
      return Promise.resolve(true)
    },
    stop: () => undefined,
  }
}

async function open(): Promise<World> {
  const told: StorageStatus[] = []
  const reserve = createReserve()
  const care = createStorageCare(reserve, (status) => told.push(status))
  await vi.advanceTimersByTimeAsync(0)
  return { care, told, reserve }
}

describe('room for a new promise', () => {
  it('is there while both the browser and the reserve say so', async () => {
    const { care, told } = await open()
    expect(await care.keep('refund', () => Promise.resolve(7))).toBe(7)
    expect(told.at(-1)).toEqual({
      state: 'open',
      isPersistent: false,
      usageBytes: 0,
      quotaBytes: 1_000_000_000,
    })
    care.stop()
  })

  it.each([
    ['8 MB of a large quota', 1_000_000_000, 8_000_000],
    ['a tenth of a small one', 20_000_000, 2_000_000],
  ])('ends at %s, before anything is written', async (_, quota, reserveBytes) => {
    estimate = { quota, usage: quota - reserveBytes }
    const roomy = await open()
    await expect(roomy.care.keep('refund', () => Promise.resolve())).resolves.toBeUndefined()
    roomy.care.stop()
    estimate = { quota, usage: quota - reserveBytes + 1 }
    const { care, told } = await open()
    const write = vi.fn(() => Promise.resolve())
    await expect(care.keep('refund', write)).rejects.toThrow(StorageRefused)
    expect(write).not.toHaveBeenCalled()
    expect(told.at(-1)).toMatchObject({ state: 'low' })
    care.stop()
  })

  it('is not asked after where the browser makes no estimate', async () => {
    vi.stubGlobal('navigator', {})
    const { care, told } = await open()
    await expect(care.keep('refund', () => Promise.resolve(1))).resolves.toBe(1)
    expect(told.at(-1)).toEqual({ state: 'open' })
    care.stop()
  })

  it('ends when the browser refuses, and what waits gets the reserve', async () => {
    const { care, told, reserve } = await open()
    const full = new StorageRefused('refund', new DOMException('', 'QuotaExceededError'))
    await expect(care.keep('refund', () => Promise.reject(full))).rejects.toBe(full)
    expect(reserve.releases).toBe(1)
    expect(told.at(-1)).toMatchObject({ state: 'low' })
    const write = vi.fn(() => Promise.resolve())
    await vi.advanceTimersByTimeAsync(0)
    const takes = reserve.takes
    await expect(care.keep('refund', write)).rejects.toThrow(StorageRefused)
    expect(write).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(0)
    expect(reserve.takes).toBe(takes + 1)
    reserve.isThere = true
    await expect(care.keep('refund', () => Promise.resolve(1))).resolves.toBe(1)
    care.stop()
  })

  it('is looked at again every minute, and after 32 more were kept', async () => {
    const { care, told } = await open()
    estimate = { usage: 5, quota: 1_000_000_000 }
    for (let count = 0; count < 31; count += 1) await care.keep('refund', () => Promise.resolve())
    await vi.advanceTimersByTimeAsync(0)
    expect(told.at(-1)?.usageBytes).toBe(0)
    await care.keep('refund', () => Promise.resolve())
    await vi.advanceTimersByTimeAsync(0)
    expect(told.at(-1)?.usageBytes).toBe(5)
    estimate = { usage: 6, quota: 1_000_000_000 }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told.at(-1)?.usageBytes).toBe(6)
    care.stop()
  })
})

describe('what is told of the storage', () => {
  it('is the standing of the database before any lack of room', async () => {
    const { care, told, reserve } = await open()
    await reserve.release()
    care.noteState('lost')
    expect(told.at(-1)?.state).toBe('lost')
    care.noteState('open')
    expect(told.at(-1)?.state).toBe('low')
    care.stop()
  })

  it('is a fault for as long as it is one', async () => {
    const { care, told } = await open()
    care.noteFault('replay', new Error('torn'))
    care.noteFault('summary')
    expect(told.at(-1)?.fault).toBe('Error')
    care.noteFault('replay')
    expect(told.at(-1)).not.toHaveProperty('fault')
    care.stop()
  })
})

describe('losses', () => {
  const loss = { how: 'replaced', recognisedAt: 2_000, knownUntil: 1_000, missing: 2 } as const

  it('that a person has acknowledged are not brought back by a witness from before', async () => {
    const { care, told } = await open()
    care.noteLosses([loss])
    expect(told.at(-1)?.state).toBe('replaced')
    care.endLosses()
    care.noteLosses([loss])
    expect(told.at(-1)?.state).toBe('open')
    expect(told.at(-1)?.losses).toBeUndefined()
    const later = { ...loss, recognisedAt: 3_000 }
    care.noteLosses([loss, later])
    expect(told.at(-1)?.losses).toHaveLength(1)
    care.stop()
  })
})
