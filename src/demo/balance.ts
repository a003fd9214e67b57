import type { HostBalance, Receipt } from '../index.js'
import { readLedger, type LedgerEffect } from './lab/control.js'

/** What is on a card by the ledger of the demo's card service: a real service is asked for it. */
export async function readSandboxBalance(card: string): Promise<HostBalance> {
  const ledger = await readLedger()
  if (!ledger) throw new Error('The card service was not reached. Try again.')
  return { amount: addUp(ledger.effects, card) }
}

/** Amounts in thousandths, enough for currencies of three decimals, by card. */
type Shares = ReadonlyMap<string, number>

const partsPerUnit = 1_000

/** Adds up what the payments of refunds put on a card, with corrections and moves from card to card. */
function addUp(effects: readonly LedgerEffect[], card: string): number {
  const balances = new Map<string, number>()
  const refunds = new Map<number | undefined, Shares>()
  const movedTo = new Map<string, string>()
  const follow = (code: string): string => {
    const next = movedTo.get(code)
    return next === undefined ? code : follow(next)
  }
  const credit = (shares: Shares, sign = 1) => {
    for (const [code, parts] of shares)
      balances.set(follow(code), (balances.get(follow(code)) ?? 0) + sign * parts)
  }
  for (const { operation, cards, body, transactionId, opened = {} } of effects) {
    credit(toShares(Object.entries(opened)))
    const receipt = (body as { StoredValueCardReceipt?: Receipt }).StoredValueCardReceipt ?? {}
    const before = refunds.get(transactionId)
    if (operation === 'refund' || (operation === 'updateReceipt' && before)) {
      const shares = share(receipt, before ? [...before.keys()] : cards)
      if (before) credit(before, -1)
      credit(shares)
      refunds.set(transactionId, shares)
    }
    const [from, to] = operation === 'migrate' ? cards : []
    if (from === undefined || to === undefined) continue
    credit(new Map([[to, balances.get(from) ?? 0]]))
    balances.delete(from)
    movedTo.set(from, to)
  }
  return (balances.get(card) ?? 0) / partsPerUnit
}

/** What the payments of a receipt put on cards; a receipt without payments puts its total on the first. */
function share({ Payments: payments, Total: total = 0 }: Receipt, [first]: readonly string[]): Shares {
  if (payments)
    return toShares(
      payments.flatMap(({ CardCode: code, Amount: amount = 0 }) =>
        code === undefined ? [] : [[code, amount]],
      ),
    )
  return toShares(first === undefined ? [] : [[first, total]])
}

/** Tills write refunds with either sign. */
function toShares(amounts: readonly (readonly [card: string, amount: number])[]): Shares {
  const shares = new Map<string, number>()
  for (const [card, amount] of amounts)
    shares.set(card, (shares.get(card) ?? 0) + Math.round(Math.abs(amount) * partsPerUnit))
  return shares
}
