import { afterEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import type { ReadyClaim } from '../../src/ports.js'
import { check, signer, tell } from '../support/audits.js'
import { freshName, openRaw } from '../support/journals.js'
import {
  claimAll,
  conclude,
  createShelf,
  lookAtClocks,
  outcomes,
  ring,
  sendAll,
  tidyUp,
  who,
} from '../support/lives.js'
import { dayMs, start } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { plainVault } from '../support/vault.js'
import { handOver, plain, travel } from '../support/waiting.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

it('a journal that was signed while it was empty is not signed without end', async () => {
  const name = freshName()
  const journal = await shelf.open(name)
  await journal.signCheckpoint(signer)
  await journal.signDue(signer)
  const raw = await openRaw(name)
  expect(await raw.table('settings').where('name').startsWith('log/').count()).toBe(1)
  raw.close()
})

describe('an update that was signed before its transaction was known', () => {
  async function fillBetween(text: object) {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'first' })
    const update = { CardCode: 'A', StoredValueCardReceipt: { Total: 5, UserData: 'Rossi' } }
    await ring(journal, 'updateReceipt', update, { id: 'update', transactionOf: 'first' })
    const { note } = await journal.signCheckpoint(signer)
    await sendAll(journal, 'acknowledged')
    const { run, claimed } = await claimAll(journal)
    const [claim] = claimed
    if (!claim) throw new Error('nothing may go')
    await journal.freeze({ run, ticket: claim.ticket } as ReadyClaim, JSON.stringify({ ...update, ...text }))
    await conclude(journal, { run, claimed }, outcomes.acknowledged)
    return { journal, note }
  }

  it('is not called altered once it went with it, nor after its personal data was erased', async () => {
    const { journal, note } = await fillBetween({ TransactionID: 7 })
    expect(tell(await check(await journal.exportAudit(signer), { checkpoints: [note] }))).toEqual([])
    await lookAtClocks(journal)
    await tidyUp(journal, start + 31 * dayMs)
    await tidyUp(journal, start + 33 * dayMs)
    const erased = await journal.exportAudit(signer)
    expect(JSON.stringify(erased.entries)).not.toContain('Rossi')
    expect(tell(await check(erased, { checkpoints: [note] }))).toEqual([])
  })

  it('is called altered where anything else of its body changed', async () => {
    const { journal, note } = await fillBetween({ CardCode: 'B', TransactionID: 7 })
    const found = tell(await check(await journal.exportAudit(signer), { checkpoints: [note] }))
    expect(found).toEqual(['altered update 2 its body changed between two checkpoints'])
  })
})

it('an operation that was signed, handed over and came back is not called altered', async () => {
  const journal = await shelf.open()
  await ring(journal, 'refund', refundOf('A'), { id: 'a', key: 'key-1' })
  await sendAll(journal, 'silent')
  await ring(journal, 'updateReceipt', { CardCode: 'B' }, { id: 'update', transactionOf: 'a' })
  const first = await journal.signCheckpoint(signer)
  const out = travel(await handOver(journal, 'out'))
  const second = await journal.signCheckpoint(signer)
  const other = await shelf.open()
  await other.importTransfer(out, plain)
  await other.act('a', { tag: 'send-again', ...who }, start)
  await sendAll(other, 'silent')
  const back = travel(await handOver(other, 'back'))
  expect(await journal.importTransfer(back, plain)).toMatchObject({ imported: back.entries.length })
  const checkpoints = [first.note, second.note]
  const audit = await journal.exportAudit(signer)
  expect(tell(await check(audit, { checkpoints }))).toEqual([])
  expect(await journal.verify()).toMatchObject({ isIntact: true })
})

it('a first checkpoint is signed anew where retention deletes meanwhile what was about to be signed', async () => {
  const name = freshName()
  const journal = await shelf.openPlain(name)
  await ring(journal, 'refund', refundOf('A'), { id: 'old' })
  await sendAll(journal, 'acknowledged')
  await ring(journal, 'refund', refundOf('B'), { id: 'new' })
  await lookAtClocks(journal)
  let isDue = true
  const signing = await openJournal(name, {
    openVault: () =>
      Promise.resolve({
        ...plainVault,
        mark: async (text: string) => {
          if (isDue && text.startsWith('audit')) {
            isDue = false
            await tidyUp(journal, start + 92 * dayMs)
            await tidyUp(journal, start + 94 * dayMs)
          }
          return plainVault.mark(text)
        },
      }),
  })
  const audit = await signing.exportAudit(signer)
  signing.close()
  expect(isDue).toBe(false)
  expect(audit.entries.map(({ id }) => id)).toEqual(['new'])
  expect(tell(await check(audit))).toEqual([])
})
