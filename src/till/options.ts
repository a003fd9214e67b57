import {
  array,
  boolean,
  enums,
  func,
  instance,
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
import { storeCardCode } from '../domain/card-code.js'
import { currencyToDigits, currencyToFinestDigits, isCurrency, readCurrency } from '../domain/currency.js'
import { InvalidOptions } from '../domain/errors.js'
import type { FieldFailure } from '../domain/validate.js'
import type { OperationKind } from '../domain/models.js'
import type { Trace, TraceLine } from '../domain/trace.js'
import { findUnsendable, isHeaderName } from '../domain/headers.js'
import { keysToPlace } from '../domain/paths.js'
import { readTransactionId } from '../domain/reply.js'
import { toServiceAddress, type ServiceIdentity } from '../domain/service-address.js'
import { createRules, type TillRules, type TillRulesOptions } from '../domain/rules.js'
import { createTrace } from '../platform/trace.js'
import { findConsoleTrace } from '../platform/trace-switch.js'
import { findBaseFault, findProbeFault, findScriptFault, resolveUrl } from './addresses.js'
import type { HostBalance } from './balance.js'
import { Copies, type CopyOptions, publicKey, publicKeyExpected } from './copy-options.js'
import type { HeadersRecord, HeadersSource, Host, ServiceAccess, WorkerSetup } from '../ports.js'

/** The address of the card service, and what it supports. */
export interface ServiceOptions {
  /** https, or http on this machine. */
  baseUrl: string
  /** Former addresses of the same service: a journal bound to one of them belongs to this service. */
  replaces?: readonly string[]
  /** The worker gets plain headers too; a function stays with its page. */
  headers?: HeadersSource
  /** As in `fetch`; `same-origin` by default. */
  credentials?: ServiceAccess['credentials']
  /** From sending to the last byte of the reply; 30,000 by default. */
  timeoutMs?: number
  /** The time in which a `headers` function must answer, or nothing is sent; `timeoutMs` by default. */
  headersTimeoutMs?: number
  /** Operations under way at once, over all pages and the worker together; 4 by default. */
  concurrency?: number
  /** A path or URL that answers 2xx if the service is available; `false` probes the base address. */
  probe?: string | false
  /** What to do with an operation whose outcome is unknown. */
  replay?: Partial<Record<OperationKind, ReplayRule>>
  /** The service recognises a repeated request by its idempotency key. */
  idempotencyKey?: boolean | { header?: string; lifetimeHours?: number }
  /** Reads facts from the service's replies. */
  readReply?: { transactionId: Host['transactionId'] }
  /** Finds out, from the service or elsewhere, whether an operation was applied. */
  lookUp?: Host['lookUp']
  /** Decides how a conflict is resolved. */
  onConflict?: Host['onConflict']
  /** Decides what an answer means, if this service's answers differ from docs/replies-to-outcomes.md. */
  classify?: Host['classify']
}

/** The options of a till. */
export interface TillOptions {
  shop: string
  terminal: string
  service: ServiceOptions
  /** The worker's script, or `false` to replay in this page only. */
  worker?: string | false
  /** The name of the database: one per till. */
  name?: string
  rules?: TillRulesOptions
  /** The ISO 4217 code of the currency of all amounts; EUR by default. Totals have its decimals. */
  currency?: string
  /** How much may be unresolved before a supervisor must allow more. */
  limits?: Limits
  /** The days for which ended operations are kept, and the personal data in them. */
  retention?: Partial<Retention>
  /** After so many minutes of waiting the oldest operation is reported as stalled; never by default. */
  stallAfterMinutes?: number
  /**
   * Copies of what is unresolved, for when the browser loses its databases; kept by default. With the shop's public key
   * (ECDH, P-256) only the private one opens them, and secrets are in them too.
   */
  mirror?: false | { publicKey?: JsonWebKey }
  /** Copies that leave the device; none by default. */
  copies?: CopyOptions
  /** The balance of a card at the service, for the screens of the till; it is asked for by a page only. */
  balance?: (card: string) => Promise<HostBalance>
  /** Is told what the till does, line by line, for developers and support; without it nothing is traced. */
  trace?: (line: TraceLine) => void
}

/** The options with their defaults. */
export interface TillSetup {
  service: ServiceOptions
  shop: string
  terminal: string
  access: ServiceAccess
  identity: ServiceIdentity
  policy: Policy
  host: Host
  concurrency: number
  currency: string
  worker: string | false
  name: string
  rules: TillRules
  limits: Limits
  retention: Retention
  stallAfterMs?: number
  mirror: false | { publicKey?: JsonWebKey }
  copies?: CopyOptions
  balance?: TillOptions['balance']
  trace?: Trace | undefined
}

const nonempty = refine(string(), 'nonempty', (value) => value.trim() !== '')
const amount = refine(number(), 'amount', (value) => Number.isFinite(value) && value >= 0)
const positive = refine(number(), 'positive', (value) => Number.isSafeInteger(value) && value > 0)
const baseUrl = refine(string(), 'baseUrl', (value) => findBaseFault(value) === undefined)
const headerName = refine(string(), 'headerName', isHeaderName)
const probe = refine(nonempty, 'probe', (value) => findProbeFault(value) === undefined)
const currency = refine(string(), 'currency', isCurrency)
const CardCode = object({
  pattern: optional(instance(RegExp)),
  lengthMin: optional(positive),
  lengthMax: optional(positive),
  isLuhn: optional(boolean()),
})
const script = refine(nonempty, 'script', (value) => findScriptFault(value) === undefined)

const replayRules = Object.fromEntries(
  operationKinds.map((kind) => [kind, enums(['verify', 'once', 'idempotent'])]),
) as Record<OperationKind, Struct<ReplayRule>>

const Options = object({
  shop: nonempty,
  terminal: nonempty,
  service: object({
    baseUrl,
    replaces: optional(array(baseUrl)),
    headers: optional(union([func(), record(string(), string())])),
    credentials: optional(enums(['omit', 'same-origin', 'include'])),
    timeoutMs: optional(positive),
    headersTimeoutMs: optional(positive),
    concurrency: optional(positive),
    probe: optional(union([literal(false), probe])),
    replay: optional(partial(object(replayRules))),
    idempotencyKey: optional(
      union([boolean(), object({ header: optional(headerName), lifetimeHours: optional(positive) })]),
    ),
    readReply: optional(object({ transactionId: func() })),
    lookUp: optional(func()),
    onConflict: optional(func()),
    classify: optional(func()),
  }),
  worker: optional(union([literal(false), script])),
  name: optional(nonempty),
  rules: optional(
    object({
      needs: optional(record(string(), array(object({ what: string(), oneOf: array(string()) })))),
      receipt: optional(func()),
      card: optional(func()),
      cardCode: optional(union([func(), CardCode])),
    }),
  ),
  currency: optional(currency),
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
  mirror: optional(union([literal(false), object({ publicKey: optional(publicKey) })])),
  copies: optional(Copies),
  balance: optional(func()),
  trace: optional(func()),
})

const expectations: Record<string, string> = {
  amount: 'a number that is not below zero',
  nonempty: 'text that is not empty',
  positive: 'a whole number above zero',
  baseUrl: 'an https address (http only on this machine) without user, password, query or fragment',
  headerName: 'the name of a header',
  probe: 'a path, or an https address without user or password (http only on this machine)',
  currency: 'a currency as ISO 4217 names it',
  script: 'the address of a script on this page’s own origin',
  publicKey: publicKeyExpected,
  copyTo: 'a function, or an https address without user or password (http only on this machine)',
  everyMinutes: 'a whole number of minutes from 1 to 10080, a week',
  never: 'no option of this name',
}

/** Fills in the defaults, or throws with every invalid option. */
export function readOptions(options: TillOptions): TillSetup {
  const misread = findFailures(options)
  const failures = misread.length > 0 ? misread : findUnsendableHeaders(options)
  if (failures.length > 0) throw new InvalidOptions(failures)
  const { shop, terminal, service, worker = '/counterfoil-sw.js', name = 'counterfoil', rules } = options
  const {
    limits = {},
    retention,
    stallAfterMinutes,
    currency = 'EUR',
    mirror = {},
    copies,
    balance,
    trace,
  } = options
  const policy = readPolicy(service, limits)
  return {
    service,
    shop,
    terminal,
    access: readAccess(service),
    identity: { ...readIdentity(service), currency: readCurrency(currency) },
    policy,
    host: readHost(service),
    concurrency: service.concurrency ?? 4,
    currency: readCurrency(currency),
    worker,
    name,
    rules: createRules(rules, currencyToDigits(currency), currencyToFinestDigits(currency)),
    limits,
    retention: { ...retentionDefault, ...retention },
    ...(stallAfterMinutes !== undefined && { stallAfterMs: stallAfterMinutes * minuteMs }),
    mirror,
    ...(copies && { copies: readCopies(copies) }),
    ...(balance && { balance }),
    trace: createTrace(trace ?? findConsoleTrace()),
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
    // The library cannot print an object with an invalid `toString`, so it cannot name the option.
    return [{ path: 'an option', expected: 'plain data', found: 'an object that cannot be written as text' }]
  }
}

function findUnsendableHeaders({ service, copies }: TillOptions): FieldFailure[] {
  return [...findHeaderFailures(service.headers), ...findHeaderFailures(copies?.headers, 'copies.headers')]
}

/** A header that cannot be sent would block every operation: its name is reported, not its value. */
function findHeaderFailures(headers: unknown = {}, path = 'service.headers'): FieldFailure[] {
  const name = typeof headers === 'function' ? undefined : findUnsendable(headers as HeadersRecord)
  if (name === undefined) return []
  const expected = 'a value that can be sent: no line breaks, no characters beyond Latin-1'
  return [{ path: `${path}: ${name}`, expected, found: 'something else' }]
}

/** Throws on headers that cannot be sent, before they replace the present ones. */
export function requireSendable(headers: HeadersSource): void {
  const failures = findHeaderFailures(headers)
  if (failures.length > 0) throw new InvalidOptions(failures, 'setHeaders')
}

function readAccess(service: ServiceOptions): ServiceAccess {
  const { baseUrl, headers = {}, credentials = 'same-origin', timeoutMs = 30_000, probe = false } = service
  const { headersTimeoutMs } = service
  return {
    baseUrl: resolveUrl(baseUrl).href,
    headers,
    headersAt: 0,
    credentials,
    timeoutMs,
    ...(headersTimeoutMs !== undefined && { headersTimeoutMs }),
    probe,
  }
}

function readIdentity({ baseUrl, replaces = [] }: ServiceOptions): ServiceIdentity {
  const toAddress = (url: string) => toServiceAddress(resolveUrl(url).href)
  return { address: toAddress(baseUrl), replaces: replaces.map(toAddress) }
}

const hourMs = 3_600_000
const minuteMs = 60_000

function readPolicy({ replay = {}, idempotencyKey = false }: ServiceOptions, { ageHours }: Limits): Policy {
  const plain = { replay, ...(ageHours !== undefined && { ageMsMax: ageHours * hourMs }) }
  if (idempotencyKey === false) return plain
  const { header = 'Idempotency-Key', lifetimeHours = 24 } = idempotencyKey === true ? {} : idempotencyKey
  return { ...plain, key: { header, lifetimeMs: lifetimeHours * hourMs } }
}

/** A relative address is of this page, also when the page has moved on. */
function readCopies({ to, ...others }: CopyOptions): CopyOptions {
  return { ...others, to: typeof to === 'string' ? resolveUrl(to).href : to }
}

function readHost({ readReply, lookUp, onConflict, classify }: ServiceOptions): Host {
  return {
    transactionId: readReply?.transactionId ?? readTransactionId,
    ...(lookUp && { lookUp }),
    ...(onConflict && { onConflict }),
    ...(classify && { classify }),
  }
}

/** The worker's part of the setup; functions cannot be stored, so their names are. */
export function setupToWorkerSetup({
  access,
  policy,
  concurrency,
  retention,
  limits,
  rules,
  service,
  trace,
}: TillSetup): WorkerSetup {
  const { headers, ...others } = access
  const cardCode = storeCardCode(rules.cardCode)
  return {
    access: { ...others, ...(typeof headers !== 'function' && { headers }) },
    policy,
    concurrency,
    retention,
    limits,
    needs: rules.needs,
    decimals: rules.decimals,
    ...(cardCode && { cardCode }),
    ...(trace && { trace: true }),
    functions: listFunctions({ service, rules, access }),
  }
}

/** The name of the headers among the functions that a worker needs. */
export const headersFunction = 'service.headers'

/** The functions that the worker needs. Rules run when an operation is saved, and when the host amends one. */
function listFunctions({
  service,
  rules,
  access,
}: Pick<TillSetup, 'service' | 'rules' | 'access'>): string[] {
  const { readReply, lookUp, onConflict, classify } = service
  const house = createRules()
  const functions = {
    [headersFunction]: typeof access.headers === 'function',
    'service.readReply': readReply,
    'service.lookUp': lookUp,
    'service.onConflict': onConflict,
    'service.classify': classify,
    'rules.receipt': onConflict && rules.receipt !== house.receipt,
    'rules.card': onConflict && rules.card !== house.card,
    'rules.cardCode': onConflict && typeof rules.cardCode === 'function',
  }
  return Object.entries(functions).flatMap(([name, given]) => (given ? [name] : []))
}
