import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { installReplay } from '../worker.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** The demo's own files, written in by the build; none in development. */
declare const PRECACHE: { url: string; revision: string | null }[]

// A newer release waits until the page says so, for the till knows when nothing is on its way.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})
precacheAndRoute(PRECACHE)
cleanupOutdatedCaches()
installReplay({ names: ['counterfoil', 'counterfoil-training'] })
