import type { Models, OperationKind } from '../../../src/domain/models.js'
import { mark } from '../../simulation/bodies.js'
import type { Random } from '../../simulation/random.js'

/** What a cashier is about to ring up. */
export interface Intent {
  marker: string
  kind: OperationKind
  body: object
  /** The receipt is to be completed by the till. */
  isNumbered: boolean
  transactionOf?: string
}

interface Card {
  code: string
  /** A refund on it that was confirmed as saved. */
  refund?: string
}

/** Who rings up at one till, and remembers what was confirmed as saved. */
export interface Cashier {
  next: () => Intent
  /** The intent was confirmed as saved. */
  keep: (intent: Intent) => void
}

const kinds = [
  'refund',
  'refund',
  'refund',
  'associate',
  'updateReceipt',
  'updateReceipt',
  'migrate',
  'confirmOrder',
] as const
const cardCount = 12

/** Mixed operations on a dozen cards, each under the till's name and a running number. */
export function createCashier(till: string, firstOrder: number, random: Random): Cashier {
  const codeOf = (index: number) => String(9_001_000_000_000_000 + firstOrder + index)
  const cards: Card[] = Array.from({ length: cardCount }, (_, index) => ({ code: codeOf(index) }))
  let count = 0

  function intend(kind: OperationKind, marker: string, card: Card): Omit<Intent, 'marker' | 'kind'> {
    const receipt = { Total: random.between(1, 90), Products: [{ Name: `Goods ${marker}` }] }
    switch (kind) {
      case 'refund': {
        const other = random.isLikely(0.2) ? (random.pickFrom(cards)?.code ?? card.code) : card.code
        const codes = [...new Set([card.code, other])]
        const body = {
          StoredValueCardCodeCollection: codes.map((StoredValueCardCode) => ({ StoredValueCardCode })),
          StoredValueCardReceipt: receipt,
        }
        return { body, isNumbered: true }
      }
      case 'associate':
        return { body: { Card: card.code, Shop: 'S01', CardData: {} }, isNumbered: false }
      case 'migrate': {
        const OldCardCode = card.code
        card.code = codeOf(cardCount + count)
        delete card.refund
        return { body: { OldCardCode, StoredValueCardCode: card.code }, isNumbered: false }
      }
      case 'updateReceipt': {
        const body = { CardCode: card.code, StoredValueCardReceipt: receipt }
        return { body, isNumbered: false, ...(card.refund !== undefined && { transactionOf: card.refund }) }
      }
      case 'confirmOrder':
        return {
          body: { OrderID: firstOrder + count, Shop: 'S01' } satisfies Models['confirmOrder'],
          isNumbered: false,
        }
    }
  }

  return {
    next() {
      count += 1
      const marker = `${till}-${count}`
      const card = random.pickFrom(cards) ?? { code: `${till}-card` }
      const wish = random.pick(kinds)
      const kind = wish === 'updateReceipt' && card.refund === undefined ? 'refund' : wish
      const { body, ...rest } = intend(kind, marker, card)
      return { marker, kind, body: mark(kind, marker, body), ...rest }
    },
    keep({ kind, marker, body }) {
      if (kind !== 'refund') return
      const { StoredValueCardCodeCollection: [first] = [] } = body as Models['refund']
      const card = cards.find(({ code }) => code === first?.StoredValueCardCode)
      if (card) card.refund = marker
    },
  }
}
