import type { ServiceAccess, Transport } from '../ports.js'
import { probe } from './probe.js'
import { send, type Credentials } from './send.js'

/** What a function last gave, and since when; remembered from run to run, lest an old token pass for a new one. */
export interface LastGiven {
  text: string
  at: number
}

export function nothingGiven(): LastGiven {
  return { text: '', at: 0 }
}

/** The line to the service, as the replay loop sees it. */
export function createTransport(access: ServiceAccess, last = nothingGiven()): Transport {
  const credentials = createCredentials(access, last)
  return {
    send: (claim, gate) => send(access, credentials, claim, gate),
    probe: () => probe(access),
    canRenew: typeof access.headers === 'function',
  }
}

/** A function is asked each time; what it gives counts as new from when it first gave it. */
function createCredentials({ headers, headersAt }: ServiceAccess, last: LastGiven): Credentials {
  if (typeof headers !== 'function') return () => Promise.resolve({ headers, at: headersAt })
  return async () => {
    const given = await headers()
    const text = JSON.stringify(given)
    if (text !== last.text) Object.assign(last, { text, at: Date.now() })
    return { headers: given, at: last.at }
  }
}
