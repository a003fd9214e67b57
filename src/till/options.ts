import {
  array,
  enums,
  func,
  literal,
  number,
  object,
  optional,
  record,
  refine,
  string,
  union,
  validate,
} from 'superstruct'
import { InvalidOptions } from '../domain/errors.js'
import { keysToPlace } from '../domain/paths.js'
import { createRules, type TillRules, type TillRulesOptions } from '../domain/rules.js'
import type { HeadersSource, ServiceAccess } from '../transport/access.js'

export interface ServiceOptions {
  /** https, or http on this machine. */
  baseUrl: string
  /** Plain headers reach the worker as well; a function stays with the page that gave it. */
  headers?: HeadersSource
  credentials?: ServiceAccess['credentials']
  timeoutMs?: number
  /** Operations under way at once, over page, tabs and worker together. */
  concurrency?: number
  /** A path or URL that answers 2xx when the service is well; false asks the base address. */
  probe?: string | false
}

export interface TillOptions {
  shop: string
  terminal: string
  service: ServiceOptions
  /** The worker's script, or false to replay in this page alone. */
  worker?: string | false
  /** The database's name: one per till profile. */
  name?: string
  rules?: TillRulesOptions
}

/** The options with nothing left open. */
export interface TillSetup {
  shop: string
  terminal: string
  access: ServiceAccess
  concurrency: number
  worker: string | false
  name: string
  rules: TillRules
}

const nonempty = refine(string(), 'nonempty', (value) => value.trim() !== '')
const positive = refine(number(), 'positive', (value) => Number.isSafeInteger(value) && value > 0)
const url = refine(string(), 'url', (value) => findUrlFault(value) === undefined)

const Options = object({
  shop: nonempty,
  terminal: nonempty,
  service: object({
    baseUrl: url,
    headers: optional(union([func(), record(string(), string())])),
    credentials: optional(enums(['omit', 'same-origin', 'include'])),
    timeoutMs: optional(positive),
    concurrency: optional(positive),
    probe: optional(union([literal(false), nonempty])),
  }),
  worker: optional(union([literal(false), nonempty])),
  name: optional(nonempty),
  rules: optional(
    object({
      needs: optional(record(string(), array(object({ what: string(), oneOf: array(string()) })))),
      receipt: optional(func()),
    }),
  ),
})

const expectations: Record<string, string> = {
  nonempty: 'text that is not empty',
  positive: 'a whole number above zero',
  url: 'an https address without user or password (http only on this machine)',
  never: 'no option of this name',
}

/** Fills in what the host left open, or names every option that cannot be. */
export function readOptions(options: TillOptions): TillSetup {
  const [error] = validate(options, Options)
  if (error) {
    throw new InvalidOptions(
      error.failures().map(({ path, type, refinement }) => ({
        path: keysToPlace(path as PropertyKey[]),
        expected: expectations[refinement ?? type] ?? type,
        found: refinement === 'url' ? (findUrlFault(options.service.baseUrl) ?? '') : 'something else',
      })),
    )
  }
  const { shop, terminal, service, worker = '/counterfoil-sw.js', name = 'counterfoil', rules } = options
  const { baseUrl, headers = {}, credentials = 'same-origin', timeoutMs = 30_000, concurrency = 4 } = service
  return {
    shop,
    terminal,
    access: {
      baseUrl: resolveUrl(baseUrl).href,
      headers,
      credentials,
      timeoutMs,
      probe: service.probe ?? false,
    },
    concurrency,
    worker,
    name,
    rules: createRules(rules),
  }
}

function findUrlFault(value: string): string | undefined {
  if (!URL.canParse(value, location.href)) return 'text that is no address'
  const { protocol, hostname, username, password } = resolveUrl(value)
  if (username !== '' || password !== '') return 'an address with a user or password'
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe ? undefined : `an address on ${protocol}//${hostname}`
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function resolveUrl(value: string): URL {
  return new URL(value, location.href)
}

/** What the worker may know of the setup; a function cannot travel and is named instead. */
export interface WorkerSetup {
  access: Omit<ServiceAccess, 'headers'> & { headers?: Record<string, string> }
  concurrency: number
}

/** The part of the setup that the worker reads from the journal. */
export function setupToWorkerSetup({ access: { headers, ...access }, concurrency }: TillSetup): WorkerSetup {
  return { access: { ...access, ...(typeof headers !== 'function' && { headers }) }, concurrency }
}
