import {
  array,
  boolean,
  type Infer,
  literal,
  number,
  object,
  optional,
  record,
  string,
  union,
  unknown,
} from 'superstruct'
import { cleanReply } from '../../decide/erasure.js'
import { toCanonicalJson } from '../../domain/canonical.js'
import { isUnresolved } from '../../domain/entry.js'
import { moment } from '../../domain/fields.js'
import { is } from '../../domain/is.js'
import { Reply } from '../../domain/outcome.js'
import {
  type BodyRow,
  type EntryRow,
  type HistoryRow,
  isSoundBody,
  isSoundEntry,
  isSoundLine,
  nameOf,
} from './below.js'
import { bytesToBase64, hashBytes } from './base64.js'
import { labelOf } from './bodies.js'
import { erasePersonal } from './personal.js'
import type { Vault } from './vault.js'

// A record says what an entry was, by salted hashes alone: it stays when the data is erased. Personal data has a salt
// of its own, which is given out with that data only, so that nobody can find it by guessing after it was erased.

/** An entry as it is given out to be checked. */
export const AuditEntry = object({
  place: number(),
  id: string(),
  /** Everything but body, reply and history. */
  facts: record(string(), unknown()),
  /** The exact text, without secrets. */
  body: string(),
  reply: optional(unknown()),
  history: array(record(string(), unknown())),
  salt: string(),
  /** Missing once the personal data was erased. */
  personalSalt: optional(string()),
})
export type AuditEntry = Omit<Infer<typeof AuditEntry>, 'reply'> & { reply?: unknown }

/** An entry that the till could not read. */
export const UnreadableAuditEntry = object({ place: number(), id: string(), unreadable: literal(true) })
export type UnreadableAuditEntry = Infer<typeof UnreadableAuditEntry>

export const EntryRecord = object({
  place: number(),
  id: string(),
  /** What never changes. */
  origin: string(),
  /** What changes until the entry has ended. */
  facts: string(),
  /** Missing once the personal data was erased, as `reply` is. */
  body: optional(string()),
  reply: optional(string()),
  /** What stays of body and reply when personal data is erased. */
  cleanBody: string(),
  cleanReply: optional(string()),
  history: array(string()),
  ended: boolean(),
})
export type EntryRecord = Infer<typeof EntryRecord>

/** Retention deleted the entry. */
export const DeletionRecord = object({ place: number(), deleted: literal(true) })

/** Every checkpoint ends with one; `from` is how many records had been dropped by then, which older releases do not tell. */
export const TimeRecord = object({ at: moment, shop: string(), terminal: string(), from: optional(number()) })
export type TimeRecord = Infer<typeof TimeRecord>

export const LogRecord = union([EntryRecord, UnreadableAuditEntry, DeletionRecord, TimeRecord])
export type LogRecord = Infer<typeof LogRecord>

const originNames = ['kind', 'shop', 'terminal', 'operator', 'createdAt', 'key', 'amount', 'replaces']

/** Both parts of an entry's facts, so that each fact is in one of them. */
export function splitFacts(facts: Record<string, unknown>): { origin: object; rest: object } {
  const all = Object.entries(facts)
  const isOrigin = ([name]: [string, unknown]) => originNames.includes(name)
  return {
    origin: Object.fromEntries(all.filter(isOrigin)),
    rest: Object.fromEntries(all.filter((fact) => !isOrigin(fact))),
  }
}

/** The hash of one part of an entry; without the salt it tells nothing of the part. */
export async function hashPart(salt: string, name: string, value: unknown): Promise<string> {
  const text = `${salt}\n${name}\n${toCanonicalJson(value)}`
  return bytesToBase64(await hashBytes(new TextEncoder().encode(text)))
}

/** The rows of an entry, read together. */
export interface AuditRows {
  row: EntryRow
  body: BodyRow | undefined
  lines: readonly HistoryRow[]
}

/** An entry to give out, and its record. */
export interface Audited {
  entry: AuditEntry | UnreadableAuditEntry
  record: EntryRecord | UnreadableAuditEntry
}

/** Opens an entry and makes its record. */
export async function auditEntry(vault: Vault, rows: AuditRows): Promise<Audited> {
  const { row, body, lines } = rows
  const { place } = row as Partial<EntryRow>
  const unreadable = { place: Number(place), id: nameOf(row), unreadable: true } as const
  const isSound = isSoundEntry(row) && isSoundBody(body) && lines.every((line) => isSoundLine(line))
  if (!isSound) return { entry: unreadable, record: unreadable }
  try {
    return await auditSound(vault, row, body, lines)
  } catch {
    // What does not open is named as unreadable.
    return { entry: unreadable, record: unreadable }
  }
}

async function auditSound(
  vault: Vault,
  row: EntryRow,
  sealed: BodyRow,
  lines: readonly HistoryRow[],
): Promise<Audited> {
  const { id, place, kind } = row
  const [body, replyText, salt, personalSalt] = await Promise.all([
    vault.open(labelOf(id, 'kept'), sealed.kept),
    sealed.reply && vault.open(labelOf(id, 'reply'), sealed.reply),
    vault.mark(`audit\n${id}`),
    vault.mark(`audit-personal\n${id}`),
  ])
  const reply = replyText === undefined ? undefined : (JSON.parse(replyText) as Reply)
  const ended = !isUnresolved(row)
  const isErased = ended && row.personalSince === undefined
  const entry: AuditEntry = {
    place,
    id,
    facts: rowToFacts(row, leftOut.entry),
    body,
    ...(reply !== undefined && { reply }),
    history: lines.map((line) => rowToFacts(line, leftOut.line)),
    salt,
    ...(!isErased && { personalSalt }),
  }
  const clean = isErased
    ? { body, reply }
    : { body: erasePersonal(kind, body), reply: is(reply, Reply) ? cleanReply(reply) : undefined }
  return { entry, record: { ...(await hashEntry(entry)), ...(await hashClean(salt, clean)), ended } }
}

type Hashed = Omit<EntryRecord, 'cleanBody' | 'cleanReply' | 'ended'>

/** The part of an entry's record that can be made from what is given out. */
export async function hashEntry({
  place,
  id,
  facts,
  body,
  reply,
  history,
  salt,
  personalSalt,
}: AuditEntry): Promise<Hashed> {
  const { origin, rest } = splitFacts(facts)
  const [originHash, factsHash, bodyHash, replyHash, lines] = await Promise.all([
    hashPart(salt, 'origin', origin),
    hashPart(salt, 'facts', rest),
    personalSalt === undefined ? undefined : hashPart(personalSalt, 'body', body),
    personalSalt === undefined || reply === undefined ? undefined : hashPart(personalSalt, 'reply', reply),
    Promise.all(history.map((line) => hashPart(salt, 'line', line))),
  ])
  return {
    place,
    id,
    origin: originHash,
    facts: factsHash,
    ...(bodyHash !== undefined && { body: bodyHash }),
    ...(replyHash !== undefined && { reply: replyHash }),
    history: lines,
  }
}

/** What stays of a body and a reply when personal data is erased, hashed. */
export async function hashClean(
  salt: string,
  { body, reply }: { body: string; reply?: unknown },
): Promise<Pick<EntryRecord, 'cleanBody' | 'cleanReply'>> {
  const [cleanBody, cleanReplyHash] = await Promise.all([
    hashPart(salt, 'body', body),
    reply === undefined ? undefined : hashPart(salt, 'reply', reply),
  ])
  return { cleanBody, ...(cleanReplyHash !== undefined && { cleanReply: cleanReplyHash }) }
}

/** Marks under the till's own key tell nothing to anybody else, and `personalSince` shows in the record itself. */
const leftOut = {
  entry: 'v place id lanes codes prints told origin head lines personalSince'.split(' '),
  line: 'v n id hash'.split(' '),
}

function rowToFacts(row: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}
