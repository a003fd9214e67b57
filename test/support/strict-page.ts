import './strict-watch.js'
import '../../src/elements.js'
import { openTill, type Till } from '../../src/index.js'

declare global {
  interface Window {
    /** What a page under a strict policy does for a test. */
    strict?: (name: string) => Promise<Till>
  }
}

/** Shows every element to one till; an operation of it needs a person. */
window.strict = async (name) => {
  const service = { baseUrl: `${location.origin}/api`, timeoutMs: 60_000 }
  const till = await openTill({ shop: 'S01', terminal: 'T1', worker: false, name, service })
  for (const tag of ['status', 'attention', 'receipt', 'day'] as const) {
    const element = document.createElement(`counterfoil-${tag}`)
    element.till = till
    document.body.append(element)
  }
  return till
}
