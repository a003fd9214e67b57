import type { HistoryLine } from '../../decide/decide.js'
import type { ConditionsAsked } from '../../domain/conditions.js'
import { endpointOf } from '../../domain/endpoints.js'
import type { EntryState } from '../../domain/entry.js'
import { findFingerprints } from '../../domain/fingerprints.js'
import { readMoment } from '../../domain/issue-date.js'
import { findLanes, findReadings, laneOfCard } from '../../domain/lanes.js'
import type { OperationKind, Receipt } from '../../domain/models.js'
import { readPath } from '../../domain/paths.js'
import { receiptToAmount, senderKey } from '../../domain/receipt.js'
import {
  type BodyRow,
  type ChainedLine,
  chainLine,
  type EntryRow,
  isSoundEntry,
  markOrigin,
  type ReceiptFacts,
  rowFormat,
  sealBody,
  type Store,
  type Vault,
} from './below.js'

// A transaction does not wait for WebCrypto: sealed texts and marks are made here, before it begins.

/** An operation before it has a place in line. */
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
  renewals?: number
}

/** All the rows of a new entry. */
export interface PreparedDraft {
  entry: Omit<EntryRow, 'place'>
  body: BodyRow
  lines: ChainedLine[]
}

/** Makes the rows of a draft; `notes` are its first history lines, `text` is its exact body. */
export async function prepareDraft(
  { vault, reader }: Pick<Store, 'vault' | 'reader'>,
  draft: Draft,
  notes: readonly HistoryLine[] = [],
  text = JSON.stringify(draft.request),
): Promise<PreparedDraft> {
  const { request, ...facts } = draft
  const { id, kind, transactionOf } = facts
  const { receipt: at, isLimited } = endpointOf(kind)
  const receipt = at === undefined ? undefined : (readPath(request, at)[0] as Receipt | undefined)
  const mark = createMarker(vault)
  const [body, told, lanes, codes, prints] = await Promise.all([
    sealBody(vault, id, kind, text),
    mark(fingerprintText(kind, text)),
    Promise.all(findLanes(kind, request, reader).map(mark)),
    Promise.all(findReadings(kind, request, reader).map((card) => mark(laneOfCard(card)))),
    Promise.all(findFingerprints(kind, request, reader).map(mark)),
  ])
  const row = {
    v: rowFormat,
    ...facts,
    state: 'queued',
    lanes: transactionOf === undefined ? lanes : [...lanes, laneAfter(transactionOf)],
    dueAt: 0,
    waitingSince: facts.createdAt,
    attempts: 0,
    unknowns: 0,
    renewals: facts.renewals ?? 0,
    codes,
    prints,
    told,
    ...(isLimited && receipt && { amount: receiptToAmount(receipt) }),
    ...(receipt && { receipt: pickReceipt(receipt) }),
  } as const
  return { ...(await chainEntry(vault, row, notes)), body }
}

/** Most cards are lanes as well, so equal texts are marked once. */
function createMarker(vault: Vault): (text: string) => Promise<string> {
  const marks = new Map<string, Promise<string>>()
  return (text) => {
    const mark = marks.get(text) ?? vault.mark(text)
    marks.set(text, mark)
    return mark
  }
}

/** Chains an entry's history: its origin first, then the notes; `became` tells what the first of them made of it. */
export async function chainEntry(
  vault: Vault,
  row: Omit<EntryRow, 'place' | 'origin' | 'head' | 'lines'>,
  notes: readonly HistoryLine[],
  became: readonly (EntryState | undefined)[] = [],
): Promise<Pick<PreparedDraft, 'entry' | 'lines'>> {
  const origin = await markOrigin(vault, row)
  let head = origin
  const lines: ChainedLine[] = []
  for (const [index, note] of notes.entries()) {
    const line = await chainLine(vault, row.id, head, note, became[index] ?? row.state)
    lines.push(line)
    head = line.hash
  }
  return { entry: { ...row, origin, head, lines: lines.length }, lines }
}

/** The lane in which an update waits for the entry whose transaction it revises. */
export function laneAfter(id: string): string {
  return `after:${id}`
}

/** Whether an unresolved entry lacks the lane of the updates that refer to an id: its own, or one that it has replaced. */
export function isWithoutLaneAfter(row: EntryRow, id: string): boolean {
  return isSoundEntry(row) && row.lanes !== undefined && !row.lanes.includes(laneAfter(id))
}

/** The row with the lane in which the updates wait that refer to an id. */
export function addLaneAfter<Row extends Pick<EntryRow, 'lanes'>>(row: Row, id: string): Row {
  return { ...row, lanes: [...(row.lanes ?? []), laneAfter(id)] }
}

/** The text whose mark recognises a repeated call. */
export function fingerprintText(kind: OperationKind, text: string): string {
  return `told\n${kind}\n${text}`
}

function pickReceipt(receipt: Receipt): ReceiptFacts {
  const { SenderData, IssueDate, Total } = receipt
  const number = SenderData?.Number
  const isNamed = SenderData?.Shop !== undefined && SenderData.Terminal !== undefined
  const issuedAt = IssueDate === undefined ? undefined : readMoment(IssueDate)
  return {
    ...(number !== undefined && { number }),
    ...(IssueDate !== undefined && { issueDate: IssueDate }),
    ...(issuedAt !== undefined && { issuedAt }),
    ...(Total !== undefined && { total: Total }),
    ...(isNamed && number !== undefined && { sender: senderKey(receipt) }),
  }
}
