import { validate } from 'superstruct'
import type { ListedEntry } from '../domain/entry.js'
import { pickGiven } from '../domain/given.js'
import { AuditContent, auditToEntry, isNewerAudit } from '../journal/seal/index.js'
import { findCurrency, findTransferFault, showTransfer, type Transfer } from '../journal/transfer/index.js'
import { parseRecord } from '../verify/log.js'
import { toPlainJson } from '../verify/plain.js'

/** What an exported file holds, to be looked at. */
export interface JournalFile {
  kind: 'copy' | 'hand-over' | 'audit'
  /** Who wrote it and when, by its own word. */
  shop?: string
  terminal?: string
  at?: Date
  /** The currency of its amounts, where it tells that. */
  currency?: string
  entries: ListedEntry[]
  /** Names of entries that the till could not read. */
  left: string[]
  /** The content of an audit, for the check of its log. */
  audit?: unknown
}

/** The journal of a file, or why its content is none; `why` names the first thing that is wrong. */
export type ReadFile = { tag: 'read'; file: JournalFile } | { tag: 'newer' } | { tag: 'unsound'; why: string }

/** Reads the content of an opened file. */
export function readJournalFile(content: unknown): ReadFile {
  const isAudit = (content as { kind?: unknown } | null)?.kind === 'audit'
  return isAudit ? readAudit(content) : readTransfer(content)
}

function readAudit(content: unknown): ReadFile {
  if (isNewerAudit(content)) return { tag: 'newer' }
  const [error, audit] = validate(content, AuditContent)
  if (error)
    return { tag: 'unsound', why: `${error.path.join('.') || 'the file'} is not as a till writes it` }
  const left = audit.entries.flatMap((entry) => ('unreadable' in entry ? [entry.id] : []))
  const entries = audit.entries.flatMap((entry) => ('unreadable' in entry ? [] : [auditToEntry(entry)]))
  return { tag: 'read', file: { kind: 'audit', ...readOrigin(audit), entries, left, audit } }
}

/** An audit says in the last record of its log who wrote it, and when. */
function readOrigin({ segments }: AuditContent): Pick<JournalFile, 'shop' | 'terminal' | 'at'> {
  const record = parseRecord(segments.at(-1)?.records.at(-1) ?? '')
  if (!record || !('at' in record)) return {}
  const { shop, terminal, at } = record
  return { shop, terminal, at: new Date(at) }
}

function readTransfer(content: unknown): ReadFile {
  const fault = findTransferFault(content)
  if (fault?.tag === 'newer') return { tag: 'newer' }
  if (fault) return { tag: 'unsound', why: 'why' in fault ? fault.why : 'it is not a journal' }
  const transfer = content as Transfer
  const { kind, shop, terminal, at, left, service = [] } = transfer
  const currency = findCurrency(service)
  const facts = { kind, shop, terminal, at: new Date(at), entries: showTransfer(transfer), left }
  return { tag: 'read', file: { ...facts, ...pickGiven({ currency }, ['currency']) } }
}

/** The words of a search, of which case does not matter. */
export function searchToWords(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Every value that an entry holds, as text to be searched for such words. Names of fields are no part of it. */
export function entryToText(entry: ListedEntry): string {
  return listValues(entry).join('\n').toLowerCase()
}

function listValues(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [] : [value.toISOString()]
  if (typeof value === 'object') return Object.values(value).flatMap(listValues)
  return typeof value === 'string' ? [value] : [JSON.stringify(value)]
}

/** The entries in which every word of a search is, in whatever they hold; the newest last, as in the file. */
export function searchEntries(entries: readonly ListedEntry[], search: string): ListedEntry[] {
  const words = searchToWords(search)
  return entries.filter((entry) => {
    const text = entryToText(entry)
    return words.every((word) => text.includes(word))
  })
}

/** Everything in the file, one entry a line; whole card numbers and what is secret too, as far as the file has it. */
export function entriesToLines(entries: readonly ListedEntry[]): string {
  return entries.map((entry) => `${toPlainJson(entry)}\n`).join('')
}
