import { spawn } from 'node:child_process'
import type { Call, Config, RequestCall } from './config.js'
import { send, type Exchange } from './wire.js'

/** Something that the configuration asks for did not work, so that nothing can be judged by it. */
export class CallFailed extends Error {
  override name = 'CallFailed'
}

/** A ledger may be long. */
const answerLengthMax = 256 * 1024 * 1024

/** What stands for the names in braces. */
export type Names = Readonly<Record<string, string | number>>

/** Makes a call of the configuration. */
export async function call(config: Config, asked: Call, names: Names = {}): Promise<void> {
  if ('command' in asked) await run(asked.command, names, config, 'ignore')
  else await request(config, asked, names)
}

/** Makes a call of the configuration, and returns what it prints or answers. */
export function ask(config: Config, asked: Call, names: Names = {}): Promise<string> {
  return 'command' in asked ? run(asked.command, names, config, 'pipe') : request(config, asked, names)
}

async function request(config: Config, asked: RequestCall, names: Names): Promise<string> {
  const { method = asked.body === undefined ? 'GET' : 'POST', url, headers = {}, body } = asked
  const address = fill(url, names, encodeURIComponent)
  // Credentials are the service's, and nobody else's.
  const isElsewhere = /^https?:/.test(address)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const exchange = await send(
    {
      method,
      url: isElsewhere ? address : config.baseUrl + address,
      headers: { ...type, ...(isElsewhere ? {} : config.headers), ...headers },
      ...(body !== undefined && { body: JSON.stringify(fillAll(body, names)) }),
    },
    config.timeoutMs,
    answerLengthMax,
  )
  if (exchange.status < 200 || exchange.status > 299) {
    throw new CallFailed(
      `${method} ${hideSecrets(address)} of the configuration was not answered: ${nameFailure(exchange)}`,
    )
  }
  return exchange.text
}

/** The address without user, password and query: they may be credentials. */
function hideSecrets(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/, '$1').replace(/\?.*$/s, '')
}

/** With the words of a problem, and no more of the body: that may hold what is private. */
function nameFailure({ status, silence, text }: Exchange): string {
  if (silence === 'ECONNREFUSED') return 'nothing listens there (ECONNREFUSED): start the service first'
  if (silence !== undefined) return silence
  const words = ['title', 'detail'].map((name) => dig(parse(text), name)).filter(isText)
  return [`status ${status}`, ...words].join(', ').slice(0, 300)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function run(
  [program = '', ...words]: readonly string[],
  names: Names,
  config: Config,
  output: 'ignore' | 'pipe',
): Promise<string> {
  const child = spawn(
    program,
    words.map((word) => fill(word, names)),
    { stdio: ['ignore', output, 'inherit'], timeout: config.timeoutMs },
  )
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  // A service that the command leaves running may hold its output open for good.
  const end = output === 'pipe' ? 'close' : 'exit'
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new CallFailed(`the command ${program} cannot be run: ${error.message}`))
    })
    child.once(end, (code, signal) => {
      if (code === 0) resolve(printed)
      else reject(new CallFailed(`the command ${program} ended with ${code ?? signal ?? 'nothing'}`))
    })
  })
}

/** Fills in `{card}` and the like; names that nothing stands for are left as they are. */
export function fill(text: string, names: Names, encode: (text: string) => string = (same) => same): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = names[name]
    return value === undefined ? whole : encode(String(value))
  })
}

/** The same in every text of a JSON value. */
export function fillAll(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return fillText(value, names)
  if (Array.isArray(value)) return value.map((item) => fillAll(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillAll(inner, names)]))
}

/** A text that is nothing but a name takes the value as it is: `"{transaction}"` is a number. */
function fillText(text: string, names: Names): unknown {
  const alone = /^\{(\w+)\}$/.exec(text)?.[1]
  return (alone === undefined ? undefined : names[alone]) ?? fill(text, names)
}

/** What a command prints may be a bare number. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: it is taken as it stands, and refused where a number or a list is wanted.
    return text.trim()
  }
}

/** The value at a path such as `Cards.0.Balance`; the whole where there is no path. */
export function dig(value: unknown, path = ''): unknown {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    )
}
