import { Queue } from 'workbox-background-sync'
import { createRefund, settle } from './contender.js'
import { insistOnStrictness } from './strict.js'

export interface Order {
  tag: 'open' | 'keep' | 'deliver' | 'count'
  service: string
  index: number
}

/** How long it took here, and how many wait. */
export interface Report {
  ms: number
  count?: number
}

interface Worker {
  addEventListener(name: 'message', hear: (event: MessageEvent<Order> & Waiting) => void): void
  addEventListener(name: 'install' | 'activate', hear: (event: Waiting) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void
}

const worker = globalThis as unknown as Worker

if (location.search !== '') insistOnStrictness()

/** Nothing goes by itself while the bench looks the other way. */
const queue = new Queue('operations', { onSync: () => Promise.resolve() })

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim())
})
worker.addEventListener('message', (event) => {
  event.waitUntil(serve(event.data, event.ports[0]))
})

async function serve({ tag, service, index }: Order, port: MessagePort | undefined): Promise<void> {
  const startedAt = performance.now()
  const count = await obey(tag, service, index)
  const report: Report = { ms: performance.now() - startedAt, ...(count !== undefined && { count }) }
  port?.postMessage(report)
}

async function obey(tag: Order['tag'], service: string, index: number): Promise<number | undefined> {
  if (tag === 'count') return queue.size()
  if (tag === 'open') return openDatabase()
  if (tag === 'keep') await queue.pushRequest({ request: createRequest(service, index) })
  else await queue.replayRequests()
  return undefined
}

/** Its database opens at the first use of it; where there is one, this is the least use there is. */
async function openDatabase(): Promise<undefined> {
  const name = 'workbox-background-sync'
  const known = await indexedDB.databases()
  if (known.some((database) => database.name === name)) (await settle(indexedDB.open(name))).close()
}

function createRequest(service: string, index: number): Request {
  return new Request(`${service}/v1.0/svc/refund`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(createRefund(index)),
  })
}
