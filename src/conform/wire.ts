import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A request as it leaves. */
export interface Sending {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** What came of a request. `status` 0 is silence: no reply, or not all of it. */
export interface Exchange {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  startedAt: number
  endedAt: number
  /** Why there was no reply. */
  silence?: string
}

/** As much of a reply as a till reads. */
const textMax = 1024 * 1024

/**
 * Sends a request over a connection of its own, once: nothing here repeats or follows a redirect. All of the reply must
 * have arrived in time.
 */
export function send(
  { method, url, headers, body }: Sending,
  timeoutMs: number,
  lengthMax = textMax,
): Promise<Exchange> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const settle = (part: Partial<Exchange>) => {
      resolve({ status: 0, headers: {}, text: '', startedAt, endedAt: performance.now(), ...part })
    }
    const open = url.startsWith('https:') ? requestHttps : requestHttp
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { method, headers: { ...headers, ...length }, agent: false as const, signal }
    const request = open(url, options, (response) => {
      readAll(response, lengthMax).then(
        (text) => {
          settle({ status: response.statusCode ?? 0, headers: flatten(response), text })
        },
        (error: unknown) => {
          settle({ silence: signal.aborted ? 'timeout' : nameFault(error) })
        },
      )
    })
    request.once('error', (error) => {
      settle({ silence: signal.aborted ? 'timeout' : nameFault(error) })
    })
    request.end(body)
  })
}

async function readAll(response: IncomingMessage, lengthMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > lengthMax) throw new Error(`more than ${lengthMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function flatten({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

function nameFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}

/** Where the client cuts its connection: half of the body sent, all of it sent, or the reply begun; or when told. */
export type Cut = 'half' | 'whole' | 'reply' | AbortSignal

/** Sends a request and cuts the connection, at a reply in any case; true if a reply had begun by then. */
export function sendAndCut(sending: Sending, cut: Cut, timeoutMs: number): Promise<boolean> {
  const { hostname, port, protocol } = new URL(sending.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const place = { host, port: Number(port || (isTls ? 443 : 80)) }
  const socket = isTls ? connectTls({ ...place, servername: host }) : connect(place)
  return new Promise((resolve) => {
    const end = (hasReply: boolean) => {
      socket.destroy()
      resolve(hasReply)
    }
    const endInSilence = () => {
      end(false)
    }
    socket.setTimeout(timeoutMs, endInSilence)
    socket.once('error', endInSilence)
    socket.once('close', endInSilence)
    socket.once('data', () => {
      end(true)
    })
    if (typeof cut === 'object') cut.addEventListener('abort', endInSilence)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.write(toBytes(sending, cut), () => {
        if (cut === 'half' || cut === 'whole') endInSilence()
      })
    })
  })
}

function toBytes({ method, url, headers, body = '' }: Sending, cut: Cut): Buffer {
  const { host, pathname, search } = new URL(url)
  const bytes = Buffer.from(body)
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${bytes.length}`,
  ]
  const sent = cut === 'half' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), sent])
}
