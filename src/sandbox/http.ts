import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Arrival } from './arrivals.js'
import { createBank, type BankOptions } from './bank.js'
import { createFaults, type ScriptedFault } from './faults.js'
import { createHandler } from './handler.js'
import { openLedgerFile } from './ledger.js'
import { isLoopbackHost } from './origins.js'
import { createService, type Service } from './service.js'

/** What a sandbox is made of, wherever it is mounted. */
export interface SandboxParts {
  settings?: BankOptions
  faults?: readonly ScriptedFault[]
  /** Keeps the effects in this file, and rebuilds the bank from it. Without it they live in memory. */
  ledgerFile?: string
  onArrival?: (arrival: Arrival) => void
}

/** How to start a sandbox of its own. */
export interface SandboxOptions extends SandboxParts {
  /** 0, unless set: any free port. */
  port?: number
  /** A loopback address; any other is refused. */
  host?: string
  prefix?: string
  /** False: no CORS headers and no preflights, as a service that was not told about the till. */
  cors?: boolean
}

/** A running sandbox. */
export interface Sandbox extends Pick<Service, 'bank' | 'faults'> {
  /** The base address for the till, prefix included. */
  url: string
  port: number
  service: Service
  /** Cuts every connection and frees the port. */
  close: () => Promise<void>
}

/** Puts a service together from plain options. */
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

/** Starts the stand-in service on this machine, and on no other interface than loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', prefix = '', cors = true } = options
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
