import {
  array,
  boolean,
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
import { entryStates, historyEvents, parkReasons } from '../domain/entry.js'
import { operationKinds } from '../domain/endpoints.js'
import { outcomeTags, Reply } from '../domain/outcome.js'

/** The format a row is written in; a row with a higher one was left by a newer release. */
export const rowFormat = 1

/** The hot facts of an entry: all that listing, claiming and counting read. */
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
  key: optional(string()),
  conditions: optional(union([literal('latest'), Conditions])),
  transactionOf: optional(string()),
  replaces: optional(string()),
  replacedBy: optional(string()),
  shop: string(),
  terminal: string(),
  operator: optional(string()),
  /** Every card it touches, for searching. */
  codes: array(string()),
  amount: optional(number()),
  createdAt: number(),
  settledAt: optional(number()),
})
export type EntryRow = Infer<typeof EntryRow>

/** The body as it was frozen at ringing up, and what the service said to them. */
export const BodyRow = object({
  v: literal(rowFormat),
  id: string(),
  body: string(),
  /** As it was rung up, if a transaction's id has been written in since. */
  rungUp: optional(string()),
  reply: optional(Reply),
})
export type BodyRow = Infer<typeof BodyRow>

export const ReceiptRow = object({
  v: literal(rowFormat),
  n: number(),
  id: string(),
  number: optional(number()),
  issueDate: optional(string()),
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
})
export type HistoryRow = Infer<typeof HistoryRow>

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

/** The named fields that a row has; none of them as undefined. */
export function pickGiven<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): { [Given in Key]?: Exclude<Row[Given], undefined> } {
  return Object.fromEntries(keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]]))) as never
}
