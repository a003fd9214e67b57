import { completeReceipt } from '../domain/complete.js'
import type { Receipt } from '../domain/models.js'
import { senderKey } from '../domain/receipt.js'
import type { RingDeps } from './ring.js'

/** Completes a draft and takes the next number of its shop, terminal and drawer; keeps a number that the draft has. */
export async function issueReceipt(
  { setup, journal, clock, storage }: RingDeps,
  draft: Receipt,
): Promise<Receipt> {
  const { shop, terminal, rules } = setup
  const now = clock.now()
  // A draft with wrong sums is refused before a number is taken.
  const open = completeReceipt(draft, { shop, terminal, now }, rules)
  const { Shop = shop, Terminal = terminal, CashDrawer: drawer, Number: givenNumber } = open.SenderData ?? {}
  if (givenNumber !== undefined) return open
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
