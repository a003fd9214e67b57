import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { installReplay } from '../worker.js'
import { parametersOfPages } from './parameters.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** The demo's own files, inserted by the build; empty in development. */
declare const PRECACHE: { url: string; revision: string | null }[]

// A newer release waits for this message, because the page knows when no operation is in flight.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})
precacheAndRoute(PRECACHE, { ignoreURLParametersMatching: parametersOfPages })
cleanupOutdatedCaches()
installReplay({ names: ['counterfoil', 'counterfoil-training'] })
