import {
  array,
  define,
  enums,
  type Infer,
  object,
  omit,
  optional,
  pick,
  record,
  refine,
  string,
  validate,
} from 'superstruct'
import { validatorsOf } from '../../domain/validators.js'
import { isPlainObject, text } from '../../domain/fields.js'
import { pickGiven } from '../../domain/given.js'
import { isHeaderName } from '../../domain/headers.js'
import { isId } from '../../domain/id.js'
import { Reply } from '../../domain/outcome.js'
import { keysToPlace } from '../../domain/paths.js'
import { EntryRow, HistoryRow, isBodyOf } from './below.js'

// A file is not trusted: every value in it is bounded, and an unknown field is refused by name.

const countMax = 1_000_000
const nameLengthMax = 1_024
const bodyLengthMax = 16_777_216
const keyLengthMax = 255
const earlierMax = 1_000

/** An entry with this many lines of history is not exported. */
export const historyLinesMax = 100_000

/** The end of the year 9999. */
const timeMax = 253_402_300_799_999

const Id = define<string>('an id of 1 to 64 of A-Z a-z 0-9 . _ : -', isId)
const Name = define<string>(`text of 1 to ${nameLengthMax} characters`, (value) =>
  isTextUpTo(value, nameLengthMax, 1),
)
const Body = define<string>(`text of at most ${bodyLengthMax} characters`, (value) =>
  isTextUpTo(value, bodyLengthMax),
)
const HeaderName = define<string>('the name of a header', (value) => {
  return isTextUpTo(value, nameLengthMax) && isHeaderName(value)
})
const count = define<number>(`a whole number from 0 to ${countMax}`, (value) => isWhole(value, countMax))
const status = define<number>('a status from 0 to 999', (value) => isWhole(value, 999))
const wholeNumber = define<number>('a whole number', (value) => Number.isSafeInteger(value))
const time = define<number>('a time from 1970 to 9999', (value) => {
  return typeof value === 'number' && value >= 0 && value <= timeMax
})
const offset = define<number>('a whole number of milliseconds', (value) => {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= timeMax
})

function isTextUpTo(value: unknown, max: number, min = 0): value is string {
  return typeof value === 'string' && value.length >= min && value.length <= max
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max
}

const Line = object({
  ...omit(HistoryRow, ['v', 'n', 'id', 'hash', 'became']).schema,
  at: time,
  by: optional(text),
  reason: optional(text),
  status: optional(status),
  detail: optional(text),
})

/** The last known version of a card. */
const Validators = refine(
  object({ etag: optional(text), lastModified: optional(text) }),
  'validators as a reply gives them',
  ({ etag, lastModified }) => {
    const given = pickGiven({ etag, 'last-modified': lastModified }, ['etag', 'last-modified'])
    const sound = validatorsOf(given) ?? {}
    return Object.keys(sound).length === Object.keys(given).length
  },
)

const entryFacts = pick(EntryRow, [
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
  'doubts',
  'renewals',
  'sentAt',
  'keyHeader',
  'refusedAt',
  'waitingSince',
  'isBare',
  'transactionId',
  'movedFrom',
]).schema

/** An entry of a file: its facts, its exact body, its reply and its history. */
export const TransferredEntry = object({
  ...entryFacts,
  id: Id,
  state: enums(['queued', 'sending', 'parked']),
  shop: Name,
  terminal: Name,
  operator: optional(text),
  createdAt: time,
  key: refine(entryFacts.key, `a key of at most ${keyLengthMax} characters`, (value) => {
    return value === undefined || value.length <= keyLengthMax
  }),
  transactionOf: optional(Id),
  replaces: optional(Id),
  /** What it corrects by way of other corrections, the nearest first. */
  earlier: optional(refine(array(Id), `at most ${earlierMax} ids`, (ids) => ids.length <= earlierMax)),
  attempts: count,
  unknowns: count,
  doubts: optional(count),
  renewals: count,
  sentAt: optional(time),
  keyHeader: optional(HeaderName),
  refusedAt: optional(time),
  waitingSince: optional(time),
  transactionId: optional(wholeNumber),
  movedFrom: optional(object({ state: entryFacts.state, reason: entryFacts.reason, file: optional(Id) })),
  body: Body,
  reply: optional(object({ ...Reply.schema, status, at: time, headers: record(string(), text) })),
  latest: optional(Validators),
  history: refine(
    array(Line),
    `at most ${historyLinesMax} lines`,
    (lines) => lines.length <= historyLinesMax,
  ),
})
export type TransferredEntry = Infer<typeof TransferredEntry>

/** The content of a file. */
export const Transfer = object({
  /** Format 2 adds the open attempts and the header of their keys, format 3 a clock that is off, and `earlier`. */
  format: enums([1, 2, 3]),
  /** The id of the file: importing it twice changes nothing. */
  file: Id,
  kind: enums(['copy', 'hand-over']),
  shop: Name,
  terminal: Name,
  at: time,
  by: optional(text),
  reason: optional(text),
  /** The only terminal that may import the file, one of the same shop. */
  to: optional(Name),
  /** What the entries are for: the addresses of the card service, then the currency behind its mark. */
  service: optional(array(Name)),
  /** The header under which that till sends keys. */
  keyHeader: optional(HeaderName),
  /** How far the service's clock is ahead of that till's, where it is off by more than a minute. */
  clockOffsetMs: optional(offset),
  entries: array(TransferredEntry),
  /** Entries that could not be read; they stayed at their till. */
  left: array(Name),
})
export type Transfer = Infer<typeof Transfer>

const firstNames = 'format file kind shop terminal at by reason to entries left'.split(' ')

/** The lowest format that fits the content, so that older releases can read as much as possible. */
export function formatOf({ entries, ...head }: Omit<Transfer, 'format'>): 1 | 2 | 3 {
  // An older release would rely on keys that the service has forgotten, or keep what was corrected twice.
  if (head.clockOffsetMs !== undefined || entries.some(({ earlier }) => earlier !== undefined)) return 3
  const isNew = (entry: TransferredEntry) =>
    entry.doubts !== undefined || entry.keyHeader !== undefined || entry.transactionId !== undefined
  return Object.keys(head).every((name) => firstNames.includes(name)) && !entries.some(isNew) ? 1 : 2
}

/** Why content cannot be read as a file's. */
export type TransferFault = { tag: 'not-ours' | 'newer' } | { tag: 'unsound'; why: string }

/** Finds and names the first fault in a file's content; returns undefined if there is none. */
export function findTransferFault(content: unknown): TransferFault | undefined {
  if (!isPlainObject(content) || typeof content.format !== 'number' || !Array.isArray(content.entries))
    return { tag: 'not-ours' }
  // It shows the journal to `counterfoil-verify` alone.
  if (content.kind === 'audit') return { tag: 'not-ours' }
  if (content.format > 3) return { tag: 'newer' }
  try {
    const [error, transfer] = validate(content, Transfer)
    if (!error) return findEntryFault(transfer)
    const { path, type, refinement } = error
    const expected = type === 'never' ? 'no field of this name' : (refinement ?? type)
    return { tag: 'unsound', why: `${keysToPlace(path as PropertyKey[])}: expected ${expected}` }
  } catch {
    // The library prints the value that it refuses, and throws if it cannot be printed.
    return { tag: 'not-ours' }
  }
}

function findEntryFault({ entries }: Transfer): TransferFault | undefined {
  const ids = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const expected = ids.has(entry.id) ? 'an id that no other entry has' : findExpected(entry)
    if (expected !== undefined)
      return { tag: 'unsound', why: `entries[${index}] (${entry.id}): expected ${expected}` }
    ids.add(entry.id)
  }
  return undefined
}

function findExpected(entry: TransferredEntry): string | undefined {
  const { id, kind, body, transactionOf, replaces } = entry
  if (transactionOf === id || replaces === id) return 'transactionOf and replaces to name other entries'
  if (entry.state !== 'parked' && entry.reason !== undefined) return 'a reason only where it is parked'
  return isBodyOf(entry, body) ? undefined : `a body of the form of ${kind}`
}
