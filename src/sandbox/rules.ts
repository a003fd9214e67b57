import {
  credit,
  followCard,
  nextTransactionId,
  type Books,
  type Card,
  type Transaction,
  type Validators,
} from './books.js'
import { addDecimals } from './decimals.js'
import type { Problem } from './problems.js'
import type { Bodies, Model, Operation, Receipt } from './reading.js'

/** How the bank treats unknown cards. */
export interface CardPolicy {
  knownCardsOnly: boolean
  openingBalance: number
  /** The status for an unknown card or transaction, because services differ. */
  unknownStatus: UnknownStatus
}

/** The statuses that a service may use for an unknown card or transaction. */
export type UnknownStatus = (typeof unknownStatuses)[number]
export const unknownStatuses = [400, 404] as const

/** What an operation would change; it is committed after its conditions hold and the ledger has stored it. */
export interface Plan {
  ok: true
  cards: Card[]
  transactionId?: number
  /** The record that conditions refer to, if it exists. */
  record?: { validators: Validators; receipt?: Receipt }
  /** Changes the books, and returns the body of the reply. */
  commit: (validators: Validators) => Record<string, unknown>
}

/** An operation that the bank refuses, and the reason. */
export interface Refusal {
  ok: false
  problem: Problem
}

type Rule<Kind extends Operation> = (books: Books, body: Bodies[Kind], policy: CardPolicy) => Plan | Refusal

function refuse(problem: Problem): Refusal {
  return { ok: false, problem }
}

function refuseMissing(path: string): Refusal {
  return refuse({
    name: 'missing-field',
    status: 400,
    title: 'A field is missing',
    detail: `The operation cannot be done without ${path}.`,
    extensions: { errors: [{ path, message: 'missing' }] },
  })
}

const planAssociate: Rule<'associate'> = (books, body, policy) => {
  const found = findCards(books, policy, [['Card', body.Card]])
  if (!found.ok) return found
  const [card] = found.cards
  if (card.shop !== undefined && body.Shop !== undefined && card.shop !== body.Shop) {
    return refuse({
      name: 'associated-elsewhere',
      status: 409,
      title: 'The card is associated to another shop',
      detail: `The card is associated to shop ${card.shop}.`,
    })
  }
  return {
    ...planForCards(found.cards),
    commit: (validators) => {
      touch(books, found.cards, validators)
      if (body.Shop !== undefined) card.shop = body.Shop
      if (body.Terminal !== undefined) card.terminal = body.Terminal
      const holder = nameHolder(body.CardData?.Holder)
      if (holder !== undefined) card.holder = holder
      return { Card: card.code, Shop: card.shop, Terminal: card.terminal, Balance: card.balance }
    },
  }
}

function nameHolder(holder: Model<'Holder'> | undefined): string | undefined {
  const person = [holder?.FirstName, holder?.LastName].filter(Boolean).join(' ')
  return person === '' ? holder?.CompanyName : person
}

const planRefund: Rule<'refund'> = (books, body, policy) => {
  const items = body.StoredValueCardCodeCollection ?? []
  const named = items.map(({ StoredValueCardCode }, index): NamedCode => {
    return [`StoredValueCardCodeCollection[${index}].StoredValueCardCode`, StoredValueCardCode]
  })
  const [first, ...rest] = named
  if (first === undefined) return refuseMissing('StoredValueCardCodeCollection')
  const found = findCards(books, policy, [first, ...rest])
  if (!found.ok) return found
  const credits = listCredits(found.cards, body.StoredValueCardReceipt)
  if (!credits.every(isCountable)) return refuseBalance()
  const transactionId = nextTransactionId(books)
  return {
    ...planForCards(found.cards),
    transactionId,
    commit: (validators) => {
      touch(books, found.cards, validators)
      for (const { card, amount } of credits) credit(card, amount)
      record(books, 'refund', transactionId, found.cards, body.StoredValueCardReceipt, validators)
      return {
        TransactionID: transactionId,
        Balance: found.cards[0].balance,
        Cards: found.cards.map((card) => ({ StoredValueCardCode: card.code, Balance: card.balance })),
      }
    },
  }
}

interface Credit {
  card: Card
  amount: number
}

// Tills write refunds with either sign, so the sign is ignored; if no payment names a card, the first card gets the total.
function listCredits(cards: NonEmpty<Card>, receipt: Receipt | undefined): Credit[] {
  const payments = (receipt?.Payments ?? []).filter(({ CardCode }) =>
    cards.some(({ code }) => code === CardCode),
  )
  if (payments.length === 0) {
    const paid = (receipt?.Payments ?? []).map(({ Amount }) => Amount ?? 0)
    return [{ card: cards[0], amount: Math.abs(receipt?.Total ?? addDecimals(...paid)) }]
  }
  return cards.map((card) => {
    const amounts = payments.filter(({ CardCode }) => CardCode === card.code).map(({ Amount }) => Amount ?? 0)
    return { card, amount: Math.abs(addDecimals(...amounts)) }
  })
}

/** A balance beyond the numbers of JSON could be neither stored nor told. */
function isCountable({ card, amount }: Credit): boolean {
  return Number.isFinite(amount) && Number.isFinite(addDecimals(card.balance, amount))
}

function refuseBalance(): Refusal {
  return refuse({ name: 'invalid-body', status: 422, title: 'The balance would be too large to be counted' })
}

const planMigrate: Rule<'migrate'> = (books, body, policy) => {
  const found = findCards(books, policy, [
    ['OldCardCode', body.OldCardCode],
    ['StoredValueCardCode', body.StoredValueCardCode],
  ])
  if (!found.ok) return found
  const [from, to] = found.cards
  if (to === undefined) {
    return refuse({ name: 'invalid-body', status: 400, title: 'A card cannot be migrated to itself' })
  }
  if (!isCountable({ card: to, amount: from.balance })) return refuseBalance()
  const transactionId = nextTransactionId(books)
  return {
    ...planForCards(found.cards),
    transactionId,
    commit: (validators) => {
      touch(books, found.cards, validators)
      moveCard(from, to)
      record(books, 'migrate', transactionId, found.cards, body.StoredValueCardReceipt, validators)
      return {
        TransactionID: transactionId,
        StoredValueCardCode: to.code,
        OldCardCode: from.code,
        Balance: to.balance,
      }
    },
  }
}

function moveCard(from: Card, to: Card): void {
  credit(to, from.balance)
  from.balance = 0
  from.migratedTo = to.code
  to.shop ??= from.shop
  to.terminal ??= from.terminal
  to.holder ??= from.holder
}

const planUpdateReceipt: Rule<'updateReceipt'> = (books, body, { unknownStatus }) => {
  const { CardCode: code, TransactionID: id, StoredValueCardReceipt: receipt } = body
  if (code === undefined || code === '') return refuseMissing('CardCode')
  if (id === undefined) return refuseMissing('TransactionID')
  if (receipt === undefined) return refuseMissing('StoredValueCardReceipt')
  const transaction = books.transactions.get(id)
  const card = books.cards.get(code)
  if (card === undefined || transaction === undefined || !concernsCard(books, transaction, code)) {
    return refuse({
      name: 'unknown-transaction',
      status: unknownStatus,
      title: 'The card has no such transaction',
      detail: `No transaction ${id} is recorded for the card.`,
    })
  }
  return {
    ok: true,
    cards: [card],
    transactionId: id,
    record: transaction,
    commit: (validators) => {
      touch(books, [card], validators)
      transaction.receipt = receipt
      transaction.validators = validators
      const balance = books.cards.get(followCard(books, code))?.balance
      return { TransactionID: id, Balance: balance, StoredValueCardReceipt: receipt }
    },
  }
}

// After a migration the transaction belongs to the old code and to the new one.
function concernsCard(books: Books, transaction: Transaction, code: string): boolean {
  return (
    transaction.cards.includes(code) ||
    transaction.cards.some((name) => followCard(books, name) === followCard(books, code))
  )
}

const planConfirmOrder: Rule<'confirmOrder'> = (books, body) => {
  const { OrderID: orderId, ExternalOrderID: externalId } = body
  const names = [
    ...(orderId === undefined ? [] : [`id ${orderId}`]),
    ...(externalId === undefined || externalId === '' ? [] : [`external ${externalId}`]),
  ]
  if (names.length === 0) return refuseMissing('OrderID or ExternalOrderID')
  if (names.some((name) => books.orders.has(name))) {
    return refuse({ name: 'already-confirmed', status: 400, title: 'The order is already confirmed' })
  }
  return {
    ok: true,
    cards: [],
    commit: () => {
      for (const name of names) books.orders.add(name)
      return { OrderID: orderId, ExternalOrderID: externalId, Confirmed: true }
    },
  }
}

type NonEmpty<Item> = [Item, ...Item[]]
type NamedCode = [path: string, code: string | undefined]

function findCards(
  books: Books,
  policy: CardPolicy,
  named: NonEmpty<NamedCode>,
): { ok: true; cards: NonEmpty<Card> } | Refusal {
  const cards = new Map<string, Card>()
  for (const [path, code] of named) {
    if (code === undefined || code === '') return refuseMissing(path)
    const card = books.cards.get(code) ?? openCard(code, policy)
    if (card === undefined) {
      return refuse({
        name: 'unknown-card',
        status: policy.unknownStatus,
        title: 'The card is not known',
        detail: `There is no card with the code in ${path}.`,
      })
    }
    if (card.migratedTo !== undefined) {
      return refuse({
        name: 'card-migrated',
        status: 409,
        title: 'The card has been migrated',
        detail: `The card in ${path} was migrated to another code and is closed.`,
      })
    }
    cards.set(code, card)
  }
  return { ok: true, cards: [...cards.values()] as NonEmpty<Card> }
}

function openCard(code: string, policy: CardPolicy): Card | undefined {
  return policy.knownCardsOnly ? undefined : { code, balance: policy.openingBalance }
}

// A condition refers to the first card that an operation names: the old one in a migration.
function planForCards(cards: NonEmpty<Card>): Pick<Plan, 'ok' | 'cards' | 'record'> {
  const { validators } = cards[0]
  return { ok: true, cards, ...(validators === undefined ? {} : { record: { validators } }) }
}

function touch(books: Books, cards: readonly Card[], validators: Validators): void {
  for (const card of cards) {
    books.cards.set(card.code, card)
    card.validators = validators
  }
}

function record(
  books: Books,
  operation: Operation,
  id: number,
  cards: readonly Card[],
  receipt: Receipt | undefined,
  validators: Validators,
): void {
  const codes = cards.map(({ code }) => code)
  books.transactions.set(id, {
    id,
    operation,
    cards: codes,
    validators,
    ...(receipt === undefined ? {} : { receipt }),
  })
}

const rules: { readonly [Kind in Operation]: Rule<Kind> } = {
  associate: planAssociate,
  refund: planRefund,
  migrate: planMigrate,
  updateReceipt: planUpdateReceipt,
  confirmOrder: planConfirmOrder,
}

/** Plans what an operation would change, without changing anything. */
export function planOperation<Kind extends Operation>(
  books: Books,
  operation: Kind,
  body: Bodies[Kind],
  policy: CardPolicy,
): Plan | Refusal {
  return rules[operation](books, body, policy)
}
