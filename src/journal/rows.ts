import {
  array,
  boolean,
  define,
  enums,
  literal,
  number,
  object,
  optional,
  pattern,
  string,
  union,
  type Infer,
} from 'superstruct'
import { Conditions } from '../domain/conditions.js'
import { entryStates, historyEvents, parkReasons, type EntryState } from '../domain/entry.js'
import { operationKinds } from '../domain/endpoints.js'
import { isMoment, moment } from '../domain/fields.js'
import { is } from '../domain/is.js'
import { outcomeTags } from '../domain/outcome.js'
import { Signs } from '../domain/signs.js'

/** The format a row is written in; a row with a higher one was left by a newer release. */
export const rowFormat = 2

/** It is sent between double quotes in a header: whatever could not stand there would stop its request for good. */
const Key = pattern(string(), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)

const bytes = define<Uint8Array<ArrayBuffer>>('bytes', (value) => value instanceof Uint8Array)

/** The hot facts of an entry: all that listing, claiming and counting read. Nothing here names a card. */
export const EntryRow = object({
  v: literal(rowFormat),
  place: number(),
  id: string(),
  kind: enums(operationKinds),
  state: enums(entryStates),
  reason: optional(enums(parkReasons)),
  /** The lanes it holds for as long as it is unresolved. */
  lanes: optional(array(string())),
  /** Present while it may be next in all its lanes; claiming finds it by this and takes it away if it is not. */
  dueAt: optional(moment),
  /** The service named the time itself. */
  isFirm: optional(boolean()),
  /** When it did. */
  firmSince: optional(moment),
  attempts: number(),
  unknowns: number(),
  renewals: number(),
  sentAt: optional(moment),
  refusedAt: optional(moment),
  /** Since when it has waited, for as long as it is unresolved. */
  waitingSince: optional(moment),
  key: optional(Key),
  conditions: optional(union([literal('latest'), Conditions])),
  transactionOf: optional(string()),
  replaces: optional(string()),
  replacedBy: optional(string()),
  shop: string(),
  terminal: string(),
  operator: optional(string()),
  /** The mark of every card it touches, for searching. */
  codes: array(string()),
  /** The marks by which another like it is known. */
  prints: array(string()),
  /** The mark of the body as it was rung up, to the letter. */
  told: string(),
  amount: optional(number()),
  createdAt: moment,
  /** When it was settled or voided. */
  endedAt: optional(moment),
  /** When it ended, for as long as it still holds personal data. */
  personalSince: optional(moment),
  /** Its secrets were erased though it has not ended: it cannot be sent as it is. */
  isBare: optional(boolean()),
  /** How it stood before it was handed over to another till. */
  movedFrom: optional(
    object({ state: enums(entryStates), reason: optional(enums(parkReasons)), file: optional(string()) }),
  ),
  /** The mark of what it is for good, with which the chain of its history begins. */
  origin: string(),
  /** The end of the chain of its history, and how many lines that has. */
  head: string(),
  lines: number(),
})
export type EntryRow = Infer<typeof EntryRow>

/** Sealed: the body as it will be sent, what of it may stay, and what the service said to it. */
export const BodyRow = object({
  v: literal(rowFormat),
  id: string(),
  /** Without its secrets. */
  kept: bytes,
  /** The whole body, while there are secrets in it and they are needed. */
  secret: optional(bytes),
  reply: optional(bytes),
})
export type BodyRow = Infer<typeof BodyRow>

export const ReceiptRow = object({
  v: literal(rowFormat),
  n: number(),
  id: string(),
  number: optional(number()),
  issueDate: optional(string()),
  /** The same moment as a number, where the text names one. */
  issuedAt: optional(number()),
  total: optional(number()),
})
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
  /** The state it brought about. */
  became: optional(enums(entryStates)),
  /** Chains it to the line before. */
  hash: string(),
})
export type HistoryRow = Infer<typeof HistoryRow>

/** The till's own keys: they can be used by this origin's pages and worker, and given away by none. */
export interface KeysRow {
  name: 'vault'
  v: 1
  sealing: CryptoKey
  marking: CryptoKey
}

/** How many entries stand in each state, and what the unresolved ones amount to: kept, so that nobody counts. */
export type TallyRow = { name: 'entries'; amount: string } & Record<EntryState, number>

const decimalText = /^-?\d{1,100}(\.\d{1,100})?(e[+-]?\d{1,3})?$/

/** Whether a kept count can be counted on. */
export function isSoundTally(row: TallyRow | undefined): row is TallyRow {
  if (typeof row?.amount !== 'string' || !decimalText.test(row.amount)) return false
  return entryStates.every((state) => Number.isSafeInteger(row[state]))
}

/** The next receipt number of one shop, terminal and drawer. */
export interface CounterRow {
  sender: string
  next: number
}

/** A receipt number that was taken and has not been rung up. */
export interface NumberRow {
  sender: string
  number: number
  shop: string
  terminal: string
  drawer?: number
  takenAt: number
}

/** An entry that came in a file; it comes once, even after it has been pruned. */
export interface ImportRow {
  id: string
  file: string
  at: number
}

/** The latest run, by number; an earlier one that wakes up late is refused. */
export interface RunRow {
  name: 'replay'
  number: number
  startedAt: number
  /** When it last gave a sign of life; from one that gives none the lock is taken. */
  beatAt: number
  endedAt?: number
  done: number
  answeredAt?: number
  acknowledgedAt?: number
  clockOffsetMs?: number
  signs?: Signs
}

const runTimes = ['startedAt', 'beatAt', 'endedAt', 'answeredAt', 'acknowledgedAt', 'clockOffsetMs']

/** A run's row as far as it can be read: what is no time is left out, and what is no count begins anew. */
export function readRunRow(row: RunRow | undefined): RunRow | undefined {
  if (!row) return undefined
  const sound = Object.entries(row).filter(([name, value]) => isSoundFact(name, value))
  const done = Number.isSafeInteger(row.done) ? row.done : 0
  return { ...(Object.fromEntries(sound) as unknown as RunRow), done }
}

function isSoundFact(name: string, value: unknown): boolean {
  return name === 'signs' ? is(value, Signs) : !runTimes.includes(name) || isMoment(value)
}

/** What the service's latest reply said of the version of a card. */
export const ValidatorsRow = object({
  /** The card's mark. */
  card: string(),
  etag: optional(string()),
  lastModified: optional(string()),
  at: number(),
})
export type ValidatorsRow = Infer<typeof ValidatorsRow>

export interface SettingRow {
  name: string
  value: unknown
}

/** Whether a newer release wrote the row: then it is left as it stands. */
export function isNewer(row: { v?: unknown }): boolean {
  return typeof row.v === 'number' && row.v > rowFormat
}
