import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPart, type Part } from '../../src/till/part.js'
import { standInForPage } from '../support/node-till.js'

type Load = () => Promise<() => string>

const parts: Part<string>[] = []

beforeEach(() => {
  standInForPage()
})
afterEach(() => {
  for (const part of parts.splice(0)) part.stop()
  vi.unstubAllGlobals()
})

/** A part, and what it has reported. */
function begin(load: Load): { part: Part<string>; told: unknown[] } {
  const told: unknown[] = []
  const part = createPart(load, ({ state, fault }) => {
    told.push(fault instanceof Error ? `${state}: ${fault.message}` : state)
  })
  parts.push(part)
  return { part, told }
}

/** A file that has been asked for and has not come. */
function awaitFile(): { load: Load; come: (make?: () => string) => void } {
  let come: (make: () => string) => void = () => undefined
  const file = new Promise<() => string>((resolve) => {
    come = resolve
  })
  return {
    load: () => file,
    come: (make = () => 'rest') => {
      come(make)
    },
  }
}

const gone = () => Promise.reject(new TypeError('Failed to fetch'))

describe('a part whose code comes in a file of its own', () => {
  it('is asked for before anybody needs it, and once', async () => {
    const load = vi.fn(() => Promise.resolve(() => 'rest'))
    const { part, told } = begin(load)
    expect(load).toHaveBeenCalledTimes(1)
    expect(await part.need('day')).toBe('rest')
    expect(await part.need('entries')).toBe('rest')
    expect(await part.arrived).toBe('rest')
    expect(part.content).toBe('rest')
    expect(load).toHaveBeenCalledTimes(1)
    expect(told).toEqual(['loaded'])
  })

  it('leaves nothing behind in memory for a call, once it is there', async () => {
    const { part } = begin(() => Promise.resolve(() => 'rest'))
    await part.arrived
    const race = vi.spyOn(Promise, 'race')
    try {
      for (let call = 0; call < 3; call += 1) expect(await part.need('day')).toBe('rest')
      expect(race).not.toHaveBeenCalled()
    } finally {
      race.mockRestore()
    }
  })

  it('serves every call that came before it', async () => {
    const { load, come } = awaitFile()
    const { part } = begin(load)
    const asked = [part.need('day'), part.need('entries')]
    expect(part.content).toBeUndefined()
    come()
    expect(await Promise.all(asked)).toEqual(['rest', 'rest'])
  })

  it('says that it could not be had, and is asked for again by the next call', async () => {
    const load = vi.fn<Load>(() => Promise.resolve(() => 'rest')).mockImplementationOnce(gone)
    const { part, told } = begin(load)
    await expect(part.need('day')).rejects.toMatchObject({
      code: 'load-failed',
      params: { action: 'day', error: 'TypeError' },
    })
    expect(told).toEqual(['missing: Failed to fetch'])
    expect(await part.need('day')).toBe('rest')
    expect(told).toEqual(['missing: Failed to fetch', 'loaded'])
  })

  it('is asked for again by itself, though nobody calls', async () => {
    const load = vi.fn<Load>(() => Promise.resolve(() => 'rest')).mockImplementationOnce(gone)
    const { part, told } = begin(load)
    expect(await part.arrived).toBe('rest')
    expect(told.at(-1)).toBe('loaded')
  })

  it('is asked for again as soon as the line is back', async () => {
    vi.useFakeTimers()
    try {
      const load = vi.fn<Load>(gone)
      const { part } = begin(load)
      await expect(part.need('day')).rejects.toThrow()
      load.mockResolvedValue(() => 'rest')
      dispatchEvent(new Event('online'))
      expect(await part.arrived).toBe('rest')
    } finally {
      vi.useRealTimers()
    }
  })

  it('starts nothing on a page that left before it came, until the page returns', async () => {
    const { load, come } = awaitFile()
    const { part } = begin(load)
    const make = vi.fn(() => 'rest')
    dispatchEvent(new Event('pagehide'))
    come(make)
    await load()
    await Promise.resolve()
    expect(make).not.toHaveBeenCalled()
    dispatchEvent(new Event('pageshow'))
    expect(await part.arrived).toBe('rest')
  })

  it('holds up nobody who closes the till while its file does not come', async () => {
    const { load, come } = awaitFile()
    const { part, told } = begin(load)
    const asked = part.need('settled')
    part.stop()
    await expect(asked).rejects.toMatchObject({ code: 'till-closed', params: { action: 'settled' } })
    await expect(part.need('day')).rejects.toMatchObject({ code: 'till-closed', params: { action: 'day' } })
    const make = vi.fn(() => 'rest')
    come(make)
    await load()
    await Promise.resolve()
    await Promise.resolve()
    expect(make).not.toHaveBeenCalled()
    expect(told).toEqual([])
  })

  it('is not asked for again by a till that has been closed', async () => {
    vi.useFakeTimers()
    try {
      const load = vi.fn<Load>(gone)
      const { part } = begin(load)
      await expect(part.need('day')).rejects.toThrow()
      part.stop()
      await vi.advanceTimersByTimeAsync(120_000)
      dispatchEvent(new Event('online'))
      expect(load).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
