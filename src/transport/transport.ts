import type { Transport } from '../ports.js'
import type { ServiceAccess } from './access.js'
import { probe } from './probe.js'
import { send } from './send.js'

/** The line to the service, as the replay loop sees it. */
export function createTransport(access: ServiceAccess): Transport {
  return {
    async send({ ticket, body }) {
      if (ticket.kind === 'unknown') return { tag: 'unsent', why: 'its kind is not known', at: Date.now() }
      return send(access, ticket.kind, body)
    },
    probe: () => probe(access),
  }
}
