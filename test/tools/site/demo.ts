import { toAddress } from '../../../src/demo/address.js'
import { trustScript } from '../../../src/platform/trust.js'

// The service of this demo is its worker: until the worker controls the page, a request would reach the server of the
// pages, which knows no card service.

async function untilControlled(): Promise<void> {
  const { serviceWorker } = navigator
  await serviceWorker.register(trustScript(toAddress('demo-sw.js')))
  const { active } = await serviceWorker.ready
  if (serviceWorker.controller) return
  const controlled = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true })
  })
  active?.postMessage({ type: 'CLAIM' })
  await controlled
}

await untilControlled()
await import('../../../src/demo/main.js')
