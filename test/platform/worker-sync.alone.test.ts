import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
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

const left = { settled: 1, parked: 0, requeued: 0, voided: 0, isCut: true, nextDueAt: 0 }

/**
 * A worker whose runs end as given, each after its time, unless its witnesses cannot be read; the browser takes no
 * request, as where no page is open.
 */
async function deliverInSync(runs: readonly object[], lastChance = false, isBroken = false) {
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  const listeners = new Map<string, (event: unknown) => void>()
  const refuse = vi.fn(() => Promise.reject(new DOMException('without a window', 'InvalidAccessError')))
  vi.stubGlobal('self', {
    location: { origin: 'http://127.0.0.1' },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    registration: {
      sync: { getTags: () => Promise.resolve([]), register: refuse },
      addEventListener: () => undefined,
    },
  })
  const rest = [...runs]
  const wake = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    return rest.shift() ?? { ...left, isCut: false, nextDueAt: undefined }
  })
  const setup = { functions: [], access: { baseUrl: 'http://127.0.0.1/api' } }
  const journal = {
    onState: () => () => undefined,
    readSetting: () => Promise.resolve(setup),
    heedWitnesses: () => (isBroken ? Promise.reject(new Error('the disk is full')) : Promise.resolve([])),
    bearWitness: () => Promise.resolve({}),
    close: vi.fn(),
  }
  vi.doMock('../../src/journal/replay-journal.js', () => ({
    openReplayJournal: () => Promise.resolve(journal),
  }))
  vi.doMock('../../src/replay/replayer.js', () => ({ createReplayer: () => ({ wake }) }))
  vi.doMock('../../src/platform/lock.js', () => ({ createLock: () => ({}) }))
  vi.doMock('../../src/platform/witness-store.js', () => ({
    createWitnessStore: () => ({ read: () => Promise.resolve([]), write: () => Promise.resolve() }),
  }))
  vi.resetModules()
  const { installReplay } = await vi.importActual<{ installReplay: () => void }>('../../src/worker.js')
  installReplay()
  let end = 'open'
  const waitUntil = (work: Promise<unknown>) => {
    work.then(
      () => (end = 'done'),
      (error: unknown) => (end = (error as Error).name),
    )
  }
  listeners.get('sync')?.({ tag: 'counterfoil:x:till', lastChance, waitUntil })
  const startedAt = Date.now()
  while (end === 'open') await vi.advanceTimersByTimeAsync(1_000)
  return {
    end,
    tookMs: Date.now() - startedAt,
    runs: wake.mock.calls.length,
    refused: refuse.mock.calls.length,
    closed: journal.close.mock.calls.length,
  }
}

it('with no page open the worker goes on in the same event while only its time was up', async () => {
  expect(await deliverInSync([left, left])).toMatchObject({ end: 'done', runs: 3, refused: 0 })
})

it('what is left when the event has had its time is left to the repeat that the browser owes, as no new one is to be had', async () => {
  const { end, tookMs, refused } = await deliverInSync(Array.from({ length: 20 }, () => left))
  expect({ end, refused }).toEqual({ end: 'OperationsLeft', refused: 1 })
  expect(tookMs).toBeLessThan(150_000)
})

it('at the last chance a worker with no page open ends without a fault: what is left waits for a page', async () => {
  expect(await deliverInSync([{ ...left, isCut: false }], true)).toMatchObject({ end: 'done', refused: 1 })
})

it('a database that could be opened and not be compared with its witnesses is closed again', async () => {
  expect(await deliverInSync([], false, true)).toMatchObject({ end: 'Error', runs: 0, closed: 1 })
})
