import {
  array,
  assign,
  boolean,
  define,
  enums,
  integer,
  max,
  min,
  nonempty,
  number,
  object,
  optional,
  pattern,
  record,
  StructError,
  string,
  union,
  unknown,
  validate,
  type Infer,
} from 'superstruct'
import { operationKinds } from '../domain/endpoints.js'
import { isHeaderName } from '../domain/headers.js'
import type { OperationKind } from '../domain/models.js'
import { readOrigin } from '../domain/origin.js'
import { readAddress } from './address.js'
import { InvalidConfig } from './invalid-config.js'

/** The name of a type is the phrase that a person reads if the field is wrong. */
const headers = record(
  define<string>('the name of a header', (name) => typeof name === 'string' && isHeaderName(name)),
  define<string>(
    'one line of text, as a header holds it: no line break, not at the end either, and Latin-1 alone',
    (value) => typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  ),
)

/** A request to the service or to a helper beside it; `{card}` and other names in braces are filled in. */
const Request = object({
  method: optional(string()),
  /** Below the base address, or an address of its own. */
  url: nonempty(string()),
  headers: optional(headers),
  body: optional(unknown()),
})

/** A program with its words; no shell reads them. */
const Command = object({ command: nonempty(array(string())) })

const Call = union([Request, Command])
/** Something that the check asks for beside the five operations. */
export type Call = Infer<typeof Call>
export type RequestCall = Infer<typeof Request>

const at = { at: optional(string()) }

/** Where the effects of an operation can be seen. */
const ReadBack = union([
  assign(Request, object({ gives: enums(['ledger', 'count', 'balance']), match: optional(string()), ...at })),
  assign(Command, object({ gives: enums(['ledger', 'count', 'balance']), match: optional(string()), ...at })),
])
export type ReadBack = Infer<typeof ReadBack>

const Keys = union([
  boolean(),
  object({
    header: optional(pattern(string(), /^[\w-]+$/)),
    /** How long the service says that it remembers a key. */
    lifetimeHours: optional(min(number(), 0, { exclusive: true })),
    /** A lifetime that is short enough to be waited for, and the calls that begin and end it. */
    brief: optional(
      object({ seconds: max(min(number(), 0.2), 600), begin: optional(Call), end: optional(Call) }),
    ),
  }),
])

const Case = object({
  operation: enums(operationKinds),
  status: integer(),
  /** The operation that goes before it, on the same card. */
  after: optional(enums(operationKinds)),
  what: optional(string()),
  headers: optional(headers),
  body: optional(record(string(), unknown())),
})

const File = object({
  baseUrl: optional(string()),
  /** On another machine than this one: the operations are made for real. */
  testSystem: optional(boolean()),
  headers: optional(headers),
  shop: optional(string()),
  terminal: optional(string()),
  endpoints: optional(nonempty(array(enums(operationKinds)))),
  cards: object({
    /** Cards that exist. */
    codes: optional(nonempty(array(nonempty(string())))),
    /** New codes, `{number}` in them. */
    pattern: optional(pattern(string(), /\{number\}/)),
    /** Makes a new card, `{card}`. */
    make: optional(Call),
    /** A code that the service does not know. */
    unknown: optional(string()),
  }),
  orders: optional(object({ from: optional(integer()), make: optional(Call) })),
  amount: optional(min(number(), 0, { exclusive: true })),
  /** Fields that the service wants beyond those that the check gives. */
  bodies: optional(record(enums(operationKinds), record(string(), unknown()))),
  transactionIdAt: optional(string()),
  keys: optional(Keys),
  conditions: optional(union([boolean(), array(enums(operationKinds))])),
  origin: optional(string()),
  probe: optional(string()),
  readBack: optional(ReadBack),
  hooks: optional(
    object({
      /** Ends the service's process at once, as a power cut does, and starts it again. */
      restart: optional(Call),
      /** The next operation fails with a 5xx, and nothing of it is done. */
      failBefore: optional(Call),
      /** The next operation is done, and answered with a 5xx. */
      failAfter: optional(Call),
      /** The next operation is refused for want of room: 429 or 503. */
      busy: optional(Call),
    }),
  ),
  cases: optional(array(Case)),
  timeoutSeconds: optional(max(min(number(), 0.1), 600)),
  /** How long a repeat is repeated while it is answered with 409, 5xx or silence. */
  patienceSeconds: optional(max(min(number(), 0.1), 600)),
})
type File = Infer<typeof File>

/** What is known of the service, defaults filled in. */
export interface Config extends Omit<File, 'keys' | 'conditions'> {
  baseUrl: string
  headers: Record<string, string>
  shop: string
  terminal: string
  endpoints: OperationKind[]
  amount: number
  keys: { header: string; lifetimeHours: number; brief?: Brief } | undefined
  conditions: OperationKind[]
  timeoutMs: number
  patienceMs: number
}
export interface Brief {
  seconds: number
  begin?: Call | undefined
  end?: Call | undefined
}

/** What the command was given beside the file. */
export interface Given {
  baseUrl?: string | undefined
  /** The address given is a test system, though it is not on this machine. */
  isTestSystem?: boolean
  env: Readonly<Record<string, string | undefined>>
}

/** Reads a configuration; `${NAME}` in it stands for a variable of the environment. */
export function readConfig(text: string, { baseUrl, isTestSystem = false, env }: Given): Config {
  const [fault, file] = validate(fillVariables(parse(text), env), File)
  if (fault) throw new InvalidConfig(describeFault(fault))
  const address = readAddress({ given: baseUrl, ofFile: file.baseUrl }, { isTestSystem, ...file })
  if (file.cards.codes === undefined && file.cards.pattern === undefined)
    throw new InvalidConfig(
      'cards: name codes of test cards, or a pattern for new ones such as "9900{number}"',
    )
  return complete(file, address)
}

function complete(file: File, baseUrl: string): Config {
  const endpoints = [...new Set(file.endpoints ?? operationKinds)]
  const { keys = true, conditions = false } = file
  return {
    ...file,
    baseUrl,
    ...(file.origin !== undefined && { origin: normalizeOrigin(file.origin) }),
    headers: file.headers ?? {},
    shop: file.shop ?? 'S01',
    terminal: file.terminal ?? 'T1',
    endpoints,
    amount: file.amount ?? 1,
    keys: keys === false ? undefined : completeKeys(keys === true ? {} : keys),
    conditions: endpoints.filter(
      (kind) =>
        kind !== 'confirmOrder' && (typeof conditions === 'boolean' ? conditions : conditions.includes(kind)),
    ),
    timeoutMs: (file.timeoutSeconds ?? 30) * 1000,
    patienceMs: (file.patienceSeconds ?? 10) * 1000,
  }
}

function completeKeys({ header, lifetimeHours, brief }: Exclude<Infer<typeof Keys>, boolean>) {
  return {
    header: header ?? 'Idempotency-Key',
    lifetimeHours: lifetimeHours ?? 24,
    ...(brief && { brief }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message may quote a credential.
    throw new InvalidConfig('not JSON')
  }
}

function normalizeOrigin(text: string): string {
  const origin = readOrigin(text)
  if (origin === undefined)
    throw new InvalidConfig('origin: expected scheme, host and port alone, such as "https://till.example"')
  return origin
}

function fillVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const found = env[name]
      if (found === undefined) throw new InvalidConfig(`the environment has no variable ${name}`)
      return found
    })
  }
  if (Array.isArray(value)) return value.map((item) => fillVariables(item, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillVariables(inner, env)]))
}

/** The value is not quoted: it may be a credential. */
function describeFault(error: StructError): string {
  const [first = error] = [...error.failures()].sort((a, b) => b.path.length - a.path.length)
  const place = (first.path as PropertyKey[]).map(String).join('.')
  return `${place || 'the file'}: expected ${first.type === 'never' ? 'no such field' : first.type}`
}
