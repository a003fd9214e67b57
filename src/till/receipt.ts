import { completeReceipt } from '../domain/complete.js'
import type { Receipt } from '../domain/models.js'
import { senderKey } from '../domain/receipt.js'
import type { RingDoors } from './ring.js'

/** Completes a draft and takes the next number of its shop, terminal and drawer; a number the draft has stays. */
export async function issueReceipt(
  { setup, journal, clock, storage }: RingDoors,
  draft: Receipt,
): Promise<Receipt> {
  const { shop, terminal, rules } = setup
  const now = clock.now()
  // Whatever does not add up is refused before a number is spent on it.
  const open = completeReceipt(draft, { shop, terminal, now }, rules.receipt)
  const { Shop = shop, Terminal = terminal, CashDrawer: drawer, Number: own } = open.SenderData ?? {}
  if (own !== undefined) return open
  const taking = {
    sender: senderKey(open),
    shop: Shop,
    terminal: Terminal,
    ...(drawer !== undefined && { drawer }),
    takenAt: now,
  }
  const number = await storage.keep('receipt', () => journal.takeNumber(taking))
  return { ...open, SenderData: { ...open.SenderData, Number: number } }
}
