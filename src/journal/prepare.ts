import { pickGiven } from '../domain/given.js'
import type { Decision, HistoryLine } from '../decide/decide.js'
import type { ConditionsAsked } from '../domain/conditions.js'
import { endpointOf } from '../domain/endpoints.js'
import { findCards, findLanes, laneOfCard } from '../domain/lanes.js'
import type { OperationKind, Receipt } from '../domain/models.js'
import { readPath } from '../domain/paths.js'
import { findPrints } from '../domain/prints.js'
import { receiptToAmount, senderKey } from '../domain/receipt.js'
import { chainLine, markOrigin, type ChainedLine } from './chain.js'
import type { Database } from './database.js'
import { rowFormat, type BodyRow, type EntryRow, type ReceiptRow } from './rows.js'
import { eraseSecrets } from './secrets.js'
import type { Vault } from './vault.js'

// WebCrypto answers later, and a transaction does not wait: whatever is sealed or marked is made here, before it.

/** Where the rows lie, and what opens them. */
export interface Store {
  database: Database
  vault: Vault
}

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
  renewals?: number
}

/** All the rows of a new entry. */
export interface PreparedDraft {
  entry: Omit<EntryRow, 'place'>
  body: BodyRow
  lines: ChainedLine[]
  receipt?: Omit<ReceiptRow, 'n'>
  /** The receipt number it uses up. */
  used?: { sender: string; number: number }
}

/** A decision with all that will be written of it. */
export interface PreparedDecision {
  decision: Decision
  line: ChainedLine
  reply?: Uint8Array<ArrayBuffer>
  successor?: PreparedDraft
}

/** Makes the rows of a draft; `notes` are what is on record of it from the first, `text` its body to the letter. */
export async function prepareDraft(
  vault: Vault,
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
    mark(toldText(kind, text)),
    Promise.all(findLanes(kind, request).map(mark)),
    Promise.all(findCards(kind, request).map((card) => mark(laneOfCard(card)))),
    Promise.all(findPrints(kind, request).map(mark)),
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
  } as const
  return {
    ...(await chainEntry(vault, row, notes)),
    body,
    ...(receipt && receiptToRows(id, receipt)),
  }
}

/** Most cards are lanes as well: what is asked for twice is marked once. */
function createMarker(vault: Vault): (text: string) => Promise<string> {
  const marks = new Map<string, Promise<string>>()
  return (text) => {
    const mark = marks.get(text) ?? vault.mark(text)
    marks.set(text, mark)
    return mark
  }
}

/** Begins an entry's chain with what it is, and goes on with what is on record of it. */
export async function chainEntry(
  vault: Vault,
  row: Omit<EntryRow, 'place' | 'origin' | 'head' | 'lines'>,
  notes: readonly HistoryLine[],
): Promise<Pick<PreparedDraft, 'entry' | 'lines'>> {
  const origin = await markOrigin(vault, row)
  let head = origin
  const lines: ChainedLine[] = []
  for (const note of notes) {
    const line = await chainLine(vault, row.id, head, note, row.state)
    lines.push(line)
    head = line.hash
  }
  return { entry: { ...row, origin, head, lines: lines.length }, lines }
}

/** Seals a body: what may stay of it, and apart from that the whole of it if there are secrets in it. */
export async function sealBody(
  vault: Vault,
  id: string,
  kind: OperationKind,
  text: string,
): Promise<BodyRow> {
  const bare = eraseSecrets(kind, text)
  const [kept, secret] = await Promise.all([
    vault.seal(labelOf(id, 'kept'), bare),
    bare === text ? undefined : vault.seal(labelOf(id, 'secret'), text),
  ])
  return { v: rowFormat, id, kept, ...(secret && { secret }) }
}

/** The body of an entry as it would be sent, or as much of it as is left. */
export async function openBody(vault: Vault, { id, kept, secret }: BodyRow): Promise<string> {
  return secret ? vault.open(labelOf(id, 'secret'), secret) : vault.open(labelOf(id, 'kept'), kept)
}

/** Whose text a sealed one is; it opens nowhere else. */
export function labelOf(id: string, part: 'kept' | 'secret' | 'reply'): string {
  return `${part}/${id}`
}

/** Prepares what a run or a person has decided. */
export function prepareDecisions(store: Store, decisions: readonly Decision[]): Promise<PreparedDecision[]> {
  return Promise.all(decisions.map((decision) => prepareDecision(store, decision)))
}

async function prepareDecision(store: Store, decision: Decision): Promise<PreparedDecision> {
  const { vault } = store
  const { ticket, become, line, reply } = decision
  const [chained, sealed, successor] = await Promise.all([
    chainLine(vault, ticket.id, ticket.head, line, become.state),
    reply && vault.seal(labelOf(ticket.id, 'reply'), JSON.stringify(reply)),
    prepareSuccessor(store, decision),
  ])
  return { decision, line: chained, ...(sealed && { reply: sealed }), ...(successor && { successor }) }
}

/** The correction is of the same kind and till, and under the same conditions, as what it corrects. */
async function prepareSuccessor(
  { database, vault }: Store,
  { ticket, become }: Decision,
): Promise<PreparedDraft | undefined> {
  if (become.state !== 'voided' || !become.successor) return undefined
  const before = await database.entries.get(ticket.place)
  if (!before) return undefined
  return prepareDraft(vault, {
    ...pickGiven(before, ['operator', 'conditions']),
    ...become.successor,
    kind: before.kind,
    shop: before.shop,
    terminal: before.terminal,
    replaces: before.id,
  })
}

/** The lane in which an update waits for the entry whose transaction it revises. */
export function laneAfter(id: string): string {
  return `after:${id}`
}

/** The text by whose mark an operation told twice is known. */
export function toldText(kind: OperationKind, text: string): string {
  return `told\n${kind}\n${text}`
}

function receiptToRows(
  id: string,
  receipt: Receipt,
): Pick<PreparedDraft, 'used'> & { receipt: Omit<ReceiptRow, 'n'> } {
  const { SenderData, IssueDate, Total } = receipt
  const number = SenderData?.Number
  const isNamed = SenderData?.Shop !== undefined && SenderData.Terminal !== undefined
  const issuedAt = IssueDate === undefined ? undefined : readMoment(IssueDate)
  return {
    receipt: {
      v: rowFormat,
      id,
      ...(number !== undefined && { number }),
      ...(IssueDate !== undefined && { issueDate: IssueDate }),
      ...(issuedAt !== undefined && { issuedAt }),
      ...(Total !== undefined && { total: Total }),
    },
    ...(isNamed && number !== undefined && { used: { sender: senderKey(receipt), number } }),
  }
}

/** A date as JSON writes it; what reads differently in each browser counts as none. */
export function readMoment(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : at
}
