import { parseArgs } from 'node:util'
import { startSandbox, type Sandbox } from './http.js'
import type { Arrival } from './arrivals.js'

/** What the command needs of the process around it. */
export interface Surroundings {
  print: (line: string) => void
  printError: (line: string) => void
  /** Aborts when the sandbox is to stop. */
  stop: AbortSignal
}

interface Flags {
  port: number
  ledgerFile?: string
  keys: boolean
  keyLifetimeHours: number
  conditions: boolean
}

type ReadFlags = { kind: 'run'; flags: Flags } | { kind: 'help' } | { kind: 'wrong'; message: string }

const help = `counterfoil-sandbox: a stand-in for the card service, on this machine only

  --port N        listen on this port (default: any free one)
  --ledger FILE   keep the effects in this file, and begin with those it holds
  --keys          honour Idempotency-Key
  --key-lifetime H
                  forget a key after H hours (default: 24)
  --conditions    honour If-Match, If-None-Match and If-Unmodified-Since
  --help          show this

While it runs, under the address it prints:

  GET    /_sandbox/state      what is switched on, and how much arrived
  GET    /_sandbox/ledger     what was applied, and what arrived
  POST   /_sandbox/outage     {"on": true} pulls the plug
  POST   /_sandbox/faults     [{"kind": "status", "status": 503, "times": 2}] or any other faults
  DELETE /_sandbox/faults     no more faults
  POST   /_sandbox/settings   {"keys": true}
  POST   /_sandbox/reset      forget everything, the ledger file's lines too`

/** Runs the sandbox until it is told to stop, and returns the process's exit code. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const read = readFlags(args)
  switch (read.kind) {
    case 'help':
      surroundings.print(help)
      return 0
    case 'wrong':
      surroundings.printError(`counterfoil-sandbox: ${read.message}`)
      surroundings.printError('Try counterfoil-sandbox --help')
      return 2
    case 'run':
      return run(read.flags, surroundings)
  }
}

function readFlags(args: readonly string[]): ReadFlags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        ledger: { type: 'string' },
        keys: { type: 'boolean', default: false },
        'key-lifetime': { type: 'string', default: '24' },
        conditions: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return { kind: 'help' }
    const port = readPort(values.port)
    if (port === undefined) return { kind: 'wrong', message: `--port takes 0 to 65535, not "${values.port}"` }
    if (values.ledger === '') return { kind: 'wrong', message: '--ledger takes the path of a file' }
    const keyLifetimeHours = readHours(values['key-lifetime'])
    if (keyLifetimeHours === undefined)
      return { kind: 'wrong', message: `--key-lifetime takes hours, not "${values['key-lifetime']}"` }
    const { keys, conditions, ledger } = values
    return {
      kind: 'run',
      flags: {
        port,
        keys,
        keyLifetimeHours,
        conditions,
        ...(ledger === undefined ? {} : { ledgerFile: ledger }),
      },
    }
  } catch (error) {
    return { kind: 'wrong', message: messageOf(error) }
  }
}

function readPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined
}

function readHours(text: string): number | undefined {
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}

async function run(flags: Flags, { print, printError, stop }: Surroundings): Promise<number> {
  const { keys, keyLifetimeHours, conditions, ...rest } = flags
  function onArrival(arrival: Arrival) {
    print(describeArrival(arrival))
  }
  let sandbox: Sandbox
  try {
    sandbox = await startSandbox({ ...rest, settings: { keys, keyLifetimeHours, conditions }, onArrival })
  } catch (error) {
    printError(`counterfoil-sandbox: ${messageOf(error)}`)
    return 1
  }
  print(`The stand-in service listens on ${sandbox.url}`)
  await aborted(stop)
  await sandbox.close()
  return 0
}

function describeArrival({ at, method, path, status, faults, effect }: Arrival): string {
  return [
    at.slice(11, 19),
    method,
    path,
    status === null ? 'cut off' : String(status),
    ...(effect === undefined ? [] : [`effect ${effect}`]),
    ...faults,
  ].join('  ')
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => {
      resolve()
    })
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
