import {
  array,
  boolean,
  define,
  enums,
  type Infer,
  literal,
  number,
  object,
  optional,
  pattern,
  string,
  union,
} from 'superstruct'
import { Conditions } from '../../domain/conditions.js'
import { operationKinds } from '../../domain/endpoints.js'
import { type EntryState, entryStates, historyEvents, parkReasons } from '../../domain/entry.js'
import { isMoment, moment } from '../../domain/fields.js'
import { is } from '../../domain/is.js'
import { outcomeTags } from '../../domain/outcome.js'
import { Signs } from '../../domain/signs.js'

/** The format a row is written in; a row with a higher one was left by a newer release. */
export const rowFormat = 2

/** A key is sent in double quotes in a header: any other character would make its request impossible. */
const Key = pattern(string(), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)

const bytes = define<Uint8Array<ArrayBuffer>>('bytes', (value) => value instanceof Uint8Array)

/** What receipts are listed by, and the sender whose number it bears. */
const receiptFacts = {
  number: optional(number()),
  issueDate: optional(string()),
  /** The same moment as a number, if the text is a date. */
  issuedAt: optional(number()),
  total: optional(number()),
}

export const ReceiptFacts = object({ ...receiptFacts, sender: optional(string()) })
export type ReceiptFacts = Infer<typeof ReceiptFacts>

/** The facts of an entry that listing, claiming and counting read. None of them contains a card code. */
export const EntryRow = object({
  v: literal(rowFormat),
  place: number(),
  id: string(),
  kind: enums(operationKinds),
  state: enums(entryStates),
  reason: optional(enums(parkReasons)),
  /** Its lanes, present while it is unresolved. */
  lanes: optional(array(string())),
  /** Present while it may be next in all its lanes; a claim finds it by this, or removes this if it is not. */
  dueAt: optional(moment),
  /** The service set the time itself. */
  isFirm: optional(boolean()),
  /** When the service set the time. */
  firmSince: optional(moment),
  attempts: number(),
  unknowns: number(),
  /** Attempts that may have been applied and that no person, host or answer has resolved since. */
  doubts: optional(number()),
  renewals: number(),
  sentAt: optional(moment),
  /** The header that carried the key on the first attempt; missing if that had no key. */
  keyHeader: optional(string()),
  refusedAt: optional(moment),
  /** Since when it has waited, present while it is unresolved. */
  waitingSince: optional(moment),
  key: optional(Key),
  conditions: optional(union([literal('latest'), Conditions])),
  transactionOf: optional(string()),
  replaces: optional(string()),
  replacedBy: optional(string()),
  shop: string(),
  terminal: string(),
  operator: optional(string()),
  /** The mark of every card in it, for searching. */
  codes: array(string()),
  /** Its fingerprints, by which a duplicate is found. */
  prints: array(string()),
  /** The mark of the exact body that was appended. */
  told: string(),
  amount: optional(number()),
  /** Its receipt; missing in an entry of an older release, whose receipt has a row from the beginning. */
  receipt: optional(ReceiptFacts),
  /** The transaction id that a person or the host gave, if no answer did. */
  transactionId: optional(number()),
  createdAt: moment,
  /** When it was settled or voided. */
  endedAt: optional(moment),
  /** When it ended, present while it still has personal data. */
  personalSince: optional(moment),
  /** Its secrets were erased before it ended: it cannot be sent as it is. */
  isBare: optional(boolean()),
  /** Its state before it was handed over to another till. */
  movedFrom: optional(
    object({ state: enums(entryStates), reason: optional(enums(parkReasons)), file: optional(string()) }),
  ),
  /** The first hash of its history's chain, made of the facts that never change. */
  origin: string(),
  /** The last hash of its history's chain, and the number of lines. */
  head: string(),
  lines: number(),
})
export type EntryRow = Infer<typeof EntryRow>

/** Sealed: the body as it will be sent, the part that may stay, and the reply. */
export const BodyRow = object({
  v: literal(rowFormat),
  id: string(),
  /** The body without its secrets. */
  kept: bytes,
  /** The whole body, present while it has secrets that are needed. */
  secret: optional(bytes),
  reply: optional(bytes),
})
export type BodyRow = Infer<typeof BodyRow>

/** A receipt as lists find it: filed some time after its entry was saved. */
export const ReceiptRow = object({ v: literal(rowFormat), n: number(), id: string(), ...receiptFacts })
export type ReceiptRow = Infer<typeof ReceiptRow>

export const HistoryRow = object({
  v: literal(rowFormat),
  n: number(),
  id: string(),
  at: moment,
  what: enums(historyEvents),
  by: optional(string()),
  reason: optional(string()),
  outcome: optional(enums(outcomeTags)),
  status: optional(number()),
  detail: optional(string()),
  /** The state after this line. */
  became: optional(enums(entryStates)),
  /** The hash over this line and the hash of the line before. */
  hash: string(),
})
export type HistoryRow = Infer<typeof HistoryRow>

/** The till's own keys: this origin's pages and worker can use them, but not export them. */
export interface KeysRow {
  name: 'vault'
  v: 1
  sealing: CryptoKey
  marking: CryptoKey
}

/**
 * The number of entries in each state and the unresolved amount, of the entries up to a place: saving an operation does
 * not write it. The few entries beyond that place are counted as they are read.
 */
export type TallyRow = { name: 'entries'; amount: string; upTo: number } & Record<EntryState, number>

const decimalText = /^-?\d{1,100}(\.\d{1,100})?(e[+-]?\d{1,3})?$/

/** Whether a stored tally is valid. */
export function isSoundTally(row: TallyRow | undefined): row is TallyRow {
  if (typeof row?.amount !== 'string' || !decimalText.test(row.amount)) return false
  if (!Number.isFinite(row.upTo)) return false
  return entryStates.every((state) => Number.isSafeInteger(row[state]))
}

/** The next receipt number of one shop, terminal and drawer. */
export interface CounterRow {
  sender: string
  next: number
}

/** A receipt number that was taken but not used yet. */
export interface NumberRow {
  sender: string
  number: number
  shop: string
  terminal: string
  drawer?: number
  takenAt: number
}

/** An entry that was imported, or pruned after it was handed over; the row keeps it from being imported again. */
export interface ImportRow {
  id: string
  file: string
  at: number
  /** The time that retention had counted when it found the entry pruned. */
  goneAt?: number
}

/** A hand-over: its file is kept until a person confirms that it arrived. */
export interface HandOverRow {
  file: string
  at: number
  by: string
  reason: string
  /** The terminal that alone may import the file. */
  to?: string
  /** The bytes of the file; only its passphrase opens them. */
  blob?: Uint8Array<ArrayBuffer>
  /** Who confirmed that the file arrived; its bytes were deleted then. */
  acknowledged?: { at: number; by: string; reason: string }
}

/** The latest run, by number; a write of an earlier run is refused. */
export interface RunRow {
  name: 'replay'
  number: number
  startedAt: number
  /** When it last showed that it is alive; a run that does not loses the lock. */
  beatAt: number
  endedAt?: number
  done: number
  answeredAt?: number
  acknowledgedAt?: number
  clockOffsetMs?: number
  /** What the clocks are compared by from one time to the next. */
  leastOffsetMs?: number
  signs?: Signs
}

const runTimes = [
  'startedAt',
  'beatAt',
  'endedAt',
  'answeredAt',
  'acknowledgedAt',
  'clockOffsetMs',
  'leastOffsetMs',
]

/** The valid fields of a run's row: an invalid time is left out, and an invalid count becomes 0. */
export function readRunRow(row: RunRow | undefined): RunRow | undefined {
  if (!row) return undefined
  const sound = Object.entries(row).filter(([name, value]) => isSoundFact(name, value))
  const done = Number.isSafeInteger(row.done) ? row.done : 0
  return { ...(Object.fromEntries(sound) as unknown as RunRow), done }
}

function isSoundFact(name: string, value: unknown): boolean {
  return name === 'signs' ? is(value, Signs) : !runTimes.includes(name) || isMoment(value)
}

/** The version of a card from the service's latest reply. */
export const ValidatorsRow = object({
  /** The mark of the card. */
  card: string(),
  etag: optional(string()),
  lastModified: optional(string()),
  at: number(),
})
export type ValidatorsRow = Infer<typeof ValidatorsRow>

/** The settings row that exists while entries of version 2 lack the present lanes. */
export const lanesBehind = 'lanesBehind'

/** The settings row with the place up to which receipts are filed. */
export const receiptsFiled = 'receiptsFiled'

export interface SettingRow {
  name: string
  value: unknown
}

/** Whether a newer release wrote the row, which is then left unchanged. */
export function isNewer(row: { v?: unknown }): boolean {
  return typeof row.v === 'number' && row.v > rowFormat
}
