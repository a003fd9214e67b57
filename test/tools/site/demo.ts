import { toAddress } from '../../../src/demo/address.js'
import { showFailure } from '../../../src/demo/failure.js'
import { locales } from '../../../src/demo/languages.js'
import { readPreferences } from '../../../src/demo/shell/preferences.js'
import { loadTexts } from '../../../src/demo/texts.js'
import { trustScript } from '../../../src/platform/trust.js'

// The service of this demo is its worker: until the worker controls the page, a request would reach the server of the
// pages, which knows no card service.

async function untilControlled(): Promise<void> {
  if (!('serviceWorker' in navigator))
    throw new Error('This demo needs a service worker; this browser has none.')
  const { serviceWorker } = navigator
  await serviceWorker.register(trustScript(toAddress('demo-sw.js'))).catch((cause: unknown) => {
    throw new Error(`This demo needs a service worker; this browser allows none. ${String(cause)}`)
  })
  const { active } = await serviceWorker.ready
  if (serviceWorker.controller) return
  const controlled = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true })
  })
  active?.postMessage({ type: 'CLAIM' })
  await controlled
}

async function start(): Promise<void> {
  try {
    await untilControlled()
  } catch (error) {
    const { language } = readPreferences()
    document.documentElement.lang = locales[language]
    const { shell } = await loadTexts(language)
    showFailure(error, shell.failure)
    return
  }
  await import('../../../src/demo/main.js')
}

await start()
