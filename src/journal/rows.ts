import {
  array,
  boolean,
  define,
  enums,
  literal,
  number,
  object,
  optional,
  string,
  union,
  type Infer,
} from 'superstruct'
import { Conditions, type Validators } from '../domain/conditions.js'
import { entryStates, historyEvents, parkReasons, type EntryState } from '../domain/entry.js'
import { operationKinds } from '../domain/endpoints.js'
import { outcomeTags } from '../domain/outcome.js'

/** The format a row is written in; a row with a higher one was left by a newer release. */
export const rowFormat = 2

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
  dueAt: optional(number()),
  /** The service named the time itself. */
  isFirm: optional(boolean()),
  attempts: number(),
  unknowns: number(),
  renewals: number(),
  sentAt: optional(number()),
  refusedAt: optional(number()),
  /** Since when it has waited, for as long as it is unresolved. */
  waitingSince: optional(number()),
  key: optional(string()),
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
  createdAt: number(),
  /** When it was settled or voided. */
  endedAt: optional(number()),
  /** When it ended, for as long as it still holds personal data. */
  personalSince: optional(number()),
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
  at: number(),
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
}

/** What the service's latest reply said of the version of a card. */
export interface ValidatorsRow extends Validators {
  /** The card's mark. */
  card: string
  at: number
}

export interface SettingRow {
  name: string
  value: unknown
}

/** Whether a newer release wrote the row: then it is left as it stands. */
export function isNewer(row: { v?: unknown }): boolean {
  return typeof row.v === 'number' && row.v > rowFormat
}
