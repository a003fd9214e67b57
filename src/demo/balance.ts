import type { HostBalance } from '../index.js'
import { readLedger, type LedgerEffect } from './lab/control.js'

/** What the demo's card service has put on a card, added up from its ledger: a real service is asked for it. */
export async function readSandboxBalance(card: string): Promise<HostBalance> {
  const ledger = await readLedger()
  if (!ledger) throw new Error('The card service was not reached. Try again.')
  const parts = ledger.effects.map((effect) => effectToParts(effect, card)).reduce((sum, one) => sum + one, 0)
  return { amount: parts / partsPerUnit }
}

/** Enough for currencies of three decimals. */
const partsPerUnit = 1_000

function effectToParts({ operation, cards, body }: LedgerEffect, card: string): number {
  if (operation !== 'refund' || !cards.includes(card)) return 0
  const { StoredValueCardReceipt: receipt } = body as { StoredValueCardReceipt?: { Total?: number } }
  return Math.round((receipt?.Total ?? 0) * partsPerUnit)
}
