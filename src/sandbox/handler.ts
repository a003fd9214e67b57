import type { IncomingMessage, ServerResponse } from 'node:http'
import { replyToAnswer, type Answer, type ReplyAnswer } from './answers.js'
import { answerControl, controlPath } from './control.js'
import { allowOrigin, allowPreflight, mayControl } from './origins.js'
import { problemToReply, type Reply } from './problems.js'
import type { Service } from './service.js'
import { wait } from './waiting.js'

/** A Node request handler that also serves as connect middleware. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/** The options of a handler. */
export interface HandlerOptions {
  /** The path before all others, such as `/api`. Requests outside it go to `next`. */
  prefix?: string
  cors?: boolean
  /** Drops the delayed requests when it aborts. */
  signal?: AbortSignal
}

interface Exchange {
  service: Service
  request: IncomingMessage
  response: ServerResponse
  path: string
  cors: boolean
  signal: AbortSignal
}

const bodyBytesMax = 1024 * 1024

/** Serves a service over HTTP: reads requests, waits the delays of answers, cuts connections. */
export function createHandler(service: Service, options: HandlerOptions = {}): Handler {
  const { cors = true, signal = new AbortController().signal } = options
  const prefix = trimPrefix(options.prefix)
  const connections = new Set<ServerResponse>()
  service.faults.watchOutage((on) => {
    if (on) for (const response of connections) response.destroy()
  })
  return (request, response, next) => {
    const path = stripPrefix(prefix, request.url ?? '/')
    if (path === undefined && next) {
      next()
      return
    }
    const exchange = { service, request, response, path: path ?? '', cors, signal }
    const work = path === undefined ? answerUnknownPath(exchange) : answerRequest(exchange, connections)
    work.catch((error: unknown) => {
      fail(exchange, error)
    })
  }
}

/** The prefix without slashes at its end. */
export function trimPrefix(prefix = ''): string {
  return prefix.replace(/\/+$/, '')
}

function stripPrefix(prefix: string, url: string): string | undefined {
  if (!url.startsWith(prefix)) return undefined
  const rest = url.slice(prefix.length)
  return rest === '' || rest.startsWith('/') || rest.startsWith('?') ? rest : undefined
}

function answerUnknownPath(exchange: Exchange): Promise<void> {
  return sendReply(
    exchange,
    problemToReply({ name: 'unknown-path', status: 404, title: 'There is nothing here' }),
  )
}

async function answerRequest(exchange: Exchange, connections: Set<ServerResponse>): Promise<void> {
  const { service, path, response } = exchange
  if (path === controlPath || path.startsWith(`${controlPath}/`)) return control(exchange)
  connections.add(response)
  response.once('close', () => connections.delete(response))
  if (!isPreflight(exchange)) return serve(exchange)
  if (service.faults.outage) response.destroy()
  else await answerPreflight(exchange)
}

function isPreflight({ cors, request }: Exchange): boolean {
  return (
    cors && request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  )
}

function answerPreflight(exchange: Exchange): Promise<void> {
  const { request } = exchange
  const allowed = allowOrigin(request.headers.origin)
  const isAllowed = 'access-control-allow-origin' in allowed
  return sendReply(exchange, {
    status: isAllowed ? 204 : 403,
    headers: { ...allowPreflight },
    body: undefined,
  })
}

async function serve(exchange: Exchange): Promise<void> {
  const { service, request, path, signal } = exchange
  const bodyText = await readText(request)
  if (bodyText === undefined) return refuseLength(exchange)
  const reception = service.receive({
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    headers: flattenHeaders(request),
    bodyText,
  })
  if (reception.waitMs > 0 && !(await wait(reception.waitMs, signal))) return
  await sendAnswer(exchange, reception.answer())
}

async function control(exchange: Exchange): Promise<void> {
  const { service, request, path } = exchange
  if (!mayControl(request.headers)) return sendReply(exchange, refusedOrigin)
  if (isPreflight(exchange)) return answerPreflight(exchange)
  const bodyText = await readText(request)
  if (bodyText === undefined) return refuseLength(exchange)
  const controlName = path.slice(controlPath.length).replace(/\?.*$/s, '')
  return sendReply(exchange, answerControl(service, request.method ?? 'GET', controlName, bodyText))
}

const refusedOrigin = problemToReply({
  name: 'origin-refused',
  status: 403,
  title: 'Only pages of this machine may control the sandbox',
})

function refuseLength(exchange: Exchange): Promise<void> {
  return sendReply(
    exchange,
    problemToReply({
      name: 'body-too-large',
      status: 413,
      title: `A body may have ${bodyBytesMax} bytes at most`,
      headers: { connection: 'close' },
    }),
  )
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= bodyBytesMax) chunks.push(chunk)
  }
  return length > bodyBytesMax ? undefined : Buffer.concat(chunks).toString('utf8')
}

function flattenHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

function sendReply(exchange: Exchange, reply: Reply): Promise<void> {
  return sendAnswer(exchange, replyToAnswer(reply, exchange.service.now()))
}

async function sendAnswer(exchange: Exchange, answer: Answer): Promise<void> {
  const { response } = exchange
  const closed = new AbortController()
  response.once('close', () => {
    closed.abort()
  })
  if (!(await wait(answer.delayMs ?? 0, closed.signal))) return
  if (answer.kind === 'drop') response.destroy()
  else await sendBytes(exchange, answer, closed.signal)
}

async function sendBytes(exchange: Exchange, answer: ReplyAnswer, closed: AbortSignal): Promise<void> {
  const { request, response, cors } = exchange
  const bytes = Buffer.from(answer.body)
  const isBare = answer.status === 204 || answer.status === 304
  response.writeHead(answer.status, {
    ...(isBare ? {} : { 'content-length': bytes.length }),
    ...(cors ? allowOrigin(request.headers.origin) : {}),
    ...answer.headers,
  })
  if (answer.truncateAt === undefined && answer.dripMs === undefined) {
    response.end(bytes)
    return
  }
  const sent = bytes.subarray(0, answer.truncateAt)
  if (answer.dripMs === undefined) await write(response, sent)
  else if (!(await drip(response, sent, answer.dripMs, closed))) return
  if (answer.truncateAt === undefined) response.end()
  else response.destroy()
}

async function drip(
  response: ServerResponse,
  bytes: Buffer,
  dripMs: number,
  closed: AbortSignal,
): Promise<boolean> {
  for (let index = 0; index < bytes.length; index += 1) {
    await write(response, bytes.subarray(index, index + 1))
    if (!(await wait(dripMs, closed))) return false
  }
  return true
}

// A failed write is ignored, because it means that the client has closed the connection.
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => {
      resolve()
    })
  })
}

function fail({ response }: Exchange, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const detail = error instanceof Error ? error.message : String(error)
  const reply = problemToReply({ name: 'internal-error', status: 500, title: 'The sandbox failed', detail })
  response.writeHead(reply.status, reply.headers).end(JSON.stringify(reply.body))
}
