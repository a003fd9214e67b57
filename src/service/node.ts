import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { CardService } from './service.js'

/** What Express adds: the address before a router took its own part off, and the body that a parser has read. */
interface ExpressRequest extends IncomingMessage {
  originalUrl?: string
  body?: unknown
}

/** Lets a server of `node:http`, or an app of Express or Fastify, ask a card service. */
export function toNodeListener({ fetch }: Pick<CardService, 'fetch'>): RequestListener {
  return (incoming, outgoing) => {
    answer(fetch, incoming, outgoing).catch(() => {
      // The line was cut: no answer arrives.
      outgoing.destroy()
    })
  }
}

async function answer(
  fetch: CardService['fetch'],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  let request: Request
  try {
    request = toRequest(incoming)
  } catch {
    // An address or a method that no request can have; anybody may send it.
    outgoing.writeHead(400, { 'cache-control': 'no-store' }).end()
    return
  }
  await send(await fetch(request), outgoing)
}

function toRequest(incoming: ExpressRequest): Request {
  const headers = new Headers()
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '')
  const { method = 'GET', url = '/', originalUrl = url } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(originalUrl, 'http://localhost'), {
    method,
    headers,
    ...(hasBody && { body: toBody(incoming), duplex: 'half' as const }),
  })
}

/** A body that was parsed before is written again: its stream has nothing more to give. */
function toBody(incoming: ExpressRequest): ReadableStream | string {
  const { readableEnded, body } = incoming
  return readableEnded && body !== undefined
    ? JSON.stringify(body)
    : (Readable.toWeb(incoming) as ReadableStream)
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
