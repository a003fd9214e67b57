import {
  array,
  boolean,
  enums,
  func,
  literal,
  number,
  object,
  optional,
  partial,
  record,
  refine,
  string,
  union,
  validate,
  type Struct,
} from 'superstruct'
import { operationKinds, type ReplayRule } from '../domain/endpoints.js'
import type { Limits } from '../decide/limits.js'
import type { Policy } from '../decide/policy.js'
import { retentionDefault, type Retention } from '../decide/retention.js'
import { InvalidOptions } from '../domain/errors.js'
import type { FieldFailure } from '../domain/validate.js'
import type { OperationKind } from '../domain/models.js'
import { keysToPlace } from '../domain/paths.js'
import { readTransactionId } from '../domain/reply.js'
import { createRules, type TillRules, type TillRulesOptions } from '../domain/rules.js'
import type { HeadersSource, Host, ServiceAccess, WorkerSetup } from '../ports.js'

/** How the card service is reached, and what it promises. */
export interface ServiceOptions {
  /** https, or http on this machine. */
  baseUrl: string
  /** Plain headers reach the worker as well; a function stays with the page that gave it. */
  headers?: HeadersSource
  /** As in `fetch`; `same-origin` unless told. */
  credentials?: ServiceAccess['credentials']
  /** From sending to the last byte of the reply; 30,000 unless told. */
  timeoutMs?: number
  /** Operations under way at once, over page, tabs and worker together. */
  concurrency?: number
  /** A path or URL that answers 2xx when the service is well; false asks the base address. */
  probe?: string | false
  /** What may be done with an operation whose outcome is not known. */
  replay?: Partial<Record<OperationKind, ReplayRule>>
  /** The service recognises a repeated request by its key. */
  idempotencyKey?: boolean | { header?: string; lifetimeHours?: number }
  /** Finds what the service's own replies say. */
  readReply?: { transactionId: Host['transactionId'] }
  /** Asks the service, or whoever knows, whether an operation was applied. */
  lookUp?: Host['lookUp']
  /** Decides what becomes of a conflict. */
  onConflict?: Host['onConflict']
}

/** What a till must be told, and what it may be. */
export interface TillOptions {
  shop: string
  terminal: string
  service: ServiceOptions
  /** The worker's script, or false to replay in this page alone. */
  worker?: string | false
  /** The database's name: one per till profile. */
  name?: string
  rules?: TillRulesOptions
  /** How much may stand unresolved before a supervisor must be asked. */
  limits?: Limits
  /** For how many days what has ended is kept, and the personal data in it. */
  retention?: Partial<Retention>
  /** After how many minutes of waiting the oldest operation raises the alarm; never, unless set. */
  stallAfterMinutes?: number
}

/** The options with nothing left open. */
export interface TillSetup {
  service: ServiceOptions
  shop: string
  terminal: string
  access: ServiceAccess
  policy: Policy
  host: Host
  concurrency: number
  worker: string | false
  name: string
  rules: TillRules
  limits: Limits
  retention: Retention
  stallAfterMs?: number
}

const nonempty = refine(string(), 'nonempty', (value) => value.trim() !== '')
const amount = refine(number(), 'amount', (value) => Number.isFinite(value) && value >= 0)
const positive = refine(number(), 'positive', (value) => Number.isSafeInteger(value) && value > 0)
const baseUrl = refine(string(), 'baseUrl', (value) => findBaseFault(value) === undefined)
const probe = refine(nonempty, 'probe', (value) => findProbeFault(value) === undefined)
const script = refine(nonempty, 'script', (value) => findScriptFault(value) === undefined)

const replayRules = Object.fromEntries(
  operationKinds.map((kind) => [kind, enums(['verify', 'once', 'idempotent'])]),
) as Record<OperationKind, Struct<ReplayRule>>

const Options = object({
  shop: nonempty,
  terminal: nonempty,
  service: object({
    baseUrl,
    headers: optional(union([func(), record(string(), string())])),
    credentials: optional(enums(['omit', 'same-origin', 'include'])),
    timeoutMs: optional(positive),
    concurrency: optional(positive),
    probe: optional(union([literal(false), probe])),
    replay: optional(partial(object(replayRules))),
    idempotencyKey: optional(
      union([boolean(), object({ header: optional(nonempty), lifetimeHours: optional(positive) })]),
    ),
    readReply: optional(object({ transactionId: func() })),
    lookUp: optional(func()),
    onConflict: optional(func()),
  }),
  worker: optional(union([literal(false), script])),
  name: optional(nonempty),
  rules: optional(
    object({
      needs: optional(record(string(), array(object({ what: string(), oneOf: array(string()) })))),
      receipt: optional(func()),
    }),
  ),
  limits: optional(
    object({
      perOperation: optional(amount),
      perCard: optional(amount),
      total: optional(amount),
      count: optional(amount),
      ageHours: optional(amount),
    }),
  ),
  retention: optional(object({ settledDays: optional(amount), personalDays: optional(amount) })),
  stallAfterMinutes: optional(positive),
})

const expectations: Record<string, string> = {
  amount: 'a number that is not below zero',
  nonempty: 'text that is not empty',
  positive: 'a whole number above zero',
  baseUrl: 'an https address (http only on this machine) without user, password, query or fragment',
  probe: 'a path, or an https address without user or password (http only on this machine)',
  script: 'the address of a script on this page’s own origin',
  never: 'no option of this name',
}

/** Fills in what the host left open, or names every option that cannot be. */
export function readOptions(options: TillOptions): TillSetup {
  const failures = findFailures(options)
  if (failures.length > 0) throw new InvalidOptions(failures)
  const { shop, terminal, service, worker = '/counterfoil-sw.js', name = 'counterfoil', rules } = options
  const { limits = {}, retention, stallAfterMinutes } = options
  const policy = readPolicy(service, limits)
  return {
    service,
    shop,
    terminal,
    access: readAccess(service, policy),
    policy,
    host: readHost(service),
    concurrency: service.concurrency ?? 4,
    worker,
    name,
    rules: createRules(rules),
    limits,
    retention: { ...retentionDefault, ...retention },
    ...(stallAfterMinutes !== undefined && { stallAfterMs: stallAfterMinutes * minuteMs }),
  }
}

function findFailures(options: TillOptions): FieldFailure[] {
  try {
    const [error] = validate(options, Options)
    const failures = error ? error.failures() : []
    return failures.map(({ path, type, refinement, value }) => ({
      path: keysToPlace(path as PropertyKey[]),
      expected: expectations[refinement ?? type] ?? type,
      found: refinement === 'baseUrl' ? (findBaseFault(value as string) ?? '') : 'something else',
    }))
  } catch {
    // The library cannot spell out an object whose `toString` is none; then it cannot name the option either.
    return [{ path: 'an option', expected: 'plain data', found: 'an object that cannot be written as text' }]
  }
}

function readAccess(service: ServiceOptions, policy: Policy): ServiceAccess {
  const { baseUrl, headers = {}, credentials = 'same-origin', timeoutMs = 30_000, probe = false } = service
  const keyHeader = policy.key && { keyHeader: policy.key.header }
  return {
    baseUrl: resolveUrl(baseUrl).href,
    headers,
    headersAt: 0,
    credentials,
    timeoutMs,
    probe,
    ...keyHeader,
  }
}

const hourMs = 3_600_000
const minuteMs = 60_000

function readPolicy({ replay = {}, idempotencyKey = false }: ServiceOptions, { ageHours }: Limits): Policy {
  const plain = { replay, ...(ageHours !== undefined && { ageMsMax: ageHours * hourMs }) }
  if (idempotencyKey === false) return plain
  const { header = 'Idempotency-Key', lifetimeHours = 24 } = idempotencyKey === true ? {} : idempotencyKey
  return { ...plain, key: { header, lifetimeMs: lifetimeHours * hourMs } }
}

function readHost({ readReply, lookUp, onConflict }: ServiceOptions): Host {
  return {
    transactionId: readReply?.transactionId ?? readTransactionId,
    ...(lookUp && { lookUp }),
    ...(onConflict && { onConflict }),
  }
}

function findUrlFault(value: string): string | undefined {
  if (!URL.canParse(value, location.href)) return 'text that is no address'
  const { protocol, hostname, username, password } = resolveUrl(value)
  if (username !== '' || password !== '') return 'an address with a user or password'
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe ? undefined : `an address on ${protocol}//${hostname}`
}

/** What a path is appended to must end in one. */
function findBaseFault(value: string): string | undefined {
  const fault = findUrlFault(value)
  if (fault !== undefined) return fault
  return /[?#]/.test(resolveUrl(value).href) ? 'an address with a query or a fragment' : undefined
}

/** An address elsewhere is asked as it stands; a path goes below the base address, whatever it says. */
function findProbeFault(value: string): string | undefined {
  return isAddress(value) ? findUrlFault(value) : undefined
}

function isAddress(value: string): boolean {
  return /^\s*[a-z][a-z\d+.-]*:/i.test(value)
}

/** A browser takes a worker from the page's own origin alone. */
function findScriptFault(value: string): string | undefined {
  const fault = findUrlFault(value)
  if (fault !== undefined) return fault
  return resolveUrl(value).origin === new URL(location.href).origin ? undefined : 'an address elsewhere'
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function resolveUrl(value: string): URL {
  return new URL(value, location.href)
}

/** What the worker may know of the setup; functions cannot travel and are named instead. */
export function setupToWorkerSetup({
  access,
  policy,
  concurrency,
  retention,
  service,
}: TillSetup): WorkerSetup {
  const { headers, ...others } = access
  const { readReply, lookUp, onConflict } = service
  const functions = { headers: typeof headers === 'function', readReply, lookUp, onConflict }
  return {
    access: { ...others, ...(typeof headers !== 'function' && { headers }) },
    policy,
    concurrency,
    retention,
    functions: Object.entries(functions).flatMap(([name, given]) => (given ? [`service.${name}`] : [])),
  }
}
