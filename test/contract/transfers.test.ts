import { afterEach, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Import } from '../../src/journal/transfer/arrival.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { showTransfer } from '../../src/journal/transfer/import.js'
import { Transfer } from '../../src/journal/transfer/transfer.js'
import { is } from 'superstruct'
import { freshName, openRaw } from '../support/journals.js'
import { claimAll, conclude, countByReading, createShelf, dayMs, eraseExpired } from '../support/lives.js'
import { hourMs, outcomes } from '../support/lives.js'
import {
  lookAtClocks,
  readTables,
  replyOf,
  ring,
  sendAll,
  start,
  tidyUp,
  vouched,
  who,
} from '../support/lives.js'
import { fullModels, kinds, refundOf } from '../support/models.js'
import { handOver, head, openWaitingOf, plain, statesOf, travel } from '../support/waiting.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 24 * hourMs } }
const taking: Import = { ...plain, takeOver: who }

const copy = (journal: TillJournal, file = freshName()) =>
  journal.copyUnsettled({ ...head(file), kind: 'copy' })

const shelf = createShelf()
afterEach(shelf.closeAll)

const openWaiting = (name?: string) => openWaitingOf(shelf, name)

describe('a copy', () => {
  it('changes nothing where it is made, and nothing where it is only looked at', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    const before = await readTables(name)
    const file = travel(await copy(journal))
    expect(await readTables(name)).toEqual(before)
    expect(is(file, Transfer)).toBe(true)
    expect(showTransfer(file)).toMatchObject((await journal.list()).reverse().map(({ id }) => ({ id })))
    const other = await shelf.open()
    expect(await other.importTransfer(file, plain)).toEqual({ imported: 0, skipped: 5 })
    expect(await other.list()).toEqual([])
  })

  it('is taken over by a named person as not known, each on record', async () => {
    const file = travel(await copy(await openWaiting()))
    const other = await shelf.open()
    expect(await other.importTransfer(file, taking)).toEqual({ imported: 5, skipped: 0 })
    expect(new Set(Object.values(await statesOf(other)))).toEqual(new Set(['parked: unknown']))
    expect((await other.find('second'))?.history.at(-1)).toMatchObject({ what: 'imported', ...who })
    expect(await other.importTransfer(file, taking)).toEqual({ imported: 0, skipped: 5 })
    expect(await other.verify()).toMatchObject({ isIntact: true, entries: 5 })
  })

  it('goes on by itself where the service knows the key, and not for longer', async () => {
    const journal = await openWaiting()
    await ring(journal, 'refund', refundOf('Z'), { id: 'keyless' })
    const header = { keyHeader: 'Idempotency-Key' }
    const file = travel(await journal.copyUnsettled({ ...head(freshName()), ...header, kind: 'copy' }))
    const lifetimes = [23 * hourMs, 24 * hourMs, 23 * hourMs]
    const [within, after, later] = await Promise.all(
      lifetimes.map(async (age) => {
        const other = await shelf.open()
        await other.importTransfer(file, { policy: keyed, now: start + age, takeOver: vouched })
        return other
      }),
    )
    if (!within || !after || !later) throw new Error('nothing was opened')
    expect(await statesOf(within)).toMatchObject({
      second: 'queued',
      free: 'queued',
      keyless: 'parked: unknown',
      // What needed a person there needs one here.
      unknown: 'parked: unknown',
      rejected: 'parked: unknown',
    })
    expect(Object.values(await statesOf(after))).not.toContain('queued')
    // The key has been known since it was rung up, and not since it came here.
    const late = await claimAll(later, start + 30 * hourMs, 100, keyed)
    expect(late.claimed).toEqual([])
    const { claimed } = await claimAll(within, start + 23 * hourMs, 100, keyed)
    expect(claimed.map(({ ticket }) => ticket.sentAt)).toEqual([start])
  })

  it('sends nothing that its till may have corrected or voided since, under whatever key', async () => {
    const journal = await openWaiting()
    const header = { keyHeader: 'Idempotency-Key' }
    const file = travel(await journal.copyUnsettled({ ...head(freshName()), ...header, kind: 'copy' }))
    await journal.act('second', { tag: 'void', ...who }, start)
    const other = await shelf.open()
    await other.importTransfer(file, { policy: keyed, now: start, takeOver: who })
    expect(await other.find('second')).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect((await claimAll(other, start, 100, keyed)).claimed).toEqual([])

    const told = await shelf.open()
    await told.importTransfer(file, { policy: keyed, now: start, takeOver: vouched })
    const line = (await told.find('free'))?.history.at(-1)
    expect(line).toMatchObject({ what: 'imported', ...who })
    expect(line?.detail).toContain('unchanged there since')
  })

  it('does not bring what its till had handed over, nor sends what has lost its secrets', async () => {
    const journal = await openWaiting()
    const bare = await ring(journal, 'refund', refundOf('E'), { id: 'bare', key: 'key-5' })
    await conclude(journal, await claimAll(journal), outcomes.expired)
    await eraseExpired(journal)
    expect(await journal.find(bare.id)).toMatchObject({ reason: 'expired', isBare: true })
    const file = travel(await copy(journal))
    expect(JSON.stringify(file)).toContain('auth-A')
    expect(JSON.stringify(file)).not.toContain('auth-E')
    const other = await shelf.open()
    await other.importTransfer(file, { policy: keyed, now: start, takeOver: vouched })
    expect(await other.find('bare')).toMatchObject({ state: 'parked', reason: 'unknown' })
    await handOver(journal)
    const later = travel(await copy(journal))
    expect(await (await shelf.open()).importTransfer(later, taking)).toMatchObject({ imported: 0 })
  })
})

describe('a copy of a dead till', () => {
  it('brings back what this till had handed over to it, as not known', async () => {
    const journal = await openWaiting()
    const other = await shelf.open()
    await other.importTransfer(travel(await handOver(journal)), plain)
    await claimAll(other)
    const file = travel(await copy(other))
    expect(await journal.importTransfer(file, plain)).toMatchObject({ imported: 0 })
    expect(await journal.importTransfer(file, taking)).toMatchObject({ imported: 5 })
    expect(await statesOf(journal)).toMatchObject({ free: 'parked: unknown', second: 'parked: unknown' })
    const takeBack = journal.act('free', { tag: 'take-back', ...who }, start)
    await expect(takeBack).rejects.toMatchObject({ code: 'act-refused' })
    expect((await claimAll(journal)).claimed).toEqual([])
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 5 })
  })
})

describe('a hand-over', () => {
  it('parks all as moved, and none can be sent from here', async () => {
    const journal = await openWaiting()
    await handOver(journal)
    expect(new Set(Object.values(await statesOf(journal)))).toEqual(new Set(['parked: moved']))
    expect((await claimAll(journal)).claimed).toEqual([])
    const successor = { id: 'better', request: refundOf('A'), createdAt: start }
    for (const id of ['unknown', 'second']) {
      const refused = { code: 'act-refused' }
      await expect(journal.act(id, { tag: 'send-again', ...who }, start)).rejects.toMatchObject(refused)
      await expect(journal.act(id, { tag: 'amend', ...who, successor }, start)).rejects.toMatchObject(refused)
    }
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 5 })
    expect(await journal.count()).toMatchObject({ parked: 5 })
  })

  it('that comes back in a file of the other till goes on as that one left it, and is sent by one alone', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    const there = await handOver(journal, 'file-1')
    const other = await shelf.open()
    await other.importTransfer(travel(there), plain)
    await other.act('rejected', { tag: 'send-again', ...who }, start)
    await sendAll(other, 'silent')
    const before = await statesOf(other)
    const back = travel(await handOver(other, 'file-2'))
    expect((await journal.importTransfer(travel(there), plain)).imported).toBe(0)
    expect(await journal.importTransfer(back, plain)).toMatchObject({ imported: 5 })
    expect(await statesOf(journal)).toEqual(before)
    expect(before.rejected).toBe('parked: unknown')
    expect((await claimAll(other)).claimed).toEqual([])
    expect(await journal.verify()).toMatchObject({ isIntact: true })
    expect(await journal.count()).toMatchObject(await countByReading(name))
    expect((await journal.importTransfer(back, plain)).imported).toBe(0)
  })

  it('is taken back as it stood, by a named person', async () => {
    const journal = await openWaiting()
    const before = await statesOf(journal)
    await handOver(journal)
    for (const id of Object.keys(before)) await journal.act(id, { tag: 'take-back', ...who }, start)
    expect(await statesOf(journal)).toEqual(before)
    const { claimed } = await claimAll(journal)
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual(['free'])
  })

  it('is refused while one is under way, and changes nothing then', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    await claimAll(journal)
    const before = await readTables(name)
    await expect(handOver(journal)).rejects.toThrow('free is being sent')
    expect(await readTables(name)).toEqual(before)
  })

  it('of a till with nothing to hand over is an empty file', async () => {
    expect(await handOver(await shelf.open())).toMatchObject({ entries: [], left: [] })
  })

  it('goes on elsewhere as it stood: keys, attempts, order, lanes, history', async () => {
    const journal = await openWaiting()
    const before = await journal.list()
    const states = await statesOf(journal)
    const other = await shelf.open()
    await ring(other, 'refund', refundOf('Q'), { id: 'own' })
    const file = travel(await handOver(journal))
    expect(is(file, Transfer)).toBe(true)
    expect(await other.importTransfer(file, plain)).toEqual({ imported: 5, skipped: 0 })
    expect(await statesOf(other)).toEqual({ ...states, own: 'queued' })
    for (const { id, request, history } of before) {
      const entry = await other.find(id)
      expect(entry?.request).toEqual(request)
      expect(entry?.history.slice(0, history.length)).toEqual(history)
      expect(entry?.history.slice(history.length)).toMatchObject([
        { what: 'handed-over' },
        { what: 'imported' },
      ])
    }
    const first = await claimAll(other)
    expect(first.claimed.map(({ ticket }) => [ticket.id, ticket.key])).toEqual([
      ['own', undefined],
      ['free', 'key-4'],
    ])
    // The update waits for the one it refers to, and the second for the card.
    await conclude(other, first, outcomes.acknowledged)
    expect((await claimAll(other)).claimed.map(({ ticket }) => ticket.id)).toEqual(['update'])
    await other.act('unknown', { tag: 'send-again', ...who }, start)
    const [again] = (await claimAll(other)).claimed
    expect(again?.ticket).toMatchObject({ id: 'unknown', key: 'key-1', attempts: 1, unknowns: 1 })
    expect(again?.ticket.sentAt).toBe(start + 1)
    expect(await other.verify()).toMatchObject({ isIntact: true, entries: 6 })
  })

  it.each(kinds)('carries a %s to the letter, secrets too', async (kind) => {
    const journal = await shelf.open()
    const { id } = await ring(journal, kind, fullModels[kind])
    const other = await shelf.open()
    await other.importTransfer(travel(await handOver(journal)), plain)
    const [claim] = (await claimAll(other)).claimed
    expect(claim).toMatchObject({ body: JSON.stringify(fullModels[kind]) })
    expect(await ring(other, kind, fullModels[kind], { id, guard: { limits: {} } })).toMatchObject({ id })
  })

  it('carries what is known of a card’s version', async () => {
    const journal = await shelf.open()
    const etag = replyOf(200, {}, { etag: '"9"' })
    await ring(journal, 'associate', { Card: 'A' })
    const settled = { tag: 'acknowledged', reply: etag, credentialsAt: 0 } as const
    await conclude(journal, await claimAll(journal), settled)
    await ring(journal, 'associate', { Card: 'A', Notes: 'again' }, { conditions: 'latest' })
    const other = await shelf.open()
    await other.importTransfer(travel(await handOver(journal)), plain)
    expect((await claimAll(other)).claimed).toMatchObject([{ conditions: { ifMatch: '"9"' } }])
  })

  it('imported twice, by two tabs at once, or after it was pruned, changes nothing', async () => {
    const file = travel(await handOver(await openWaiting()))
    const name = freshName()
    const [one, two] = await Promise.all([shelf.open(name), shelf.open(name)])
    const told = await Promise.all([one.importTransfer(file, plain), two.importTransfer(file, plain)])
    expect(told.map(({ imported }) => imported).sort()).toEqual([0, 5])
    for (const { id } of await one.list()) await one.act(id, { tag: 'void', ...who }, start)
    await lookAtClocks(one)
    await tidyUp(one, start + 91 * dayMs)
    expect(await one.list()).toEqual([])
    expect(await one.importTransfer(file, plain)).toEqual({ imported: 0, skipped: 5 })
    expect(await one.list()).toEqual([])
    expect(await one.count()).toEqual(await countByReading(name))
  })

  it('does not come back by its own file', async () => {
    const journal = await openWaiting()
    const file = travel(await handOver(journal))
    expect(await journal.importTransfer(file, plain)).toEqual({ imported: 0, skipped: 5 })
    expect(new Set(Object.values(await statesOf(journal)))).toEqual(new Set(['parked: moved']))
  })

  it('holds only what it moved itself, so that two files never bring the same to two tills', async () => {
    const source = await openWaiting()
    const files = [travel(await handOver(source))]
    await ring(source, 'refund', refundOf('X'), { id: 'later' })
    files.push(travel(await handOver(source)))
    const bank: string[] = []
    for (const file of files) {
      const target = await shelf.open()
      await target.importTransfer(file, plain)
      for (const { id, state } of await target.list())
        if (state === 'parked') await target.act(id, { tag: 'send-again', ...who }, start)
      for (let turn = 0; turn < 3; turn += 1) bank.push(...(await sendAll(target, 'acknowledged')))
    }
    bank.push(...(await sendAll(source, 'acknowledged')))
    expect(bank.sort()).toEqual(['free', 'later', 'rejected', 'second', 'unknown', 'update'])
  })

  it('is refused whole where one body is not sound', async () => {
    const file = travel(await handOver(await openWaiting()))
    const [first] = file.entries
    if (first) first.body = '{"Card":5}'
    const name = freshName()
    const other = await shelf.open(name)
    const before = await readTables(name)
    await expect(other.importTransfer(file, plain)).rejects.toThrow(
      'entries[0] (unknown): expected a body of the form of refund',
    )
    expect(await readTables(name)).toEqual(before)
  })

  it('leaves what cannot be read where it is, and says so', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    const raw = await openRaw(name)
    await raw.table('bodies').delete('second')
    const rows = (await raw.table('entries').toArray()) as { id?: string; state: string }[]
    for (const row of rows) if (row.id === 'free') delete row.id
    for (const row of rows) if (row.id === 'update') row.state = 'strange'
    await raw.table('entries').bulkPut(rows)
    raw.close()
    const file = travel(await handOver(journal))
    expect(is(file, Transfer)).toBe(true)
    expect(file.left).toEqual(['second', 'place-4', 'update'])
    expect(file.entries.map(({ id }) => id)).toEqual(['unknown', 'rejected'])
    expect(await (await shelf.open()).importTransfer(file, plain)).toMatchObject({ imported: 2 })
  })

  it('brings an amendment with what waits for it', async () => {
    const journal = await openWaiting()
    const successor = { id: 'better', request: refundOf('C', 9), createdAt: start }
    await journal.act('free', { tag: 'amend', ...who, successor }, start)
    const other = await shelf.open()
    await other.importTransfer(travel(await handOver(journal)), plain)
    expect(await other.find('update')).toMatchObject({ transactionOf: 'better' })
    expect(await sendAll(other, 'acknowledged')).toEqual(['better'])
    expect((await claimAll(other)).claimed).toMatchObject([{ ticket: { id: 'update' } }])
  })

  it('holds an update behind the one it refers to, though they came in two files', async () => {
    const journal = await openWaiting()
    const file = travel(await handOver(journal))
    const of = (ids: string[]) => ({ ...file, entries: file.entries.filter(({ id }) => ids.includes(id)) })
    const other = await shelf.open()
    await other.importTransfer(of(['free']), plain)
    await other.importTransfer(of(['update']), plain)
    expect((await claimAll(other)).claimed.map(({ ticket }) => ticket.id)).toEqual(['free'])
  })

  it('of three hundred goes out and comes in whole', async () => {
    const journal = await shelf.open()
    for (let index = 0; index < 300; index += 1) await ring(journal, 'confirmOrder', { OrderID: index })
    const other = await shelf.open()
    const file = travel(await handOver(journal))
    expect(await other.importTransfer(file, plain)).toEqual({ imported: 300, skipped: 0 })
    expect(await other.importTransfer(file, plain)).toEqual({ imported: 0, skipped: 300 })
    expect(await other.verify()).toMatchObject({ isIntact: true, entries: 300 })
  })
})
