import type { Models, OperationKind } from '../../src/domain/models.js'
import type { Bank } from '../../src/sandbox/index.js'

/** A card that the bank knows, with a transaction whose receipt can be changed. */
export interface TestCard {
  code: string
  transactionId: number
}

export function openCard(bank: Bank, code: string): TestCard {
  const body = { StoredValueCardCodeCollection: [{ StoredValueCardCode: code }] }
  bank.apply('refund', body, { now: new Date() })
  const transactionId = bank.effects.at(-1)?.transactionId
  if (transactionId === undefined) throw new Error(`the bank did not open ${code}`)
  return { code, transactionId }
}

let orders = 0

/** A body that the service takes, whatever stands before it in line. */
export function createBody(kind: OperationKind, card: TestCard, alsoCode?: string): object {
  const { code, transactionId } = card
  const receipt = { Total: 12.5, SenderData: { Shop: 'S01', Terminal: 'T1' } }
  switch (kind) {
    case 'refund':
      return {
        StoredValueCardCodeCollection: [...new Set([code, alsoCode ?? code])].map((StoredValueCardCode) => ({
          StoredValueCardCode,
        })),
        StoredValueCardReceipt: receipt,
      } satisfies Models['refund']
    case 'associate':
      return { Card: code, Shop: 'S01', CardData: {} } satisfies Models['associate']
    case 'migrate':
      return { OldCardCode: code, StoredValueCardCode: migratedCode(code) } satisfies Models['migrate']
    case 'updateReceipt':
      return { CardCode: code, TransactionID: transactionId, StoredValueCardReceipt: receipt }
    case 'confirmOrder':
      orders += 1
      return { OrderID: orders, Shop: 'S01' } satisfies Models['confirmOrder']
  }
}

/** The code that a card has after its migration. */
export function migratedCode(code: string): string {
  const [base = '', turn = '0'] = code.split('~')
  return `${base}~${Number(turn) + 1}`
}
