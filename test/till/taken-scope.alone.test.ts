import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBackground } from '../../src/till/background.js'
import { readOptions } from '../../src/till/options.js'
import { createStatusStore } from '../../src/till/status.js'
import { standInForPage } from '../support/node-till.js'

beforeEach(standInForPage)
afterEach(() => {
  vi.unstubAllGlobals()
})

const scope = 'http://127.0.0.1/'

/** A worker that answers as one that delivers. */
const createWorker = (script: string) => ({
  scriptURL: new URL(script, scope).href,
  postMessage: ({ counterfoil }: { counterfoil: string }, [port]: MessagePort[] = []) => {
    if (counterfoil === 'hail') port?.postMessage({ tag: 'able' })
    if (counterfoil === 'wake')
      port?.postMessage({
        tag: 'done',
        result: { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false },
      })
  },
})

type Worker = ReturnType<typeof createWorker>

/** A page whose worker delivers, and the browser's registration of it. */
async function startPage(script: string, worker?: string) {
  const registration = Object.assign(new EventTarget(), {
    scope,
    active: createWorker(script),
    waiting: null as Worker | null,
    installing: null as Worker | null,
  })
  const serviceWorker = { getRegistration: () => Promise.resolve(registration) }
  vi.stubGlobal('navigator', { serviceWorker })
  const options = { shop: 'S01', terminal: 'T1', service: { baseUrl: scope }, ...(worker && { worker }) }
  const status = createStatusStore({ state: 'starting' })
  const background = createBackground(readOptions(options), status)
  await background.started
  await vi.waitUntil(() => status.value.worker.state === 'active')
  const find = (script: string) => {
    registration.installing = createWorker(script)
    registration.dispatchEvent(new Event('updatefound'))
  }
  return { background, registration, status, find }
}

vi.mock('workbox-window', () => ({
  Workbox: class {
    register = () => navigator.serviceWorker.getRegistration()
  },
}))

it('a worker of the site that was registered after the ready-made one waited for its scope unseen', async () => {
  const { background, registration, status, find } = await startPage('/counterfoil-sw.js')
  find('/sw.js?v=1')
  const taken = { state: 'missing', what: 'scope', script: '/sw.js' }
  expect(status.value.worker).toMatchObject(taken)
  expect(status.value.worker).toMatchObject({
    detail: expect.stringContaining('the worker /sw.js takes the scope of /counterfoil-sw.js') as string,
  })
  registration.waiting = registration.installing
  registration.installing = null
  expect(await background.wake({ isManual: false })).toBeDefined()
  expect(status.value.worker).toMatchObject(taken)
  registration.waiting = null
  await background.wake({ isManual: false })
  expect(status.value.worker).toEqual({ state: 'active' })
})

it.each([
  ['a newer ready-made one', '/counterfoil-sw.js', undefined, '/counterfoil-sw.js?v=2'],
  ['a newer one of the site that delivers', '/sw.js', undefined, '/sw.js?v=2'],
  ['the one that the option names', '/counterfoil-sw.js', '/your-worker.js', '/your-worker.js'],
])('%s takes no scope from the till', async (_, active, option, coming) => {
  const { background, status, find } = await startPage(active, option)
  find(coming)
  await background.wake({ isManual: false })
  expect(status.value.worker).toEqual({ state: 'active' })
})
