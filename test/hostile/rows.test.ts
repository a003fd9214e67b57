import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openRaw, freshName } from '../support/journals.js'
import { rowFormat } from '../../src/journal/store/rows.js'
import { createShelf, ring, sendAll, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { createFakeTransport, reply } from '../support/replay.js'
import { alter, nonsense, openWithTwo, readEverything, type Row } from './damage.js'
import { chance, createRuns, standingOf } from './till.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const setUp = () => openWithTwo(shelf)

const entryFields = [
  ...['v', 'id', 'kind', 'state', 'reason', 'lanes', 'dueAt', 'attempts', 'sentAt', 'waitingSince', 'key'],
  ...['conditions', 'transactionOf', 'replacedBy', 'shop', 'operator', 'codes', 'prints', 'told', 'amount'],
  ...['createdAt', 'endedAt', 'personalSince', 'movedFrom', 'origin', 'head', 'lines'],
]

describe('an entry’s row', () => {
  it.each(nonsense)('in which any field is %s is shown and stops nothing else', async (_, value) => {
    const name = freshName()
    const journal = await shelf.open(name)
    for (const field of entryFields) await ring(journal, 'refund', refundOf(field), { id: field })
    const other = await ring(journal, 'refund', refundOf('other'), { id: 'other' })
    const raw = await openRaw(name)
    for (const field of entryFields) {
      const row = (await raw.table('entries').where('id').equals(field).first()) as Row
      const { [field]: __, ...rest } = row
      await raw.table('entries').put(value === undefined ? rest : { ...row, [field]: value })
    }
    await createRuns(journal).run()
    expect(await standingOf(journal, other.id)).toBe('settled')
    await readEverything(journal)
    expect(await journal.list({ limit: 1_000 })).toHaveLength(entryFields.length + 1)
    expect(await raw.table('entries').count()).toBe(entryFields.length + 1)
    raw.close()
  })

  it.each(['settled', 'parked', 'voided', 'sending'])(
    'that has a due time though it is %s is not sent for it',
    async (state) => {
      const { name, journal, damaged } = await setUp()
      await sendAll(journal, 'acknowledged')
      const raw = await openRaw(name)
      const [place] = (await raw.table('entries').where('id').equals(damaged.id).primaryKeys()) as number[]
      raw.close()
      await alter(name, 'entries', place ?? 0, (row) => ({ ...row, state, dueAt: 0 }))
      const transport = createFakeTransport(() => reply(422))
      await createRuns(journal, transport).run()
      expect(transport.sent).toEqual([])
    },
  )

  it('due before time began goes, and is not looked for again and again', async () => {
    const { name, journal } = await setUp()
    const raw = await openRaw(name)
    await raw.table('entries').toCollection().modify({ dueAt: -5 })
    raw.close()
    expect(await createRuns(journal).run()).toMatchObject({ settled: 2 })
  })

  it('of a newer release does not make the till look for it again and again', async () => {
    const { name, journal } = await setUp()
    const raw = await openRaw(name)
    await raw
      .table('entries')
      .toCollection()
      .modify({ v: rowFormat + 1 })
    raw.close()
    expect(await createRuns(journal).run()).not.toHaveProperty('nextDueAt')
  })

  it('of a newer release holds up nobody behind it, however many of its like there are', async () => {
    const { name, journal } = await setUp()
    const before = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ring(journal, 'refund', refundOf(`newer-${index}`))),
    )
    const raw = await openRaw(name)
    await raw
      .table('entries')
      .where('id')
      .anyOf(before.map(({ id }) => id))
      .modify({ v: rowFormat + 1 })
    raw.close()
    const last = await ring(journal, 'refund', refundOf('behind them'))
    await createRuns(journal).run()
    expect(await standingOf(journal, last.id)).toBe('settled')
  })

  it('of no known kind is set aside once, and stays voided once a person has said so', async () => {
    const { name, journal, damaged } = await setUp()
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals(damaged.id).modify({ kind: 'gift' })
    raw.close()
    const { run, more } = createRuns(journal)
    await run()
    const before = (await journal.find(damaged.id))?.history.length
    await more(1)
    expect((await journal.find(damaged.id))?.history.length).toBe(before)
    await journal.act(damaged.id, { tag: 'void', ...who }, start)
    await more(1)
    expect(await standingOf(journal, damaged.id)).toBe('voided/unreadable')
  })

  it('that a person has voided is listed with what is voided, and is not voided once more', async () => {
    const { name, journal, damaged } = await setUp()
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals(damaged.id).modify({ told: 7 })
    raw.close()
    await createRuns(journal).run()
    const list = async (state: 'parked' | 'voided') => (await journal.list({ state })).map(({ id }) => id)
    expect(await list('parked')).toEqual([damaged.id])
    await journal.act(damaged.id, { tag: 'void', ...who }, start)
    expect(await list('parked')).toEqual([])
    expect(await list('voided')).toEqual([damaged.id])
    const again = journal.act(damaged.id, { tag: 'void', ...who }, start)
    await expect(again).rejects.toMatchObject({ code: 'act-refused', params: { reason: 'voided' } })
    expect((await journal.find(damaged.id))?.history.filter(({ what }) => what === 'void')).toHaveLength(1)
  })

  it('that a person has said went through is listed with what is settled, and is not voided', async () => {
    const { name, journal, damaged } = await setUp()
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals(damaged.id).modify({ told: 7 })
    raw.close()
    const list = async (state: 'parked' | 'settled') => (await journal.list({ state })).map(({ id }) => id)
    await createRuns(journal).run()
    await journal.act(damaged.id, { tag: 'mark-applied', ...who }, start + 1)
    expect({ parked: await list('parked'), settled: await list('settled') }).toEqual({
      parked: [],
      settled: ['other', damaged.id],
    })
    const unreadable = { state: 'settled', reason: 'unreadable', settledAt: new Date(start + 1) }
    expect(await journal.find(damaged.id)).toMatchObject(unreadable)
    const voided = journal.act(damaged.id, { tag: 'void', ...who }, start)
    await expect(voided).rejects.toMatchObject({ code: 'act-refused', params: { reason: 'settled' } })
    expect(
      (await journal.copyUnsettled({ file: 'f', kind: 'copy', shop: 'S', terminal: 'T', at: 1 })).left,
    ).toEqual([])
  })

  it('that is voided while a copy is written is not named there as left behind', async () => {
    const { name, journal } = await setUp()
    // More than a copy reads at once, so that it gives way in between.
    for (let index = 0; index < 255; index += 1) await ring(journal, 'refund', refundOf(`copied-${index}`))
    const last = await ring(journal, 'refund', refundOf('last'), { id: 'last' })
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals(last.id).modify({ told: 7 })
    raw.close()
    const head = { file: 'f', kind: 'copy', shop: 'S', terminal: 'T', at: 1 } as const
    expect((await journal.copyUnsettled(head)).left).toEqual([last.id])
    let isVoided = false
    const { left } = await journal.copyUnsettled(head, async () => {
      if (!isVoided) await journal.act(last.id, { tag: 'void', ...who }, start)
      isVoided = true
    })
    expect({ isVoided, left }).toEqual({ isVoided: true, left: [] })
  })

  it('that stands in no state at all is listed with what needs a person when the till opens', async () => {
    const { name, journal } = await setUp()
    journal.close()
    const raw = await openRaw(name)
    await raw
      .table('entries')
      .where('id')
      .equals('damaged')
      .modify((row: Row) => {
        delete row.state
        delete row.dueAt
      })
    raw.close()
    const again = await shelf.open(name)
    const listParked = async () => (await again.list({ state: 'parked' })).map(({ id }) => id)
    await expect.poll(listParked).toEqual(['damaged'])
    await expect.poll(() => again.count()).toMatchObject({ queued: 1, parked: 1 })
  })

  it('of no kind at all is set aside once the till opens, and holds up nobody but its own card', async () => {
    const { name, journal } = await setUp()
    const behind = await ring(journal, 'refund', refundOf('1'), {
      id: 'behind',
      guard: { limits: {}, allowDuplicate: who },
    })
    journal.close()
    const raw = await openRaw(name)
    await raw
      .table('entries')
      .where('id')
      .equals('damaged')
      .modify((row: Row) => {
        delete row.kind
      })
    raw.close()
    const again = await shelf.open(name)
    await createRuns(again).run()
    expect(await standingOf(again, 'damaged')).toBe('parked/unreadable')
    expect(await standingOf(again, 'other')).toBe('settled')
    expect(await standingOf(again, behind.id)).toBe('queued')
  })

  it('that names itself as its own correction holds up nobody but who waits for it', async () => {
    const { name, journal } = await setUp()
    await ring(journal, 'updateReceipt', { CardCode: 'U' }, { id: 'update', transactionOf: 'damaged' })
    const raw = await openRaw(name)
    const {
      dueAt: _,
      lanes: __,
      ...row
    } = (await raw.table('entries').where('id').equals('damaged').first()) as Row
    await raw.table('entries').put({ ...row, state: 'voided', replacedBy: 'damaged' })
    raw.close()
    await createRuns(journal).run()
    expect(await standingOf(journal, 'other')).toBe('settled')
    expect(await standingOf(journal, 'update')).toBe('parked/reference')
    await readEverything(journal)
  })

  it('with anything in any field is neither dropped nor in the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...entryFields),
        fc.anything({ withDate: true }),
        async (field, value) => {
          const { name, journal } = await setUp()
          const raw = await openRaw(name)
          const row = (await raw.table('entries').where('id').equals('damaged').first()) as Row
          const isKept = await raw
            .table('entries')
            .put({ ...row, [field]: value })
            .then(
              () => true,
              () => false,
            )
          fc.pre(isKept)
          await createRuns(journal).run()
          expect(await standingOf(journal, 'other')).toBe('settled')
          await readEverything(journal)
          expect(await journal.list()).toHaveLength(2)
          raw.close()
          journal.close()
        },
      ),
      { ...chance, numRuns: 20 },
    )
  })
})

describe('what belongs to an entry', () => {
  const bodies: [string, Row][] = [
    ['does not open', { kept: new Uint8Array(40), secret: new Uint8Array(40) }],
    ['is too short to be sealed', { kept: new Uint8Array(1), secret: new Uint8Array(0) }],
    ['is a text', { kept: 'x' }],
    ['has a reply that does not open', { reply: new Uint8Array(40) }],
    ['is of a newer release', { v: rowFormat + 1 }],
  ]
  it.each(bodies)('is shown when its body %s, and the others go on', async (_, damage) => {
    const { name, journal } = await setUp()
    await alter(name, 'bodies', 'damaged', (row) => ({ ...row, ...damage }))
    await createRuns(journal).run()
    expect(await standingOf(journal, 'other')).toBe('settled')
    expect(await standingOf(journal, 'damaged')).toMatch(/^(parked\/unreadable|settled)$/)
    await readEverything(journal)
  })

  it.each(nonsense.slice(1))(
    'its history and its receipt, is read as far as it goes where a part is %s',
    async (_, value) => {
      const { name, journal } = await setUp()
      const numbered = { ...refundOf('3'), StoredValueCardReceipt: { Total: 1, SenderData: { Number: 7 } } }
      await ring(journal, 'refund', numbered, { id: 'third' })
      await sendAll(journal, 'rejected')
      const raw = await openRaw(name)
      const lines = (await raw.table('history').toArray()) as Row[]
      const lineOf = (id: string) => lines.find((line) => line.id === id)
      await raw.table('history').put({ ...lineOf('damaged'), at: value })
      await raw.table('history').put({ ...lineOf('other'), what: value })
      await raw.table('receipts').toCollection().modify({ number: value, issueDate: value, total: value })
      raw.close()
      const fourth = await ring(journal, 'refund', refundOf('4'), { id: 'fourth' })
      await createRuns(journal).run()
      expect(await standingOf(journal, fourth.id)).toBe('settled')
      await readEverything(journal)
      expect(await journal.list()).toHaveLength(4)
    },
  )
})
