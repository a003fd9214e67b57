import { currencyToFinestDigits, readCurrency } from '../domain/currency.js'
import { unresolved, type EntryState, type ListedEntry } from '../domain/entry.js'
import { sumExactly } from '../domain/money.js'
import type { TillJournal } from '../journal/journal.js'

/** The host's word about a card: its balance at the service. */
export interface HostBalance {
  amount: number
  /** The ISO 4217 code; the till's currency by default. */
  currency?: string
}

/** A card's balance at the service, and what this till has not delivered yet. */
export interface CardBalance {
  amount: number
  currency: string
  /** The amount of the unresolved operations of this card on this till, of which the service may not know yet. */
  waiting: number
}

const pageSize = 1_000

/** Asks the host for the balance of a card, and adds up what waits for the card here. */
export async function readBalance(
  { setup, journal }: { setup: { currency: string }; journal: TillJournal },
  ask: (card: string) => Promise<HostBalance>,
  card: string,
): Promise<CardBalance> {
  const [{ amount, currency = setup.currency }, ...lists] = await Promise.all([
    ask(card),
    ...unresolved.map((state) => listAll(journal, card, state)),
  ])
  const waiting = sumExactly(lists.flat().flatMap((entry) => ('amount' in entry ? (entry.amount ?? []) : [])))
  return {
    amount,
    currency: readCurrency(currency),
    waiting: Number(waiting.toFixed(currencyToFinestDigits(currency))),
  }
}

/** All entries of a card in a state, page by page. */
async function listAll(journal: TillJournal, card: string, state: EntryState): Promise<ListedEntry[]> {
  const all: ListedEntry[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const page = await journal.list({ card, state, limit: pageSize, ...(after !== undefined && { after }) })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}
