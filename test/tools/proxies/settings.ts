import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { repeating, startProxy, type ProxyName } from './proxy.js'

/** A proxy under some settings. */
export interface Setting {
  proxy: ProxyName
  /** As a person would name it. */
  name: string
  lines: string
}

export const settings: readonly Setting[] = [
  { proxy: 'nginx', name: 'as it comes', lines: '' },
  { proxy: 'nginx', name: '`proxy_next_upstream … non_idempotent`', lines: repeating.nginx },
  { proxy: 'nginx', name: '`proxy_next_upstream off`', lines: 'proxy_next_upstream off;' },
  { proxy: 'nginx', name: '`proxy_request_buffering off`', lines: 'proxy_request_buffering off;' },
  { proxy: 'haproxy', name: 'as it comes (`retries 3`)', lines: '' },
  { proxy: 'haproxy', name: '`retry-on all-retryable-errors`', lines: repeating.haproxy },
  {
    proxy: 'haproxy',
    name: 'the same, `disable-l7-retry if METH_POST`',
    lines: `${repeating.haproxy}\n  http-request disable-l7-retry if METH_POST`,
  },
  { proxy: 'squid', name: 'as it comes', lines: '' },
  { proxy: 'squid', name: '`retry_on_error on`', lines: repeating.squid },
]

/** Each waits a second for an answer. */
const impatience: Record<ProxyName, string> = {
  nginx: 'proxy_read_timeout 1s;',
  haproxy: 'timeout server 1s',
  squid: 'read_timeout 1 second',
}

/** What a service does with an operation that it has read. */
export type Failure = 'dies' | 'answers 503' | 'is late'

export const cases: readonly { method: 'PUT' | 'POST'; failure: Failure }[] = [
  { method: 'PUT', failure: 'dies' },
  { method: 'POST', failure: 'dies' },
  { method: 'POST', failure: 'answers 503' },
  { method: 'POST', failure: 'is late' },
]

/** How often one request arrived, and what its sender was told. */
export interface Repeat {
  arrivals: number
  /** 0: the connection broke. */
  status: number
}

const body = JSON.stringify({ StoredValueCardReceipt: { Total: 5 } })

/** Sends one operation through a proxy to two instances that fail, and counts how often it arrives. */
export async function tryFailure(
  { proxy: name, lines }: Setting,
  method: 'PUT' | 'POST',
  failure: Failure,
): Promise<Repeat> {
  let arrivals = 0
  const instances = await Promise.all([1, 2].map(() => startFailing(failure, () => (arrivals += 1))))
  const ports = instances.map((instance) => (instance.address() as AddressInfo).port)
  const all = failure === 'is late' ? `${lines}\n  ${impatience[name]}` : lines
  const proxy = await startProxy(name, ports, all)
  try {
    const status = await send(proxy.port, method)
    return { arrivals, status }
  } finally {
    await proxy.remove()
    for (const instance of instances) {
      instance.close()
      instance.closeAllConnections()
    }
  }
}

/** An instance that reads each request to its end, and then does as it is told. */
async function startFailing(failure: Failure, onArrival: () => void): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      onArrival()
      if (failure === 'dies') outgoing.destroy()
      if (failure === 'answers 503') outgoing.writeHead(503).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function send(port: number, method: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const outgoing = request({ port, host: '127.0.0.1', method, headers, agent: false }, (incoming) => {
      incoming.resume().on('end', () => {
        resolve(incoming.statusCode ?? 0)
      })
    })
    outgoing.on('error', () => {
      resolve(0)
    })
    outgoing.end(body)
  })
}

/** How often each proxy sends an operation again by itself, in Markdown. */
export async function writeSettings(): Promise<string> {
  const rows: string[] = []
  for (const setting of settings) {
    const cells: string[] = []
    for (const { method, failure } of cases) {
      const { arrivals, status } = await tryFailure(setting, method, failure)
      cells.push(`${arrivals}, then ${status === 0 ? 'nothing' : status}`)
    }
    rows.push(`| ${[setting.proxy, setting.name, ...cells].join(' | ')} |`)
  }
  const columns = cases.map(({ method, failure }) => `${method}, service ${failure}`)
  return [
    `| proxy | settings | ${columns.join(' | ')} |`,
    `| --- | --- | ${columns.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n')
}
