import type { TillJournal } from '../../src/journal/journal.js'
import type { Import } from '../../src/journal/transfer/arrival.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { freshName } from './journals.js'
import { handOverAll, ring, sendAll, start, type Shelf } from './lives.js'
import { refundOf } from './models.js'

/** A journal with one that was refused, one that is not known, and behind them others of the same cards. */
export async function openWaitingOf(shelf: Shelf, name = freshName()): Promise<TillJournal> {
  const journal = await shelf.open(name)
  await ring(journal, 'refund', refundOf('A', 1), { id: 'unknown', key: 'key-1', operator: 'Ugo' })
  await sendAll(journal, 'silent', start + 1)
  await ring(journal, 'refund', refundOf('B', 2), { id: 'rejected', key: 'key-2' })
  await sendAll(journal, 'rejected')
  await ring(journal, 'refund', refundOf('A', 3), { id: 'second', key: 'key-3' })
  await ring(journal, 'refund', refundOf('C', 4), { id: 'free', key: 'key-4' })
  await ring(journal, 'updateReceipt', { CardCode: 'D' }, { id: 'update', transactionOf: 'free' })
  return journal
}

/** How each entry stands, by id. */
export async function statesOf(journal: TillJournal): Promise<Record<string, string>> {
  const entries = await journal.list({ limit: 1_000 })
  return Object.fromEntries(
    entries.map((entry) => [entry.id, 'reason' in entry ? `${entry.state}: ${entry.reason}` : entry.state]),
  )
}

/** How a file is imported where nothing is asked for. */
export const plain: Import = { policy: { replay: {} }, now: start }

/** What stands at the top of a file. */
export const head = (file: string, at = start) =>
  ({ format: 1, file, shop: 'S01', terminal: 'T1', at }) as const

export const handOver = (journal: TillJournal, file = freshName()): Promise<Transfer> =>
  handOverAll(journal, { ...head(file), by: 'Ada', reason: 'closing' })

/** A transfer as it comes out of a file. */
export const travel = (transfer: Transfer): Transfer => JSON.parse(JSON.stringify(transfer)) as Transfer
