import type { Answer, Reachability } from '../domain/outcome.js'
import type { ServiceAccess, Transport } from '../ports.js'
import { client } from './client.js'
import { watchPolicy } from './policy.js'
import { isElsewhere, joinUrl } from './url.js'

// A service worker's `fetch` handler may answer in the service's place, and the page cannot recognise that. No
// service has a random path: if a request to one succeeds, the handler made up the answer.

const timeoutMs = 5_000

/** The result of requests to a random path. */
export interface StandIn {
  found: Exclude<Reachability, 'not-the-service'>
  /** The server sent a `Date` with its answer, as it then does with every answer. */
  isDated: boolean
}

/** Uses every method that operations use, because a handler may answer only one of them. */
export async function findStandIn({ baseUrl }: Pick<ServiceAccess, 'baseUrl'>): Promise<StandIn> {
  const url = joinUrl(baseUrl, `counterfoil-${crypto.randomUUID()}`)
  const policy = watchPolicy(url)
  try {
    const responses = await Promise.all(['PUT', 'POST'].map((method) => ask(url, method)))
    if (responses.some((response) => response?.ok)) return { found: 'worker-answers', isDated: false }
    const isDated = responses.some((response) => response?.headers.has('date'))
    if (responses.some((response) => response !== undefined)) return { found: 'reachable', isDated }
    if (await policy.hasBlocked()) return { found: 'blocked', isDated: false }
    return { found: await findElsewhere(url), isDated: false }
  } finally {
    policy.stop()
  }
}

/** The response to a request; undefined if it failed. */
async function ask(url: string, method: string): Promise<Response | undefined> {
  try {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await client(url, { method, headers, body: '{}', credentials: 'omit', signal })
    await response.body?.cancel()
    return response
  } catch {
    // Nothing came back, and that is the answer.
    return undefined
  }
}

/** Another origin may refuse such a request and still be reachable. */
async function findElsewhere(url: string): Promise<'reachable' | 'unreachable' | 'worker-answers'> {
  if (!isElsewhere(url)) return 'unreachable'
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { ok } = await client(url, { method: 'HEAD', mode: 'no-cors', redirect: 'follow', signal })
    // A page cannot read another origin's answer to this request: a readable one was made up by a handler.
    return ok ? 'worker-answers' : 'reachable'
  } catch {
    // Nothing came back, and that is the answer.
    return 'unreachable'
  }
}

/** An answer without a `Date` counts only if the service is reachable now and sends no `Date` either. */
export async function verifyAnswer(access: ServiceAccess, answer: Answer): Promise<Answer> {
  if (answer.tag !== 'reply' || 'date' in answer.headers) return answer
  const { found, isDated } = await findStandIn(access)
  return found === 'reachable' && !isDated ? answer : { tag: 'stand-in', at: answer.at }
}

/** A page's transport that does not trust answers while another service worker may handle its requests. */
export function createWaryTransport(
  access: ServiceAccess,
  transport: Transport,
  isIntercepted: () => boolean,
): Transport {
  return {
    ...transport,
    async send(claim, gate) {
      const answer = await transport.send(claim, gate)
      return isIntercepted() ? verifyAnswer(access, answer) : answer
    },
    async probe(hear) {
      const found = isIntercepted() ? (await findStandIn(access)).found : 'reachable'
      return found === 'reachable' ? transport.probe(hear) : found
    },
  }
}
