import { parseArgs } from 'node:util'
import { startSandbox, type Sandbox } from './http.js'
import type { Arrival } from './arrivals.js'

/** What the command needs from its process. */
export interface CommandContext {
  print: (line: string) => void
  printError: (line: string) => void
  /** Aborts to stop the sandbox. */
  stop: AbortSignal
}

interface Flags {
  port: number
  ledgerFile?: string
  keys: boolean
  keyLifetimeHours: number
  conditions: boolean
}

type ReadFlags = { kind: 'run'; flags: Flags } | { kind: 'help' } | { kind: 'invalid'; message: string }

const help = `counterfoil-sandbox: a stand-in for the card service, on this machine only

  --port N        listen on this port (default: any free port)
  --ledger FILE   store the effects in this file, and start with those it has
  --keys          honour Idempotency-Key
  --key-lifetime H
                  forget a key after H hours (default: 24)
  --conditions    honour If-Match, If-None-Match and If-Unmodified-Since
  --help          show this

While it runs, under the address it prints:

  GET    /_sandbox/state      the settings, the faults, and the number of requests
  GET    /_sandbox/ledger     the applied operations, and all requests
  POST   /_sandbox/outage     {"on": true} cuts every connection
  POST   /_sandbox/faults     [{"kind": "status", "status": 503, "times": 2}] or other faults
  DELETE /_sandbox/faults     remove all faults
  POST   /_sandbox/settings   {"keys": true}
  POST   /_sandbox/reset      forget everything, and empty the ledger file`

/** Runs the sandbox until `stop` aborts, and returns the exit code. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const read = readFlags(args)
  switch (read.kind) {
    case 'help':
      context.print(help)
      return 0
    case 'invalid':
      context.printError(`counterfoil-sandbox: ${read.message}`)
      context.printError('Try counterfoil-sandbox --help')
      return 2
    case 'run':
      return run(read.flags, context)
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
    if (port === undefined)
      return { kind: 'invalid', message: `--port takes 0 to 65535, not "${values.port}"` }
    if (values.ledger === '') return { kind: 'invalid', message: '--ledger takes the path of a file' }
    const keyLifetimeHours = readHours(values['key-lifetime'])
    if (keyLifetimeHours === undefined)
      return { kind: 'invalid', message: `--key-lifetime takes hours, not "${values['key-lifetime']}"` }
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
    return { kind: 'invalid', message: messageOf(error) }
  }
}

function readPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined
}

function readHours(text: string): number | undefined {
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}

async function run(flags: Flags, { print, printError, stop }: CommandContext): Promise<number> {
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
