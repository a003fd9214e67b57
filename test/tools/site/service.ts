import { createWebHandler } from '../../../src/sandbox/web.js'
import { openStoredService } from './service-store.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

type Handler = (request: Request) => Promise<Response>

const handlers = new Map<string, Handler>()

/** The service that answers an address; undefined if the address belongs to the network. */
function findHandler(url: string): Handler | undefined {
  const { origin, pathname } = new URL(url)
  if (origin !== self.location.origin) return undefined
  for (const name of ['api', 'training']) {
    const prefix = new URL(name, self.location.href).pathname
    if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) continue
    const handler = handlers.get(name) ?? createHandler(name, prefix)
    handlers.set(name, handler)
    return handler
  }
  return undefined
}

/** Whatever a request changed is stored before its answer leaves. */
function createHandler(name: string, prefix: string): Handler {
  const opening = openStoredService(name)
  const answering = opening.then(({ service }) => createWebHandler(service, prefix))
  return async (request) => {
    const [{ save }, answer] = await Promise.all([opening, answering])
    const response = await answer(request)
    await save()
    return response
  }
}

/** Answers for the service in this worker's scope. */
export function installService(): void {
  self.addEventListener('fetch', (event) => {
    const answer = findHandler(event.request.url)
    if (answer) event.respondWith(answer(event.request))
  })
  const fetchFromNetwork = self.fetch.bind(self)
  // A worker's own requests do not pass through its `fetch` event.
  self.fetch = async (input, init) => {
    const request = new Request(input, init)
    const answer = findHandler(request.url)
    if (!answer) return fetchFromNetwork(request)
    const response = await Promise.race([answer(request), untilAborted(request.signal)])
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    return response
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => {
      reject(signal.reason as Error)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
}
