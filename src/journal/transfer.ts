import { array, enums, literal, object, omit, optional, pick, string, type Infer } from 'superstruct'
import { moment } from '../domain/fields.js'
import { Reply } from '../domain/outcome.js'
import { EntryRow, HistoryRow } from './rows.js'

/** An entry as it travels: its facts, its body to the letter, and all that is known of it. */
export const TransferredEntry = object({
  ...pick(EntryRow, [
    'id',
    'kind',
    'state',
    'reason',
    'shop',
    'terminal',
    'operator',
    'createdAt',
    'key',
    'conditions',
    'transactionOf',
    'replaces',
    'attempts',
    'unknowns',
    'renewals',
    'sentAt',
    'refusedAt',
    'waitingSince',
    'isBare',
    'movedFrom',
  ]).schema,
  body: string(),
  reply: optional(Reply),
  /** What was last known of its card's version. */
  latest: optional(object({ etag: optional(string()), lastModified: optional(string()) })),
  history: array(omit(HistoryRow, ['v', 'n', 'id', 'hash', 'became'])),
})
export type TransferredEntry = Infer<typeof TransferredEntry>

/** All that a file tells. */
export const Transfer = object({
  format: literal(1),
  /** Names the file: importing it twice changes nothing. */
  file: string(),
  kind: enums(['copy', 'hand-over']),
  shop: string(),
  terminal: string(),
  at: moment,
  by: optional(string()),
  reason: optional(string()),
  /** The terminal that alone may take it. */
  to: optional(string()),
  entries: array(TransferredEntry),
  /** Entries that could not be read; they stayed where they were. */
  left: array(string()),
})
export type Transfer = Infer<typeof Transfer>
