import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { CardService } from './service.js'

/** Lets a server of `node:http`, or an app of Express, ask a card service. */
export function toNodeListener({ fetch }: Pick<CardService, 'fetch'>): RequestListener {
  return (incoming, outgoing) => {
    fetch(toRequest(incoming))
      .then((response) => send(response, outgoing))
      .catch(() => {
        // The line was cut, or what came is no request: there is nobody to tell.
        outgoing.destroy()
      })
  }
}

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '')
  const { method = 'GET', url = '/' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' as const }),
  })
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
