import 'fake-indexeddb/auto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { sealFile, sealFileForShop } from '../../src/journal/seal/index.js'
import type { TransferredEntry } from '../../src/journal/transfer/index.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { type Audit, signer } from './audits.js'
import { createShelf, ring, sendAll, who } from './lives.js'
import { fullModels, refundOf } from './models.js'
import { createShopKeys } from './shop-keys.js'

export const passphrase = 'four words and not eight'
export const wholeCard = '9001000000000017'
const formatOfAudit = 3
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The files of a till as they come to a support desk, by what is special about each. */
export interface JournalFiles {
  copy: string
  audit: string
  /** An operation is missing from it, and the operator of another is altered. */
  altered: string
  sealed: string
  key: string
  otherKey: string
  long: string
}

/** Writes them into a folder. */
export async function writeJournalFiles(folder: string, longSize: number): Promise<JournalFiles> {
  const write = async (name: string, content: Blob | string) => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : new Uint8Array(await content.arrayBuffer()))
    return path
  }
  const shelf = createShelf()
  try {
    const journal = await shelf.open()
    await live(journal)
    const head = { file: 'f', kind: 'copy', shop: 'S01', terminal: 'T3', at: Date.now() - hourMs } as const
    const copy = await journal.copyUnsettled(head)
    const audit = await journal.exportAudit({ ...signer, terminal: 'T3', at: Date.now() - hourMs })
    const [keys, otherKeys] = await Promise.all([createShopKeys(), createShopKeys()])
    return {
      copy: await write('S01-T3.counterfoil', await sealFile(passphrase, copy, copy.format)),
      audit: await write('S01-T3-whole.counterfoil', await sealFile(passphrase, audit, audit.format)),
      altered: await write('altered.counterfoil', await sealFile(passphrase, alter(audit), formatOfAudit)),
      sealed: await write('sealed.counterfoil', await sealFileForShop(keys.publicKey, audit)),
      key: await write('shop-private.jwk', JSON.stringify(keys.privateKey)),
      otherKey: await write('other-private.jwk', JSON.stringify(otherKeys.privateKey)),
      long: await write('long.counterfoil', await sealFile(passphrase, createLongCopy(longSize), 2)),
    }
  } finally {
    shelf.closeAll()
  }
}

/** A day in which most went well: one operation waits, two need a person, one was voided. */
async function live(journal: TillJournal): Promise<void> {
  const begin = Date.now() - 8 * hourMs
  const at = (place: number) => ({
    createdAt: begin + place * 20 * minuteMs,
    terminal: 'T3',
    operator: 'Eve',
  })
  await ring(journal, 'associate', fullModels.associate, { id: 'linked-1', ...at(0) })
  await ring(journal, 'refund', fullModels.refund, { id: 'refund-1', ...at(1) })
  await ring(journal, 'migrate', fullModels.migrate, { id: 'replaced-1', ...at(2) })
  await ring(journal, 'confirmOrder', fullModels.confirmOrder, { id: 'order-1', ...at(3) })
  await sendAll(journal, 'acknowledged', begin + hourMs)
  await ring(journal, 'refund', refundOf(wholeCard, 12.5), { id: 'refused-1', ...at(4) })
  await sendAll(journal, 'rejected', begin + 2 * hourMs)
  await ring(journal, 'refund', refundOf('9001000000000025', 40), { id: 'unknown-1', ...at(5) })
  await sendAll(journal, 'silent', begin + 3 * hourMs)
  await ring(journal, 'refund', refundOf('9001000000000033', 3), { id: 'voided-1', ...at(6) })
  await sendAll(journal, 'conflict', begin + 4 * hourMs)
  await journal.act('voided-1', { tag: 'void', ...who }, begin + 5 * hourMs)
  const scarf = { ...refundOf('9001000000000041', 7), Notes: 'blue scarf' }
  await ring(journal, 'refund', scarf, { id: 'waits-1', ...at(7) })
}

function alter(audit: Audit): object {
  const entries = audit.entries
    .filter(({ id }) => id !== 'order-1')
    .map((entry) =>
      entry.id === 'refused-1' && 'facts' in entry
        ? { ...entry, facts: { ...entry.facts, operator: 'Mallory' } }
        : entry,
    )
  return { ...audit, entries }
}

/** A copy of so many refunds that wait or need a person, a minute apart. */
function createLongCopy(size: number): object {
  const begin = Date.now() - size * minuteMs
  const entries = Array.from({ length: size }, (_, index) => createEntry(index, begin + index * minuteMs))
  return {
    format: 2,
    file: 'long',
    kind: 'copy',
    shop: 'S01',
    terminal: 'T3',
    at: Date.now(),
    entries,
    left: [],
  }
}

function createEntry(index: number, createdAt: number): TransferredEntry {
  const card = `9001${createHash('sha256').update(String(index)).digest().readUInt32BE().toString().padStart(12, '0')}`
  const receipt = { Total: index / 100, SenderData: { Number: index, Shop: 'S01', Terminal: 'T3' } }
  const isParked = index % 10 === 0
  return {
    id: `e${index}`,
    kind: 'refund',
    state: isParked ? 'parked' : 'queued',
    ...(isParked && { reason: 'rejected' }),
    shop: 'S01',
    terminal: 'T3',
    operator: index % 2 === 0 ? 'Ada' : 'Eve',
    createdAt,
    attempts: isParked ? 1 : 0,
    unknowns: 0,
    renewals: 0,
    body: JSON.stringify({ ...refundOf(card, index / 100), StoredValueCardReceipt: receipt }),
    history: [{ at: createdAt, what: 'rung-up' }],
  }
}
