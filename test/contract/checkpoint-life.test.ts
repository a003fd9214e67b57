import { afterEach, describe, expect, it } from 'vitest'
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
} from '../support/lives.js'
import { dayMs, start } from '../support/lives.js'
import { refundOf } from '../support/models.js'

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
