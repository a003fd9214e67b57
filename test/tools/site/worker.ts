import '../../../src/demo/sw.js'
import { installService } from './service.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

// The page waits until this worker answers for the service: a first visit is not under its control yet.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'CLAIM') event.waitUntil(self.clients.claim())
})

installService()
