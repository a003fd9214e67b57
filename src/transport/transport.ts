import type { Answer } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import {
  refusalStatuses,
  type HeadersAsked,
  type RefusalStatus,
  type ServiceAccess,
  type Transport,
} from '../ports.js'
import { probe } from './probe.js'
import { send, type Credentials } from './send.js'

/** The last headers of a `headers` function, kept from run to run: an old token must not count as new. */
export interface LastGiven {
  text: string
  at: number
  /** The status by which the service refused them, until it accepts something sent with them. */
  refusedWith?: RefusalStatus | undefined
}

export function nothingGiven(): LastGiven {
  return { text: '', at: 0 }
}

/** The transport to the service, for the replay loop. */
export function createTransport(access: ServiceAccess, last = nothingGiven()): Transport {
  const credentials = createCredentials(access, last)
  return {
    async send(claim, gate) {
      const answer = await send(access, credentials, claim, gate)
      recordAnswer(last, answer)
      return answer
    },
    probe: (hear) => probe(access, hear),
    canRenew: typeof access.headers === 'function',
  }
}

/** A function is called each time; its headers count as new from their first use. */
function createCredentials({ headers, headersAt }: ServiceAccess, last: LastGiven): Credentials {
  if (typeof headers !== 'function') return () => Promise.resolve({ headers, at: headersAt })
  return async (ticket) => {
    const given = await headers(findRefusal(last, ticket))
    const text = JSON.stringify(given)
    if (text !== last.text) Object.assign(last, { text, at: Date.now(), refusedWith: undefined })
    return { headers: given, at: last.at }
  }
}

/** Whether the last headers were refused: known from this page, or for an earlier page's headers from the operation. */
function findRefusal({ refusedWith, at }: LastGiven, { refusedAt }: Ticket): HeadersAsked {
  if (refusedWith !== undefined) return { refused: true, status: refusedWith }
  return refusedAt !== undefined && at <= refusedAt ? { refused: true } : { refused: false }
}

/** An answer to older headers says nothing about the present ones. */
function recordAnswer(last: LastGiven, answer: Answer): void {
  if (answer.tag !== 'reply' || answer.credentialsAt !== last.at) return
  last.refusedWith = refusalStatuses.find((status) => status === answer.status)
}
