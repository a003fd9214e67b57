import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Arrival } from './arrivals.js'
import { createBank, type BankOptions } from './bank.js'
import { createFaults, type ScriptedFault } from './faults.js'
import { createHandler, trimPrefix } from './handler.js'
import { openLedgerFile } from './ledger.js'
import { isLoopbackHost } from './origins.js'
import { createService, type Service } from './service.js'

/** The options of a sandbox, as a server or in Vite. */
export interface SandboxParts {
  settings?: BankOptions
  faults?: readonly ScriptedFault[]
  /** The file for the effects, from which the bank is rebuilt. Unset: the effects stay in memory. */
  ledgerFile?: string
  onArrival?: (arrival: Arrival) => void
}

/** The options of a sandbox with its own server. */
export interface SandboxOptions extends SandboxParts {
  /** 0 unless set, which means any free port. */
  port?: number
  /** A loopback address; any other is refused. */
  host?: string
  prefix?: string
  /** False: no CORS headers and no preflights, like a service that does not allow the till's origin. */
  cors?: boolean
}

/** A running sandbox. */
export interface Sandbox extends Pick<Service, 'bank' | 'faults'> {
  /** The base address for the till, prefix included. */
  url: string
  port: number
  service: Service
  /** Closes every connection and frees the port. */
  close: () => Promise<void>
}

/** Creates a service from options. */
export function createSandboxService({
  settings,
  faults,
  ledgerFile,
  onArrival,
}: SandboxParts = {}): Service {
  return createService({
    bank: createBank(settings, ledgerFile === undefined ? undefined : openLedgerFile(ledgerFile)),
    faults: createFaults(faults),
    ...(onArrival ? { onArrival } : {}),
  })
}

/** Starts the stand-in service on a loopback address of this machine. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', cors = true } = options
  const prefix = trimPrefix(options.prefix)
  if (!isLoopbackHost(host)) {
    throw new Error(
      `Cannot start the sandbox on ${host}: it binds to loopback only, such as 127.0.0.1 or ::1`,
    )
  }
  const service = createSandboxService(options)
  const closing = new AbortController()
  const server = createServer(createHandler(service, { prefix, cors, signal: closing.signal }))
  await listen(server, port, host)
  const address = server.address() as AddressInfo
  const authority = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${authority}:${address.port}${prefix}`,
    port: address.port,
    service,
    bank: service.bank,
    faults: service.faults,
    close: () => {
      closing.abort()
      return close(server)
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeAllConnections()
  })
}
