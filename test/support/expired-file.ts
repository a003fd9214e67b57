import 'fake-indexeddb/auto'
import { decide } from '../../src/decide/decide.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import { sealFile } from '../../src/journal/seal/envelope.js'
import { createShelf, eraseExpired, handOverAll, hourMs, outcomes, ring, who } from './lives.js'
import { freshName } from './journals.js'

/**
 * What another till hands over that lets nothing older than an hour pass and was offline for two: each operation has
 * expired there, and its secrets are gone. As base64, so that it can be given to a page.
 */
export async function createExpiredFile<Kind extends OperationKind>(
  drafts: readonly { id: string; kind: Kind; model: Models[Kind] }[],
  passphrase: string,
): Promise<string> {
  const shelf = createShelf()
  const journal = await shelf.open(freshName())
  const now = Date.now()
  for (const { id, kind, model } of drafts)
    await ring(journal, kind, model, { id, terminal: 'T2', createdAt: now - 2 * hourMs })
  const { number: run, aged } = await journal.begin(now, now - hourMs)
  const decisions = aged.map((ticket) => ({
    ...decide(ticket, outcomes.expired, { policy: { replay: {} }, now, random: 0 }),
    isWaiting: true as const,
  }))
  await journal.turn({ policy: { replay: {} }, run, decisions, slots: 0, now })
  await journal.end(run, now)
  await eraseExpired(journal, now)
  const head = { format: 1, file: freshName(), shop: 'S01', terminal: 'T2' } as const
  const file = await sealFile(passphrase, await handOverAll(journal, { ...head, at: now, ...who }))
  shelf.closeAll()
  return Buffer.from(await file.arrayBuffer()).toString('base64')
}
