import type { Decision } from '../../decide/decide.js'
import { pickGiven } from '../../domain/given.js'
import { type ChainedLine, chainLine, labelOf, type Store } from './below.js'
import { prepareDraft, type PreparedDraft } from './prepare.js'

/** A decision with all the rows that it writes. */
export interface PreparedDecision {
  decision: Decision
  line: ChainedLine
  reply?: Uint8Array<ArrayBuffer>
  successor?: PreparedDraft
}

export function prepareDecisions(store: Store, decisions: readonly Decision[]): Promise<PreparedDecision[]> {
  return Promise.all(decisions.map((decision) => prepareDecision(store, decision)))
}

async function prepareDecision(store: Store, decision: Decision): Promise<PreparedDecision> {
  const { vault } = store
  const { ticket, nextState, line, reply } = decision
  const [chained, sealed, successor] = await Promise.all([
    chainLine(vault, ticket.id, ticket.head, line, nextState.state),
    reply && vault.seal(labelOf(ticket.id, 'reply'), JSON.stringify(reply)),
    prepareSuccessor(store, decision),
  ])
  return { decision, line: chained, ...(sealed && { reply: sealed }), ...(successor && { successor }) }
}

/** The correction has the kind, the till and the conditions of the entry that it replaces. */
async function prepareSuccessor(
  store: Store,
  { ticket, nextState }: Decision,
): Promise<PreparedDraft | undefined> {
  if (nextState.state !== 'voided' || !nextState.successor) return undefined
  const before = await store.database.entries.get(ticket.place)
  if (!before) return undefined
  const { notes = [], ...successor } = nextState.successor
  const draft = {
    ...pickGiven(before, ['operator', 'conditions']),
    ...successor,
    kind: before.kind,
    shop: before.shop,
    terminal: before.terminal,
    replaces: before.id,
  }
  return prepareDraft(store, draft, notes)
}
