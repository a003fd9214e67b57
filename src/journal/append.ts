import { Dexie } from 'dexie'
import { endpointOf } from '../domain/endpoints.js'
import type { ListedEntry } from '../domain/entry.js'
import { DuplicateOperation, StorageRefused } from '../domain/errors.js'
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
}

/** Keeps the operation, its receipt and its place in line, all in one transaction or not at all. */
export async function append(database: Database, draft: Draft): Promise<ListedEntry | undefined> {
  const { entry, body, receipt } = draftToRows(draft)
  try {
    await database.transaction('rw', [database.entries, database.bodies, database.receipts], async () => {
      const kept: PromiseLike<unknown>[] = [database.entries.add(entry), database.bodies.add(body)]
      if (receipt) kept.push(database.receipts.add(receipt))
      await Promise.all(kept)
    })
    return composeEntry(entry, JSON.parse(body.body) as object)
  } catch (error) {
    if (!isTaken(error)) throw new StorageRefused(`${draft.kind} was not kept`, error)
    await assertSame(database, draft.kind, body)
    return find(database, draft.id)
  }
}

/** The same id with the same body is the same operation, told twice; with another body it is a mistake. */
async function assertSame(database: Database, kind: OperationKind, body: BodyRow): Promise<void> {
  const [entry, standing] = await Promise.all([
    database.entries.where('id').equals(body.id).first(),
    database.bodies.get(body.id),
  ])
  const isSame =
    entry?.kind === kind && (standing?.body === body.body || standing?.body === eraseSecrets(kind, body.body))
  if (!isSame) throw new DuplicateOperation(body.id)
}

function isTaken(error: unknown): boolean {
  return error instanceof Dexie.ConstraintError
}

function draftToRows({ request, ...facts }: Draft): {
  entry: Omit<EntryRow, 'place'>
  body: BodyRow
  receipt?: Omit<ReceiptRow, 'n'>
} {
  const { kind, id } = facts
  const { receipt: place, isLimited } = endpointOf(kind)
  const receipt = place === undefined ? undefined : (readPath(request, place)[0] as Receipt | undefined)
  return {
    entry: {
      v: rowFormat,
      ...facts,
      state: 'queued',
      lanes: findLanes(kind, request),
      dueAt: 0,
      attempts: 0,
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
