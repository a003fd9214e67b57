import type { HistoryLine } from '../../decide/decide.js'
import type { EntryState } from '../../domain/entry.js'
import { type EntryRow, type HistoryRow, rowFormat } from './below.js'
import type { Vault } from './vault.js'

/** A line of history with its hash. */
export type ChainedLine = Omit<HistoryRow, 'n'>

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

/** The first hash of an entry's chain, made of the facts that never change. */
export function markOrigin(vault: Vault, row: OriginFacts): Promise<string> {
  const { id, kind, shop, terminal, operator, createdAt, key, amount, replaces, told, codes } = row
  const facts = [id, kind, shop, terminal, operator, createdAt, key, amount, replaces, told, codes]
  return vault.mark(`origin\n${JSON.stringify(facts.map((fact) => fact ?? null))}`)
}

/** The hash of a line that follows the line with the hash `head`. */
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
