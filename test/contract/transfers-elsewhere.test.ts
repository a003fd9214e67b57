import { afterEach, describe, expect, it } from 'vitest'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { freshName } from '../support/journals.js'
import type { Policy } from '../../src/decide/policy.js'
import {
  claimAll,
  conclude,
  countByReading,
  createShelf,
  minuteMs,
  outcomes,
  ring,
  sendAll,
  start,
  who,
} from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { handOver, head, openWaitingOf, plain, travel } from '../support/waiting.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 86_400_000 } }

const openWaiting = (name?: string) => openWaitingOf(shelf, name)

/** Hands all over to another till, which amends one and hands all back. */
async function amendElsewhere(journal: TillJournal, card: string): Promise<Transfer> {
  const other = await shelf.open()
  await other.importTransfer(travel(await handOver(journal, 'file-1')), plain)
  const successor = { id: 'better', request: refundOf(card, 9), createdAt: start }
  await other.act('free', { tag: 'amend', ...who, successor }, start)
  return travel(await handOver(other, 'file-2'))
}

describe('a file', () => {
  it('names the ids that mean something else here, and brings the others', async () => {
    const file = travel(await handOver(await openWaiting()))
    const other = await shelf.open()
    await ring(other, 'refund', refundOf('Y'), { id: 'second', terminal: 'T9' })
    expect(await other.importTransfer(file, plain)).toEqual({
      imported: 4,
      skipped: 1,
      clashing: ['second'],
    })
    expect(await other.find('second')).toMatchObject({ terminal: 'T9' })
  })

  it('does not bring an update to another operation that has the id of its own', async () => {
    const file = travel(await handOver(await openWaiting()))
    const other = await shelf.open()
    await ring(other, 'refund', refundOf('Y'), { id: 'free', terminal: 'T9' })
    const { clashing } = await other.importTransfer(file, plain)
    expect(clashing).toEqual(['free', 'update'])
    expect(await other.find('update')).toBeUndefined()
  })

  it('does not bring it there either where its own has settled and is not in the file', async () => {
    const journal = await openWaiting()
    expect(await sendAll(journal, 'acknowledged')).toEqual(['free'])
    const file = travel(await handOver(journal))
    expect(file.entries.map(({ id }) => id)).not.toContain('free')
    const other = await shelf.open()
    await ring(other, 'refund', refundOf('Y'), { id: 'free', terminal: 'T9' })
    expect((await other.importTransfer(file, plain)).clashing).toEqual(['update'])
    expect(await other.find('update')).toBeUndefined()
  })

  it('does not bring it there either where the other operation was saved at the same till, after the update', async () => {
    const journal = await openWaiting()
    await sendAll(journal, 'acknowledged')
    const file = travel(await handOver(journal))
    const other = await shelf.open()
    await ring(other, 'refund', refundOf('Y'), { id: 'free', createdAt: start + 60_000 })
    expect((await other.importTransfer(file, plain)).clashing).toEqual(['update'])
    expect(await other.find('update')).toBeUndefined()
  })

  it('brings an update that the other till made to what it had from here', async () => {
    const journal = await openWaiting()
    const other = await shelf.open()
    await other.importTransfer(travel(await handOver(journal, 'file-1')), plain)
    await sendAll(other, 'acknowledged')
    await ring(
      other,
      'updateReceipt',
      { CardCode: 'E' },
      { id: 'late', transactionOf: 'free', terminal: 'T2' },
    )
    const back = await journal.importTransfer(travel(await handOver(other, 'file-2')), plain)
    expect(back.clashing).toBeUndefined()
    expect(await journal.find('late')).toMatchObject({ state: 'queued', transactionOf: 'free' })
  })

  it.each<[string, Policy, string | undefined]>([
    ['keeps the header of its key where the other till sent it under the same', keyed, 'Idempotency-Key'],
    ['has no header any more where the other till sent it without its key', { replay: {} }, undefined],
  ])('that comes back after it was sent %s', async (_, between, keyHeader) => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { key: 'a-key' })
    await conclude(journal, await claimAll(journal, start, 1, keyed), outcomes.busy, start, keyed)
    const other = await shelf.open()
    await other.importTransfer(travel(await handOver(journal, 'file-1')), plain)
    const later = start + 5 * minuteMs
    await conclude(other, await claimAll(other, later, 1, between), outcomes.busy, later, between)
    await journal.importTransfer(travel(await handOver(other, 'file-2')), plain)
    const { claimed } = await claimAll(journal, later + 5 * minuteMs, 1, keyed)
    expect(claimed.map(({ ticket }) => ticket.keyHeader)).toEqual([keyHeader])
  })

  it('that comes back amended ends what was amended, in its place, and the update waits for the amendment', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    const back = await amendElsewhere(journal, 'Z')
    expect(await journal.importTransfer(back, plain)).toEqual({ imported: 5, skipped: 0 })
    expect(await journal.find('free')).toMatchObject({ state: 'voided', replacedBy: 'better' })
    expect((await journal.find('free'))?.history.at(-1)).toMatchObject({ what: 'amend', by: 'Ada' })
    const takeBack = journal.act('free', { tag: 'take-back', ...who }, start)
    await expect(takeBack).rejects.toMatchObject({ code: 'act-refused' })
    expect(await sendAll(journal, 'acknowledged')).toEqual(['better'])
    expect((await claimAll(journal)).claimed).toMatchObject([{ ticket: { id: 'update' } }])
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 6 })
    expect(await journal.count()).toMatchObject(await countByReading(name))
  })

  it.each(['a hand-over', 'a copy that is taken over'])(
    'that comes back amended twice, in %s, ends what was amended first, which cannot be taken back',
    async (way) => {
      const journal = await openWaiting()
      const other = await shelf.open()
      await other.importTransfer(travel(await handOver(journal, 'file-1')), plain)
      const amend = (id: string, to: string, amount: number) => {
        const successor = { id: to, request: refundOf('C', amount), createdAt: start }
        return other.act(id, { tag: 'amend', ...who, successor }, start)
      }
      await amend('free', 'better', 9)
      await amend('better', 'best', 8)
      const copy = () => other.copyUnsettled({ ...head('file-2'), kind: 'copy' })
      const back = travel(way === 'a hand-over' ? await handOver(other, 'file-2') : await copy())
      expect(back).toMatchObject({ format: 3 })
      await journal.importTransfer(back, { ...plain, takeOver: who })
      expect(await journal.find('free')).toMatchObject({ state: 'voided', replacedBy: 'best' })
      const takeBack = journal.act('free', { tag: 'take-back', ...who }, start)
      await expect(takeBack).rejects.toMatchObject({ code: 'act-refused' })
      expect(await journal.verify()).toMatchObject({ isIntact: true })
    },
  )

  it('that comes back amended does not come in beside what was taken back meanwhile', async () => {
    const journal = await openWaiting()
    const back = await amendElsewhere(journal, 'C')
    await journal.act('free', { tag: 'take-back', ...who }, start)
    expect((await journal.importTransfer(back, plain)).clashing).toEqual(['better', 'update'])
    expect(await journal.find('better')).toBeUndefined()
    expect(await sendAll(journal, 'acknowledged')).toEqual(['free'])
  })
})
