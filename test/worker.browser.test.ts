import { expect, it, onTestFinished, vi } from 'vitest'
import { openTill } from '../src/index.js'

/** By its address, for its types are those of a worker and not of a page. */
const worker = new URL('../src/worker.ts', import.meta.url).href

const nobody = 'http://127.0.0.1:9'

/** What a worker is to its own script, as far as waiting for the line goes. */
function standInForWorker(): EventTarget & { installing: object | null; waiting: null } {
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: null })
  Object.assign(globalThis, { registration })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'registration')
  })
  return registration
}

function wakeBySync(name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const event = Object.assign(new Event('sync'), {
      tag: `counterfoil:1:${name}`,
      lastChance: false,
      waitUntil: (work: Promise<unknown>) => {
        resolve(work.then(String, String))
      },
    })
    globalThis.dispatchEvent(event)
  })
}

it('a worker that waits for the line held its successor out until the wait was over', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const name = `test-${crypto.randomUUID()}`
  const till = await openTill({
    shop: 'S01',
    terminal: 'T3',
    service: { baseUrl: nobody },
    worker: false,
    name,
  })
  onTestFinished(() => {
    till.close()
  })
  await till.refund({ StoredValueCardCodeCollection: [{ StoredValueCardCode: '1' }] })
  await expect.poll(async () => (await till.replay()).paused?.reason).toBe('offline')
  const registration = standInForWorker()
  const { installReplay } = (await import(/* @vite-ignore */ worker)) as { installReplay: () => void }
  installReplay()
  const lookedFor = vi.spyOn(registration, 'addEventListener')
  const ended = wakeBySync(name)
  await expect.poll(() => lookedFor.mock.calls.length).toBe(1)
  registration.dispatchEvent(new Event('updatefound'))
  expect(await ended).toMatch('operations are left')
  // The wait went on: it was not its end that let the worker go.
  await expect.poll(() => till.status.value.pauses[0]?.until?.getTime()).toBeGreaterThan(Date.now())
})

it('a worker that waits for the line left it to the browser after one try', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const name = `test-${crypto.randomUUID()}`
  const till = await openTill({
    shop: 'S01',
    terminal: 'T3',
    service: { baseUrl: nobody },
    worker: false,
    name,
  })
  await till.refund({ StoredValueCardCodeCollection: [{ StoredValueCardCode: '1' }] })
  await expect.poll(async () => (await till.replay()).paused?.reason).toBe('offline')
  till.close()
  standInForWorker()
  const { installReplay } = (await import(/* @vite-ignore */ worker)) as { installReplay: () => void }
  installReplay()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const fetches = vi.spyOn(globalThis, 'fetch')
  let isOver = false
  const ended = wakeBySync(name).finally(() => {
    isOver = true
  })
  for (const tries of [1, 2, 3]) {
    await expect
      .poll(async () => {
        // What the browser takes over a try is none of the time that is waited through.
        if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(250)
        return fetches.mock.calls.length
      })
      .toBeGreaterThanOrEqual(tries)
    expect(isOver).toBe(false)
  }
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      return isOver
    })
    .toBe(true)
  expect(await ended).toMatch('operations are left')
})
