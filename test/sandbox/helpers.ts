import { request as httpRequest } from 'node:http'
import { afterEach, expect } from 'vitest'
import {
  createBank,
  startSandbox,
  type ApplyContext,
  type Bank,
  type BankOptions,
  type Bodies,
  type Operation,
  type Reply,
  type Sandbox,
  type SandboxOptions,
} from '../../src/sandbox/index.js'

/** One time for everything that asks for it. */
export const noon = new Date('2026-03-02T12:00:00.000Z')

/** A refund of an amount to cards. */
export function refundOf(total: number, ...codes: string[]) {
  return {
    StoredValueCardCodeCollection: codes.map((StoredValueCardCode) => ({ StoredValueCardCode })),
    StoredValueCardReceipt: { Total: total },
  }
}

/** The method and path of each operation. */
export const endpoints = {
  associate: ['POST', '/v1.0/svc/associate'],
  refund: ['PUT', '/v1.0/svc/refund'],
  migrate: ['PUT', '/v1.0/svc/migrate'],
  updateReceipt: ['PUT', '/v1.0/svc/receipt'],
  confirmOrder: ['POST', '/v1.0/mktp/order'],
} as const

/** A request for the transport-free service. */
export function requestOf(
  operation: keyof typeof endpoints,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return {
    method: endpoints[operation][0],
    path: endpoints[operation][1],
    headers: { 'content-type': 'application/json', ...headers },
    bodyText: JSON.stringify(body),
  }
}

/** A bank, and the way to apply an operation at noon. */
export function openBank(options: BankOptions = {}) {
  const bank = createBank(options)
  const apply = <Kind extends Operation>(
    operation: Kind,
    body: Bodies[Kind],
    context: Partial<ApplyContext> = {},
  ) => bank.apply(operation, body, { now: noon, ...context })
  return { bank, apply }
}

/** Expects problem details of a name. */
export function expectProblem(reply: Reply, status: number, name: string) {
  expect(reply).toMatchObject({
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      status,
      type: `https://counterfoil.example/problems/${name}`,
      title: expect.any(String) as string,
    },
  })
}

/** The balances of some cards. */
export function balances(bank: Bank, ...codes: string[]) {
  return codes.map((code) => bank.card(code)?.balance)
}

const running: Sandbox[] = []

/** Starts a sandbox that is closed when the test ends. */
export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  running.push(sandbox)
  return sandbox
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

/** What raw HTTP brings back, complete or not. */
export interface RawReply {
  status: number | null
  headers: Record<string, string | string[] | undefined>
  body: string
  chunks: number
  isComplete: boolean
}

/** Sends a request without fetch, so that a cut line and every header can be seen. */
export function sendRaw(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  return new Promise((resolve) => {
    const reply: RawReply = { status: null, headers: {}, body: '', chunks: 0, isComplete: false }
    function finish() {
      resolve(reply)
    }
    const sending = httpRequest(url, { method, headers, agent: false }, (response) => {
      reply.status = response.statusCode ?? null
      reply.headers = response.headers
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        reply.body += text
        reply.chunks += 1
      })
      response.on('error', finish)
      response.on('close', () => {
        reply.isComplete = response.complete
        finish()
      })
    })
    sending.on('error', finish)
    sending.end(body)
  })
}

/** Sends an operation without fetch. */
export function sendOperation(
  url: string,
  operation: keyof typeof endpoints,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawReply> {
  const { method, path, bodyText, ...rest } = requestOf(operation, body, headers)
  return sendRaw(`${url}${path}`, { method, headers: rest.headers, body: bodyText })
}

/** Sends a control request. */
export async function sendControl(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number | null; json: Record<string, unknown> }> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const reply = await sendRaw(`${url}/_sandbox${path}`, { method, headers, body: text })
  return { status: reply.status, json: JSON.parse(reply.body) as Record<string, unknown> }
}
