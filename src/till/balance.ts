import { currencyToDigits, readCurrency } from '../domain/currency.js'
import { unresolved } from '../domain/entry.js'
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

const limit = 1_000

/** Asks the host for the balance of a card, and adds up what waits for the card here. */
export async function readBalance(
  { setup, journal }: { setup: { currency: string }; journal: TillJournal },
  ask: (card: string) => Promise<HostBalance>,
  card: string,
): Promise<CardBalance> {
  const [{ amount, currency = setup.currency }, ...lists] = await Promise.all([
    ask(card),
    ...unresolved.map((state) => journal.list({ card, state, limit })),
  ])
  const waiting = sumExactly(lists.flat().flatMap((entry) => ('amount' in entry ? (entry.amount ?? []) : [])))
  return {
    amount,
    currency: readCurrency(currency),
    waiting: Number(waiting.toFixed(currencyToDigits(currency))),
  }
}
