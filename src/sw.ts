import { isHailMessage, isWakeMessage } from './platform/messages.js'
import { installReplay } from './worker.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** If the script is imported into a host's worker, that worker decides when it takes over, and may handle requests. */
const isWholeWorker = self.location.pathname.endsWith('/counterfoil-sw.js')

if (isWholeWorker) {
  self.addEventListener('install', () => void self.skipWaiting())
  self.addEventListener('activate', (event) => {
    event.waitUntil(self.clients.claim())
  })
  self.addEventListener('message', ({ data, ports: [port] }) => {
    if (isWakeMessage(data) || isHailMessage(data)) port?.postMessage({ tag: 'ready-made' })
  })
}
installReplay()
