import type { ServiceAccess, Transport } from '../ports.js'
import { probe } from './probe.js'
import { send, type Credentials } from './send.js'

/** The line to the service, as the replay loop sees it. */
export function createTransport(access: ServiceAccess): Transport {
  const credentials = createCredentials(access)
  return {
    send: (claim, gate) => send(access, credentials, claim, gate),
    probe: () => probe(access),
    canRenew: typeof access.headers === 'function',
  }
}

/** A function is asked each time; what it gives counts as new from when it first gave it. */
function createCredentials({ headers, headersAt }: ServiceAccess): Credentials {
  if (typeof headers !== 'function') return () => Promise.resolve({ headers, at: headersAt })
  let last = { text: '', at: 0 }
  return async () => {
    const given = await headers()
    const text = JSON.stringify(given)
    if (text !== last.text) last = { text, at: Date.now() }
    return { headers: given, at: last.at }
  }
}
