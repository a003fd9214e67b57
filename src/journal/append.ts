import { Dexie } from 'dexie'
import type { ConditionsAsked } from '../domain/conditions.js'
import { endpointOf } from '../domain/endpoints.js'
import type { ListedEntry } from '../domain/entry.js'
import { DuplicateOperation, InvalidOperation, StorageRefused } from '../domain/errors.js'
import { findCards, findLanes } from '../domain/lanes.js'
import type { OperationKind, Receipt } from '../domain/models.js'
import { readPath } from '../domain/paths.js'
import { receiptToAmount } from '../domain/receipt.js'
import type { Database } from './database.js'
import { composeEntry, find } from './read.js'
import { rowFormat, type BodyRow, type EntryRow, type ReceiptRow } from './rows.js'
import { eraseSecrets } from './secrets.js'

/** An operation as it was rung up, before it has a place in line. */
export interface Draft {
  id: string
  kind: OperationKind
  request: object
  shop: string
  terminal: string
  operator?: string
  createdAt: number
  key?: string
  conditions?: ConditionsAsked
  transactionOf?: string
  replaces?: string
}

/** Keeps the operation, its receipt and its place in line, all in one transaction or not at all. */
export async function append(database: Database, draft: Draft): Promise<ListedEntry | undefined> {
  const { entries, bodies, receipts } = database
  try {
    const { entry, body } = await database.transaction('rw', [entries, bodies, receipts], async () => {
      if (draft.transactionOf !== undefined) await holdBehind(database, draft, draft.transactionOf)
      return addDraft(database, draft)
    })
    return composeEntry(entry, JSON.parse(body.body) as object)
  } catch (error) {
    if (error instanceof InvalidOperation) throw error
    if (!isTaken(error)) throw new StorageRefused(`${draft.kind} was not kept`, error)
    await assertSame(database, draft)
    return find(database, draft.id)
  }
}

/** Writes a draft's rows; with a place, it stands in line where another one stood. */
export async function addDraft(
  database: Database,
  draft: Draft,
  place?: number,
): Promise<{ entry: Omit<EntryRow, 'place'>; body: BodyRow }> {
  const { entry, body, receipt } = draftToRows(draft)
  const kept: PromiseLike<unknown>[] = [
    database.entries.add(place === undefined ? entry : ({ ...entry, place } as EntryRow)),
    database.bodies.add(body),
  ]
  if (receipt) kept.push(database.receipts.add(receipt))
  await Promise.all(kept)
  return { entry, body }
}

/** The lane in which an update waits for the entry whose transaction it revises. */
export function laneAfter(id: string): string {
  return `after:${id}`
}

/** An unresolved entry takes hold of the lane in which the one that refers to it will wait. */
async function holdBehind({ entries }: Database, { kind }: Draft, id: string): Promise<void> {
  const row = await entries.where('id').equals(id).first()
  if (!row) {
    throw new InvalidOperation(kind, [
      { path: 'extra.transactionOf', expected: 'the id of an entry', found: 'no such entry' },
    ])
  }
  const lane = laneAfter(id)
  if (row.lanes && !row.lanes.includes(lane)) await entries.put({ ...row, lanes: [...row.lanes, lane] })
}

/** The same id with the same body is the same operation, told twice; with another body it is a mistake. */
async function assertSame(database: Database, { id, kind, request }: Draft): Promise<void> {
  const [entry, row] = await Promise.all([
    database.entries.where('id').equals(id).first(),
    database.bodies.get(id),
  ])
  const told = JSON.stringify(request)
  const standing = row?.rungUp ?? row?.body
  if (entry?.kind !== kind || (standing !== told && standing !== eraseSecrets(kind, told))) {
    throw new DuplicateOperation(id, 'id-reused')
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Dexie.ConstraintError
}

function draftToRows({ request, ...facts }: Draft): {
  entry: Omit<EntryRow, 'place'>
  body: BodyRow
  receipt?: Omit<ReceiptRow, 'n'>
} {
  const { kind, id, transactionOf } = facts
  const { receipt: place, isLimited } = endpointOf(kind)
  const receipt = place === undefined ? undefined : (readPath(request, place)[0] as Receipt | undefined)
  const lanes = findLanes(kind, request)
  return {
    entry: {
      v: rowFormat,
      ...facts,
      state: 'queued',
      lanes: transactionOf === undefined ? lanes : [...lanes, laneAfter(transactionOf)],
      dueAt: 0,
      attempts: 0,
      unknowns: 0,
      renewals: 0,
      codes: findCards(kind, request),
      ...(isLimited && receipt && { amount: receiptToAmount(receipt) }),
    },
    body: { v: rowFormat, id, body: JSON.stringify(request) },
    ...(receipt && { receipt: receiptToRow(id, receipt) }),
  }
}

function receiptToRow(id: string, { SenderData, IssueDate, Total }: Receipt): Omit<ReceiptRow, 'n'> {
  return {
    v: rowFormat,
    id,
    ...(SenderData?.Number !== undefined && { number: SenderData.Number }),
    ...(IssueDate !== undefined && { issueDate: IssueDate }),
    ...(Total !== undefined && { total: Total }),
  }
}
