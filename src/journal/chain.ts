import type { HistoryLine } from '../decide/decide.js'
import type { EntryState } from '../domain/entry.js'
import { rowFormat, type EntryRow, type HistoryRow } from './rows.js'
import type { Vault } from './vault.js'

/** A line of history, chained and ready to be kept. */
export type ChainedLine = Omit<HistoryRow, 'n'>

/** What is said of an entry's history: where its chain ends, and after how many lines. */
export type ChainEnd = Pick<EntryRow, 'head' | 'lines'>

type OriginFacts = Pick<
  EntryRow,
  | 'id'
  | 'kind'
  | 'shop'
  | 'terminal'
  | 'operator'
  | 'createdAt'
  | 'key'
  | 'amount'
  | 'replaces'
  | 'told'
  | 'codes'
>

/** The chain begins with what an entry is for good. */
export function markOrigin(vault: Vault, row: OriginFacts): Promise<string> {
  const { id, kind, shop, terminal, operator, createdAt, key, amount, replaces, told, codes } = row
  const facts = [id, kind, shop, terminal, operator, createdAt, key, amount, replaces, told, codes]
  return vault.mark(`origin\n${JSON.stringify(facts.map((fact) => fact ?? null))}`)
}

/** The mark of a line that follows the one whose mark is given. */
export function markLine(
  vault: Vault,
  head: string,
  line: Omit<HistoryRow, 'n' | 'v' | 'id' | 'hash'>,
): Promise<string> {
  const { at, what, by, reason, outcome, status, detail, became } = line
  const facts = [at, what, by, reason, outcome, status, detail, became]
  return vault.mark(`${head}\n${JSON.stringify(facts.map((fact) => fact ?? null))}`)
}

/** The next line of an entry's history. */
export async function chainLine(
  vault: Vault,
  id: string,
  head: string,
  line: HistoryLine,
  became: EntryState,
): Promise<ChainedLine> {
  const hash = await markLine(vault, head, { ...line, became })
  return { v: rowFormat, id, ...line, became, hash }
}
