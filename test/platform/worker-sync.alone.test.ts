import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A worker that hears of the line; its databases cannot be opened now. Tells how it ends, and what it asks for. */
async function hearOfLine(lastChance: boolean): Promise<{ end: string; registered: string[] }> {
  const listeners = new Map<string, (event: unknown) => void>()
  const registered: string[] = []
  const sync = {
    getTags: () => Promise.resolve([]),
    register: (tag: string) => Promise.resolve(registered.push(tag)),
  }
  vi.stubGlobal('self', {
    location: { origin: 'http://127.0.0.1' },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    registration: { sync, addEventListener: () => undefined },
  })
  const { installReplay } = await vi.importActual<{ installReplay: () => void }>('../../src/worker.js')
  installReplay()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('gone for now', 'SecurityError')
  })
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => works.push(work)
  listeners.get('sync')?.({ tag: 'counterfoil:x:till', lastChance, waitUntil })
  const ends = await Promise.allSettled(works)
  return { end: ends.map(({ status }) => status).join(), registered }
}

it('a last chance of Background Sync is not lost where the replay itself fails', async () => {
  const { end, registered } = await hearOfLine(true)
  expect(registered).toEqual([expect.stringMatching(/^counterfoil:.*:till$/)])
  expect(end).toBe('rejected')
})

it('before the last one the browser comes back by itself', async () => {
  expect(await hearOfLine(false)).toEqual({ end: 'rejected', registered: [] })
})
