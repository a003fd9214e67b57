import { validate } from 'superstruct'
import type { ListedEntry } from '../domain/entry.js'
import { AuditContent, auditToEntry } from '../journal/seal/index.js'
import { findTransferFault, showTransfer, type Transfer } from '../journal/transfer/index.js'

/** What an exported file holds, to be looked at. */
export interface JournalFile {
  kind: 'copy' | 'hand-over' | 'audit'
  /** Who wrote it and when; an audit says so in its signed log. */
  shop?: string
  terminal?: string
  at?: Date
  entries: ListedEntry[]
  /** Names of entries that the till could not read. */
  left: string[]
  /** The content of an audit, for the check of its log. */
  audit?: unknown
}

/** Reads the content of an opened file; throws in plain words if it is not a journal's. */
export function readJournalFile(content: unknown): JournalFile {
  const isAudit = (content as { kind?: unknown } | null)?.kind === 'audit'
  return isAudit ? readAudit(content) : readTransfer(content)
}

function readAudit(content: unknown): JournalFile {
  const [error, audit] = validate(content, AuditContent)
  if (error) throw new Error(`${error.path.join('.') || 'the file'} is not as a till writes it`)
  const left = audit.entries.flatMap((entry) => ('unreadable' in entry ? [entry.id] : []))
  const entries = audit.entries.flatMap((entry) => ('unreadable' in entry ? [] : [auditToEntry(entry)]))
  return { kind: 'audit', entries, left, audit }
}

function readTransfer(content: unknown): JournalFile {
  const fault = findTransferFault(content)
  if (fault?.tag === 'newer') throw new Error('a newer release wrote it: install that one')
  if (fault) throw new Error('why' in fault ? fault.why : 'it is not a journal')
  const transfer = content as Transfer
  const { kind, shop, terminal, at, left } = transfer
  return { kind, shop, terminal, at: new Date(at), entries: showTransfer(transfer), left }
}

/** The entries in which every word of a search is, in whatever they hold; the newest last, as in the file. */
export function searchEntries(entries: readonly ListedEntry[], search: string): ListedEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const text = JSON.stringify(entry).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Everything in the file, one entry a line; whole card numbers and what is secret too, as far as the file has it. */
export function entriesToLines(entries: readonly ListedEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
