import type { Receipt } from '../domain/models.js'
import { completeReceipt, senderKey } from '../domain/receipt.js'
import type { RingDoors } from './ring.js'

/** Completes a draft and takes the next number of its shop, terminal and drawer; a number the draft has stays. */
export async function issueReceipt({ setup, journal, clock }: RingDoors, draft: Receipt): Promise<Receipt> {
  const { shop, terminal } = setup
  const now = clock.now()
  // Whatever cannot add up is refused before a number is spent on it.
  const trial = completeReceipt(draft, { shop, terminal, number: 0, now })
  if (draft.SenderData?.Number !== undefined) return trial
  const drawer = draft.SenderData?.CashDrawer
  const number = await journal.takeNumber({
    sender: senderKey(trial) ?? '',
    shop: trial.SenderData?.Shop ?? shop,
    terminal: trial.SenderData?.Terminal ?? terminal,
    ...(drawer !== undefined && { drawer }),
    takenAt: now,
  })
  return completeReceipt(draft, { shop, terminal, number, now })
}
