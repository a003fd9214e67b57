import { afterEach, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import { retentionDefault } from '../../src/decide/retention.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { freshName, raze } from '../support/journals.js'
import { claimAll, createShelf, dayMs, handOverAll, hourMs, minuteMs, ring } from '../support/lives.js'
import { lookAtClocks, sendAll, start, tidyUp, vouched, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { handOver, head, openWaitingOf, plain, statesOf, travel } from '../support/waiting.js'

// Files that come in once more, where the till does not have what came of them any longer.

const shelf = createShelf()
afterEach(shelf.closeAll)

describe('the file of a hand-over, at the till that wrote it, once its entries have ended and are erased,', () => {
  const spans: [string, typeof retentionDefault, number][] = [
    ['after ninety days', retentionDefault, 91],
    ['at once', { ...retentionDefault, settledDays: 0 }, 0],
  ]

  it.each(spans)('brings nothing in: %s', async (_, retention, days) => {
    const journal = await openWaitingOf(shelf)
    const file = travel(await handOver(journal))
    for (const { id } of await journal.list())
      await journal.act(id, { tag: 'mark-applied', by: 'Ada', reason: 'T2 has delivered' }, start)
    await lookAtClocks(journal)
    const now = start + days * dayMs
    await tidyUp(journal, now, retention)
    expect(await journal.list()).toEqual([])
    expect(await journal.importTransfer(file, { ...plain, now })).toEqual({ imported: 0, skipped: 5 })
    expect(await journal.list()).toEqual([])
  })

  it('brings nothing in where it was lost, and found again after all was delivered from here', async () => {
    const journal = await shelf.open()
    const { id } = await ring(journal, 'refund', refundOf('A'))
    const file = travel(await handOver(journal))
    await journal.act(id, { tag: 'take-back', ...who }, start)
    expect(await sendAll(journal, 'acknowledged')).toEqual([id])
    await lookAtClocks(journal)
    const now = start + 91 * dayMs
    await tidyUp(journal, now)
    expect(await journal.list()).toEqual([])
    expect(await journal.importTransfer(file, { ...plain, now })).toEqual({ imported: 0, skipped: 1 })
  })
})

describe('a file that is older than what the browser has lost here', () => {
  const header = 'Idempotency-Key'
  const policy: Policy = { replay: {}, key: { header, lifetimeMs: dayMs } }
  const now = start + hourMs

  /** Another database in the place of one in which a file came in, and was delivered. */
  async function importAndLose(file: Transfer): Promise<TillJournal> {
    const name = freshName()
    const before = await shelf.open(name)
    await before.importTransfer(file, { ...plain, takeOver: who })
    for (const { id } of await before.list()) await before.act(id, { tag: 'void', ...who }, start)
    const witness = await before.bearWitness(start + minuteMs)
    before.close()
    await raze(name)
    const journal = await shelf.open(name)
    expect(await journal.heedWitnesses([witness], now)).toMatchObject([{ how: 'replaced', missing: 0 }])
    return journal
  }

  it.each([
    ['while the loss is open', false],
    ['once a person has taken note of the loss', true],
  ])('brings all in as not known, %s', async (_, isNoted) => {
    const file = travel(await handOver(await openWaitingOf(shelf)))
    const journal = await importAndLose(file)
    if (isNoted) await journal.acknowledgeLosses(who, now)
    const told = await journal.importTransfer(file, { policy, now })
    expect(told).toEqual({ imported: 5, skipped: 0, doubted: 5 })
    expect(new Set(Object.values(await statesOf(journal)))).toEqual(new Set(['parked: unknown']))
    expect((await claimAll(journal, now, 100, policy)).claimed).toEqual([])
    const line = (await journal.find('free'))?.history.at(-1)
    expect(line?.detail).toContain('it may have come in before, in what was lost here')
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 5 })
  })

  it('brings in nothing to be sent either where it is a copy whose till changed nothing since', async () => {
    const source = await shelf.open()
    await ring(source, 'refund', refundOf('A'), { id: 'keyed', key: 'a-key' })
    const top = { ...head(freshName()), keyHeader: header, kind: 'copy' } as const
    const file = travel(await source.copyUnsettled(top))
    const how = { policy, now, takeOver: vouched }
    const fresh = await shelf.open()
    await fresh.importTransfer(file, how)
    expect(await statesOf(fresh)).toEqual({ keyed: 'queued' })
    const journal = await importAndLose(file)
    expect(await journal.importTransfer(file, how)).toEqual({ imported: 1, skipped: 0, doubted: 1 })
    expect(await statesOf(journal)).toEqual({ keyed: 'parked: unknown' })
  })

  it('is told from one that was made after the loss, which goes on as ever', async () => {
    const source = await openWaitingOf(shelf)
    const journal = await importAndLose(travel(await source.copyUnsettled({ ...head('old'), kind: 'copy' })))
    const before = await statesOf(source)
    const file = travel(await handOverAll(source, head(freshName(), now)))
    expect(await journal.importTransfer(file, { policy, now })).toEqual({ imported: 5, skipped: 0 })
    expect(await statesOf(journal)).toEqual(before)
  })
})
