import { afterEach, describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import type { Models } from '../../src/domain/models.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { claimAll, conclude, createShelf, handOverAll, hourMs, minuteMs, outcomes } from '../support/lives.js'
import { replyOf, ring, sendAll, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

describe('a decision about what has changed since', () => {
  it('is refused, and the attempt that is on stays as it is', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'))
    const first = await claimAll(journal)
    await conclude(journal, first, outcomes.unsent)
    const again = await journal.turn({
      policy: { replay: {} },
      run: first.run,
      decisions: [],
      slots: 1,
      now: start,
    })
    expect(again.claimed).toHaveLength(1)
    await expect(conclude(journal, first, outcomes.acknowledged)).rejects.toThrow('has grown since')
    expect(await journal.count()).toMatchObject({ sending: 1, settled: 0 })
  })
})

describe('a claim', () => {
  it.each([
    ['with a key carries the header of the turn’s rules', 'key-1', true, 'X-Key'],
    ['without a key carries none', undefined, true, undefined],
    ['carries none where the service supports no keys', 'key-1', false, undefined],
  ])('%s', async (_, key, isKeyed, keyHeader) => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { ...(key !== undefined && { key }) })
    const { number: run } = await journal.begin(start)
    const policy = { replay: {}, ...(isKeyed && { key: { header: 'X-Key', lifetimeMs: hourMs } }) }
    const { claimed } = await journal.turn({ policy, run, decisions: [], slots: 1, now: start })
    expect(claimed.map((claim) => 'keyHeader' in claim && claim.keyHeader)).toEqual([keyHeader ?? false])
  })
})

describe('a host’s correction', () => {
  it('goes in the turn that records it, before what waits behind the entry that it replaces', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'first' })
    await ring(journal, 'refund', refundOf('A', 2), { id: 'behind' })
    const { run, claimed } = await claimAll(journal, start, 4)
    const view = { policy: { replay: {} }, now: start, random: 0.5 }
    const successor = { id: 'better', request: refundOf('A', 3), createdAt: start }
    const decisions = claimed.map(({ ticket }) =>
      decide(ticket, outcomes.conflict, view, { tag: 'amend', successor, limits: {} }),
    )
    const { claimed: next } = await journal.turn({
      policy: { replay: {} },
      run,
      decisions,
      slots: 4,
      now: start,
    })
    expect(next.map(({ ticket }) => ticket.id)).toEqual(['better'])
  })
})

describe('an update of a refund that was amended before', () => {
  const update = { CardCode: 'C', StoredValueCardReceipt: { Total: 3 } }
  const ringUpdate = (journal: TillJournal, id: string, transactionOf: string) =>
    ring(journal, 'updateReceipt', { ...update, CardCode: id }, { id, transactionOf })

  /** A refund on one card whose correction, on another card, waits in line. */
  async function openAmended(): Promise<TillJournal> {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('C'), { id: 'free' })
    await amend(journal, 'free', 'better')
    return journal
  }
  function amend(journal: TillJournal, id: string, by: string) {
    const successor = { id: by, request: refundOf(`card of ${by}`), createdAt: start }
    return journal.act(id, { tag: 'amend', ...who, successor }, start)
  }

  it('waits for the correction, and takes its transaction', async () => {
    const journal = await openAmended()
    await ring(journal, 'updateReceipt', update, { id: 'update', transactionOf: 'free' })
    expect(await sendAll(journal, 'acknowledged')).toEqual(['better'])
    const { run, claimed } = await claimAll(journal)
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual(['update'])
    expect(claimed).toMatchObject([{ run, ticket: { transactionOf: 'free' } }])
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 3 })
  })

  it('waits for the last of several corrections', async () => {
    const journal = await openAmended()
    await amend(journal, 'better', 'best')
    await ringUpdate(journal, 'update', 'free')
    expect(await sendAll(journal, 'rejected')).toEqual(['best'])
    expect(await claimAll(journal)).toMatchObject({ claimed: [] })
  })

  it('waits beside an update that names the correction, both rung up at once', async () => {
    const journal = await openAmended()
    await Promise.all([
      ring(journal, 'refund', refundOf('first')),
      ringUpdate(journal, 'of the refund', 'free'),
      ringUpdate(journal, 'of the correction', 'better'),
    ])
    const sent = await sendAll(journal, 'rejected')
    expect(sent).toContain('better')
    expect(sent).toHaveLength(2)
  })

  it('waits for the correction where it comes in a file', async () => {
    const other = await shelf.open()
    await ring(other, 'refund', refundOf('C'), { id: 'free' })
    await ringUpdate(other, 'update', 'free')
    const file = await handOverAll(other, { file: freshName(), shop: 'S01', terminal: 'T1', at: start })
    const entries = file.entries.filter(({ id }) => id === 'update')
    const journal = await openAmended()
    await journal.importTransfer({ ...file, entries }, { policy: { replay: {} }, now: start })
    expect(await sendAll(journal, 'rejected')).toEqual(['better'])
  })

  it('goes by a correction that damaged rows name in a circle', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    for (const id of ['one', 'two']) await ring(journal, 'refund', refundOf(id), { id })
    const raw = await openRaw(name)
    const circle = { one: 'two', two: 'one' }
    for (const [id, replacedBy] of Object.entries(circle))
      await raw.table('entries').where('id').equals(id).modify({ replacedBy })
    raw.close()
    expect(await ringUpdate(journal, 'update', 'one')).toMatchObject({ state: 'queued' })
  })
})

describe('the version of a card from the reply to an attempt that a look-up found applied', () => {
  it.each([
    ['is not taken from a proxy’s error', 502, undefined],
    ['is not taken from a page in the service’s place', 200, undefined],
    ['is taken from a conflict', 409, { ifMatch: '"v2"' }],
    ['is taken from a failed condition', 412, { ifMatch: '"v2"' }],
  ])('%s', async (_, status, conditions) => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'))
    const reply = replyOf(status, null, { etag: '"v2"' })
    await conclude(journal, await claimAll(journal), { tag: 'found-applied', detail: 'asked', reply })
    await ring(journal, 'refund', refundOf('A', 2), { conditions: 'latest' })
    const { claimed } = await claimAll(journal)
    expect(claimed.map((claim) => 'body' in claim && claim.conditions)).toEqual([conditions])
  })
})

describe('what has waited too long', () => {
  it('is not claimed, while what came later is', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'))
    const { id } = await ring(journal, 'refund', refundOf('B'), { createdAt: start + hourMs })
    const now = start + 2 * hourMs
    const { number: run } = await journal.begin(now)
    const agedBefore = start + minuteMs
    const { claimed } = await journal.turn({
      policy: { replay: {} },
      run,
      decisions: [],
      slots: 9,
      now,
      agedBefore,
    })
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual([id])
  })

  it('is parked as expired, and as unknown where an attempt of it was never answered', async () => {
    const journal = await shelf.open()
    const policy = { replay: { refund: 'idempotent' } } as const
    const sent = await ring(journal, 'refund', refundOf('A'))
    await conclude(journal, await claimAll(journal), outcomes.silent, start, policy)
    const unsent = await ring(journal, 'refund', refundOf('B'))
    const { number: run, aged } = await journal.begin(start + hourMs, start + minuteMs)
    // It waits in line: a decision about what is not under way has to say so.
    const view = { policy, now: start + hourMs, random: 0.5 }
    const decisions = aged.map((ticket) => ({
      ...decide(ticket, outcomes.expired, view),
      isWaiting: true as const,
    }))
    await journal.turn({ policy, run, decisions, slots: 0, now: start + hourMs })
    expect(await journal.find(sent.id)).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(await journal.find(unsent.id)).toMatchObject({ state: 'parked', reason: 'expired' })
  })
})

describe('the lanes', () => {
  const receipt = { Total: 1, Payments: [{ CardCode: 'P', Amount: 1 }] }
  const firsts = {
    'a migration’s old card': ['migrate', { OldCardCode: 'P', StoredValueCardCode: 'N' }],
    'a migration’s new card': ['migrate', { OldCardCode: 'O', StoredValueCardCode: 'P' }],
    'a card that pays in a migration’s receipt': [
      'migrate',
      { OldCardCode: 'O', StoredValueCardCode: 'N', StoredValueCardReceipt: receipt },
    ],
    'a card that pays in a refund’s receipt': [
      'refund',
      { ...refundOf('O'), StoredValueCardReceipt: receipt },
    ],
    'a card that pays in an update’s receipt': [
      'updateReceipt',
      { CardCode: 'O', TransactionID: 1, StoredValueCardReceipt: receipt },
    ],
    'a card that is associated': ['associate', { Card: 'P' }],
  } as const

  it.each(Object.entries(firsts))('hold back the next operation on %s', async (_, [kind, request]) => {
    const journal = await shelf.open()
    const first = await ring(journal, kind, request as Models[typeof kind])
    await ring(journal, 'refund', refundOf('P'))
    const { claimed } = await claimAll(journal)
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual([first.id])
  })
})
