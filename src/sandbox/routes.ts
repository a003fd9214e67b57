import type { Bank } from './bank.js'
import type { FaultTarget } from './faults.js'
import { problemToReply, type Problem, type Reply } from './problems.js'
import { readBody, type Operation } from './reading.js'

/** A request without its transport: the path begins after the base address, header names are lower case. */
export interface ServiceRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  bodyText: string
}

interface Route {
  operation: Operation
  method: 'POST' | 'PUT'
}

const routes: ReadonlyMap<string, Route> = new Map([
  ['/v1.0/svc/associate', { operation: 'associate', method: 'POST' }],
  ['/v1.0/svc/refund', { operation: 'refund', method: 'PUT' }],
  ['/v1.0/svc/migrate', { operation: 'migrate', method: 'PUT' }],
  ['/v1.0/svc/receipt', { operation: 'updateReceipt', method: 'PUT' }],
  ['/v1.0/mktp/order', { operation: 'confirmOrder', method: 'POST' }],
])

function stripQuery(path: string): string {
  return path.replace(/[?#].*$/s, '')
}

function isBase(path: string): boolean {
  return path === '' || path === '/'
}

function isProbe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The operation of a request, if its path and method are those of one. */
export function findOperation({ method, path }: ServiceRequest): Operation | undefined {
  const route = routes.get(stripQuery(path))
  return route?.method === method ? route.operation : undefined
}

/** The kind of a request, for its faults. */
export function findTarget(request: ServiceRequest): FaultTarget {
  return findOperation(request) ?? (isProbe(request.method) ? 'probe' : 'other')
}

/** Checks path, method, type, JSON and fields of a request, and lets the bank answer it. */
export function reachBank(bank: Bank, request: ServiceRequest, now: Date, busyMs: number): Reply {
  const path = stripQuery(request.path)
  if (isBase(path)) return answerBase(request.method)
  const route = routes.get(path)
  if (route === undefined) {
    return problemToReply({ name: 'unknown-path', status: 404, title: 'There is no such endpoint' })
  }
  if (route.method !== request.method) return refuseMethod(route.method)
  const parsed = parseBody(request)
  if (!parsed.ok) return problemToReply(parsed.problem)
  const reading = readBody(route.operation, parsed.json)
  if (!reading.ok) return problemToReply(refuseBody(reading.problems))
  return bank.apply(route.operation, reading.body, { now, busyMs, ...readHeaders(request.headers) })
}

function answerBase(method: string): Reply {
  return isProbe(method) ? { status: 204, headers: {}, body: undefined } : refuseMethod('GET, HEAD')
}

function refuseMethod(allow: string): Reply {
  return problemToReply({
    name: 'wrong-method',
    status: 405,
    title: 'The endpoint does not take this method',
    headers: { allow },
  })
}

function parseBody({ headers, bodyText }: ServiceRequest): { ok: true; json: unknown } | Refused {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return refuseText('The body must be sent as application/json.')
  try {
    return { ok: true, json: JSON.parse(bodyText) as unknown }
  } catch {
    return refuseText('The body is not JSON.')
  }
}

interface Refused {
  ok: false
  problem: Problem
}

function refuseText(detail: string): Refused {
  return {
    ok: false,
    problem: { name: 'invalid-body', status: 400, title: 'The body cannot be read', detail },
  }
}

function refuseBody(problems: readonly { path: string; message: string }[]): Problem {
  return {
    name: 'invalid-body',
    status: 400,
    title: 'The body is not what the operation takes',
    detail: problems.map(({ path, message }) => `${path || 'the body'}: ${message}`).join('; '),
    extensions: { errors: problems },
  }
}

function readHeaders(headers: Readonly<Record<string, string>>) {
  const named = {
    key: headers['idempotency-key'],
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    ifUnmodifiedSince: headers['if-unmodified-since'],
  }
  return Object.fromEntries(Object.entries(named).filter(([, text]) => text !== undefined)) as Partial<
    Record<keyof typeof named, string>
  >
}
