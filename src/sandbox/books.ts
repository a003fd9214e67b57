import { addDecimals } from './decimals.js'
import type { Operation, Receipt } from './reading.js'

/** The values of one record that a conditional request is compared with. */
export interface Validators {
  etag: string
  lastModified: Date
}

/** A stored value card in the bank's books. */
export interface Card {
  readonly code: string
  balance: number
  shop?: string | undefined
  terminal?: string | undefined
  holder?: string | undefined
  /** The code that this card was migrated to; a migrated card is closed. */
  migratedTo?: string
  validators?: Validators
}

/** A movement on cards, with the receipt recorded for it. */
export interface Transaction {
  readonly id: number
  readonly operation: Operation
  readonly cards: readonly string[]
  receipt?: Receipt
  validators: Validators
}

/** The state of the bank. Only the commits of the rules change it. */
export interface Books {
  readonly cards: Map<string, Card>
  readonly transactions: Map<number, Transaction>
  /** The confirmed orders, each under both of its ids. */
  readonly orders: Set<string>
}

const firstTransactionId = 1001

/** Opens books, with the given cards and their balances. */
export function createBooks(balances: Readonly<Record<string, number>> = {}): Books {
  return {
    cards: new Map(Object.entries(balances).map(([code, balance]) => [code, { code, balance }])),
    transactions: new Map(),
    orders: new Set(),
  }
}

/** The id of the next transaction. */
export function nextTransactionId(books: Books): number {
  return firstTransactionId + books.transactions.size
}

/** The code of the card that now has a card's balance, after all its migrations. */
export function followCard(books: Books, code: string): string {
  const next = books.cards.get(code)?.migratedTo
  return next === undefined ? code : followCard(books, next)
}

/** Adds to a card's balance without rounding errors. */
export function credit(card: Card, amount: number): void {
  card.balance = addDecimals(card.balance, amount)
}
