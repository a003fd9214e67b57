import { installReplay } from './worker.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})
installReplay()
