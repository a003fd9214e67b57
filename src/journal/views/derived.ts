import { uncounted } from '../../decide/outcomes.js'
import { isUnresolved, noteEvents } from '../../domain/entry.js'
import { isLocal } from '../../domain/issue-date.js'
import { dropTransaction } from '../../domain/transaction.js'
import {
  type BodyRow,
  type EntryRow,
  type HistoryRow,
  type ReceiptFacts,
  openBody,
  type Store,
  type Vault,
  fingerprintText,
  laneAfter,
  type PreparedDraft,
  prepareDraft,
} from './below.js'

// The facts of a row that its chain does not cover can be derived again from the body, which cannot be altered
// without the key, and from the chained history.

type DeriveDeps = Pick<Store, 'vault' | 'reader'>

/** A fact that differs from the body or from the history. */
export interface Difference {
  table: 'entries' | 'bodies' | 'receipts'
  what: string
}

export interface Rows {
  row: EntryRow
  body: BodyRow
  lines: readonly HistoryRow[]
  /** What stands of its receipt: in the entry, and filed. */
  receipts: readonly (ReceiptFacts | undefined)[]
}

/** Compares a row with the facts derived from its body and history, if the body can be compared. */
export async function compareDerived(
  store: DeriveDeps,
  { row, body, lines, receipts }: Rows,
): Promise<{ difference?: Difference | undefined; isCompared: boolean }> {
  const attempts = compareAttempts(row, lines)
  if (attempts) return { difference: attempts, isCompared: true }
  const { vault } = store
  const text = await openBody(vault, body)
  const isWhole = isUnresolved(row) && row.isBare !== true
  const original = isWhole ? await findOriginal(vault, row, text) : text
  if (original === undefined)
    return {
      difference: { table: 'bodies', what: 'it differs from the operation that was saved' },
      isCompared: true,
    }
  const derived = await deriveAgain(store, row, original)
  // The chain covers the marks of cards: if they differ, the host reads card codes in another way now.
  if (!isSameList(derived.entry.codes, row.codes)) return { isCompared: false }
  const isSameSender = !row.receipt || row.receipt.sender === derived.entry.receipt?.sender
  if (!isSameSender || !receipts.every((receipt) => isSameReceipt(derived.entry.receipt, receipt)))
    return { difference: { table: 'receipts', what: 'it differs from the body' }, isCompared: true }
  if (!isWhole) return { isCompared: true }
  if (!isSameList(derived.entry.prints, row.prints))
    return {
      difference: { table: 'entries', what: 'its fingerprints differ from the body' },
      isCompared: true,
    }
  // A transaction id that was filled in since may have added a lane.
  const since = text === original ? derived : await deriveAgain(store, row, text)
  const difference = compareLanes(row, derived.entry.lanes ?? [], since.entry.lanes ?? [])
  return { difference, isCompared: true }
}

/** The rows derived from a body by this release. */
function deriveAgain(
  store: DeriveDeps,
  { id, kind, shop, terminal, createdAt }: EntryRow,
  text: string,
): Promise<PreparedDraft> {
  const request = JSON.parse(text) as object
  return prepareDraft(store, { id, kind, shop, terminal, createdAt, request }, [], text)
}

const receiptFacts = ['number', 'issueDate', 'total'] as const satisfies (keyof ReceiptFacts)[]

/** Between the first time zone and the last. */
const zonesMs = 26 * 3_600_000

function isSameReceipt(derived: ReceiptFacts | undefined, receipt: ReceiptFacts | undefined): boolean {
  if ((derived === undefined) !== (receipt === undefined)) return false
  return (
    receiptFacts.every((fact) => derived?.[fact] === receipt?.[fact]) &&
    isSameMoment(derived?.issueDate ?? '', derived?.issuedAt, receipt?.issuedAt)
  )
}

/** The moment of a date without a zone was read where the device was then. */
function isSameMoment(date: string, derived: number | undefined, kept: number | undefined): boolean {
  if (derived === undefined || kept === undefined) return derived === kept
  return Math.abs(derived - kept) <= (isLocal(date) ? zonesMs : 0)
}

/** The text that was saved, before a transaction id was filled in. */
async function findOriginal(
  vault: Vault,
  { kind, told }: EntryRow,
  text: string,
): Promise<string | undefined> {
  for (const candidate of [text, dropTransaction(text)])
    if (told === (await vault.mark(fingerprintText(kind, candidate)))) return candidate
  return undefined
}

/** An imported entry keeps the count of the other till. */
function compareAttempts({ attempts }: EntryRow, lines: readonly HistoryRow[]): Difference | undefined {
  if (lines.some(({ what }) => what === 'imported')) return undefined
  const recorded = lines.filter(
    ({ what, outcome }) =>
      !noteEvents.includes(what) && outcome !== undefined && !uncounted.includes(outcome),
  )
  return recorded.length === attempts
    ? undefined
    : { table: 'entries', what: `${attempts} attempts stand there, and its history tells ${recorded.length}` }
}

/** The body does not determine the other entries that an entry waits behind. */
function compareLanes(
  { lanes = [], transactionOf }: EntryRow,
  derived: readonly string[],
  since: readonly string[],
): Difference | undefined {
  const own = [...derived, ...(transactionOf === undefined ? [] : [laneAfter(transactionOf)])]
  const isKnown = (lane: string) =>
    own.includes(lane) || since.includes(lane) || lane.startsWith(laneAfter(''))
  return own.every((lane) => lanes.includes(lane)) && lanes.every(isKnown)
    ? undefined
    : { table: 'entries', what: 'its lanes differ from the body' }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item))
}
