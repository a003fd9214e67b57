import { addDecimals } from './decimals.js'
import type { Operation, Receipt } from './reading.js'

/** The validators of one record: what a conditional request compares with. */
export interface Validators {
  etag: string
  lastModified: Date
}

/** A stored value card as the bank knows it. */
export interface Card {
  readonly code: string
  balance: number
  shop?: string | undefined
  terminal?: string | undefined
  holder?: string | undefined
  /** The code that took this card over. A card that has one is closed. */
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

/** All that the bank holds. Changed by the rules' commits and by nothing else. */
export interface Books {
  readonly cards: Map<string, Card>
  readonly transactions: Map<number, Transaction>
  /** Confirmed orders, by either of their ids. */
  readonly orders: Set<string>
}

const firstTransactionId = 1001

/** Opens empty books, or books that know some cards by their balances. */
export function createBooks(balances: Readonly<Record<string, number>> = {}): Books {
  return {
    cards: new Map(Object.entries(balances).map(([code, balance]) => [code, { code, balance }])),
    transactions: new Map(),
    orders: new Set(),
  }
}

/** The id that the next transaction will carry. */
export function nextTransactionId(books: Books): number {
  return firstTransactionId + books.transactions.size
}

/** Follows a card's migrations to the card that holds its money now. */
export function followCard(books: Books, code: string): string {
  const next = books.cards.get(code)?.migratedTo
  return next === undefined ? code : followCard(books, next)
}

/** Adds to a card's balance, exactly. */
export function credit(card: Card, amount: number): void {
  card.balance = addDecimals(card.balance, amount)
}
