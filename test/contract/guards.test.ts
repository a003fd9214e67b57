import { afterEach, describe, expect, it } from 'vitest'
import type { Limits } from '../../src/decide/limits.js'
import type { ListedEntry } from '../../src/domain/entry.js'
import type { Models } from '../../src/domain/models.js'
import type { Guard } from '../../src/journal/queue/admit.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { claimAll, conclude, createShelf, hourMs, minuteMs, outcomes, readAmount } from '../support/lives.js'
import { countByReading, ring, sendAll, start, who, type Ringing } from '../support/lives.js'
import { fullModels, kinds, refundOf } from '../support/models.js'

const strict = { limits: {} }
const within = (limits: Limits): Ringing => ({ guard: { limits } })
const numbered = (card: string, Number = 42, sender = {}): Models['refund'] => ({
  ...refundOf(card),
  StoredValueCardReceipt: { Total: 1, SenderData: { Shop: 'S01', Terminal: 'T1', Number, ...sender } },
})
const whats = ({ history }: ListedEntry) => history.map(({ what }) => what)

const shelf = createShelf()
afterEach(shelf.closeAll)

describe('the duplicate guard', () => {
  const strictly = (journal: TillJournal, request: Models['refund'], facts: Ringing = {}) =>
    ring(journal, 'refund', request, { guard: strict, ...facts })

  it.each(kinds)('refuses a second %s of an equal body, notes apart', async (kind) => {
    const journal = await shelf.open()
    const first = await ring(journal, kind, fullModels[kind], { guard: strict })
    const second = kind === 'updateReceipt' ? {} : { Notes: 'another word' }
    await expect(
      ring(journal, kind, { ...fullModels[kind], ...second }, { guard: strict }),
    ).rejects.toMatchObject({ code: 'duplicate', id: first.id })
    expect(await journal.count()).toMatchObject({ queued: 1 })
  })

  it('refuses another body with the same receipt number, of the same drawer only', async () => {
    const journal = await shelf.open()
    const first = await strictly(journal, numbered('A'))
    await expect(strictly(journal, numbered('B'))).rejects.toMatchObject({
      code: 'duplicate',
      id: first.id,
    })
    await strictly(journal, numbered('B', 43))
    await strictly(journal, numbered('C', 42, { CashDrawer: 1 }))
    await strictly(journal, numbered('D', 42, { Terminal: 'T2' }))
    await strictly(journal, numbered('E', 42, { Shop: 'S02' }))
    expect(await journal.count()).toMatchObject({ queued: 5 })
  })

  it('minds the body of an update and not its receipt’s number', async () => {
    const journal = await shelf.open()
    const update = fullModels.updateReceipt
    await ring(journal, 'updateReceipt', update, { guard: strict })
    const other = { ...update, StoredValueCardReceipt: { ...update.StoredValueCardReceipt, Total: 1 } }
    await ring(journal, 'updateReceipt', other, { guard: strict })
    await expect(ring(journal, 'updateReceipt', update, { guard: strict })).rejects.toMatchObject({
      code: 'duplicate',
    })
  })

  it('does not take two kinds for one', async () => {
    const journal = await shelf.open()
    await strictly(journal, numbered('A'))
    await ring(
      journal,
      'migrate',
      {
        OldCardCode: 'A',
        StoredValueCardCode: 'B',
        ...{ StoredValueCardReceipt: numbered('A').StoredValueCardReceipt ?? {} },
      },
      { guard: strict },
    )
  })

  it('counts what is queued, under way and parked', async () => {
    const journal = await shelf.open()
    await strictly(journal, refundOf('A'))
    await expect(strictly(journal, refundOf('A'))).rejects.toMatchObject({ code: 'duplicate' })
    const claims = await claimAll(journal)
    await expect(strictly(journal, refundOf('A'))).rejects.toMatchObject({ code: 'duplicate' })
    await conclude(journal, claims, outcomes.silent)
    await expect(strictly(journal, refundOf('A'), { createdAt: start + 99 * hourMs })).rejects.toMatchObject({
      code: 'duplicate',
    })
  })

  it('minds what was settled less than ten minutes ago, and not a millisecond longer', async () => {
    const journal = await shelf.open()
    await strictly(journal, refundOf('A'))
    await sendAll(journal, 'acknowledged', start + 5)
    await expect(
      strictly(journal, refundOf('A'), { createdAt: start + 4 + 10 * minuteMs }),
    ).rejects.toMatchObject({ code: 'duplicate' })
    await strictly(journal, refundOf('A'), { createdAt: start + 5 + 10 * minuteMs })
  })

  it('does not mind what was voided', async () => {
    const journal = await shelf.open()
    const { id } = await strictly(journal, refundOf('A'))
    await journal.act(id, { tag: 'void', ...who }, start)
    await strictly(journal, refundOf('A'))
  })

  it('lets it through for a named person, on record, and only where there is something to let through', async () => {
    const journal = await shelf.open()
    const guard = { limits: {}, allowDuplicate: who }
    const first = await strictly(journal, refundOf('A'), { guard })
    const second = await strictly(journal, refundOf('A'), { guard, createdAt: start + 1 })
    expect(whats(first)).toEqual(['rung-up'])
    expect(second.history).toMatchObject([
      { what: 'rung-up' },
      { what: 'duplicate-allowed', ...who, detail: first.id, at: new Date(start + 1) },
    ])
    expect(await journal.find(second.id)).toEqual(second)
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 2 })
  })

  it('tells an id that is used again from a duplicate', async () => {
    const journal = await shelf.open()
    await strictly(journal, refundOf('A'), { id: 'own-1' })
    await strictly(journal, refundOf('B'), { id: 'own-2' })
    const reused = { code: 'id-reused', id: 'own-1' }
    await expect(strictly(journal, refundOf('C'), { id: 'own-1' })).rejects.toMatchObject(reused)
    // Like another one as well: the id is the graver mistake.
    await expect(strictly(journal, refundOf('B'), { id: 'own-1' })).rejects.toMatchObject(reused)
    await expect(
      strictly(journal, { ...refundOf('A'), Notes: 'other' }, { id: 'own-1' }),
    ).rejects.toMatchObject(reused)
  })

  it('takes an amendment for no duplicate of what it corrects', async () => {
    const journal = await shelf.open()
    const { id } = await strictly(journal, numbered('A'))
    const successor = { id: 'better', request: numbered('A'), createdAt: start }
    await journal.act(id, { tag: 'amend', ...who, successor }, start)
    expect(await journal.count()).toMatchObject({ queued: 1, voided: 1 })
    await expect(strictly(journal, numbered('A'))).rejects.toMatchObject({
      code: 'duplicate',
      id: 'better',
    })
  })

  it('refuses the second of two presses, though each has a receipt with a number and a date of its own', async () => {
    const journal = await shelf.open()
    const press = (Number: number) =>
      strictly(journal, {
        ...refundOf('A'),
        StoredValueCardReceipt: {
          IssueDate: `2026-01-01T10:00:0${Number}Z`,
          Total: 10,
          SenderData: { Shop: 'S01', Terminal: 'T1', Number, Operator: `op-${Number}` },
        },
      })
    const first = await press(1)
    await expect(press(2)).rejects.toMatchObject({ code: 'duplicate', id: first.id })
    expect(await journal.count()).toMatchObject({ queued: 1 })
  })

  it('takes a settlement from a clock that was years ahead for no recent one', async () => {
    const journal = await shelf.open()
    await strictly(journal, refundOf('A'))
    await sendAll(journal, 'acknowledged', start + 99 * hourMs)
    await expect(
      strictly(journal, refundOf('A'), { createdAt: start + 99 * hourMs - 9 * minuteMs }),
    ).rejects.toMatchObject({ code: 'duplicate' })
    await strictly(journal, refundOf('A'), { createdAt: start + minuteMs })
  })

  it('lets one through of eight that ring up the same at once', async () => {
    const name = freshName()
    const journals = await openEight(name)
    const told = await Promise.allSettled(journals.map((journal) => strictly(journal, refundOf('A'))))
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the gate for corrections', () => {
  const correct = (request: Models['refund']) => ({
    tag: 'amend' as const,
    ...who,
    successor: { id: 'better', request, createdAt: start },
  })

  it.each<[string, Limits, number]>([
    ['perOperation', { perOperation: 50 }, 5000],
    ['perCard', { perCard: 60 }, 50.01],
    ['total', { total: 70 }, 50.01],
  ])('keeps to the limit %s, and does not count what it replaces', async (limit, limits, tooMuch) => {
    const journal = await shelf.open()
    const { id } = await ring(journal, 'refund', refundOf('A', 49))
    await ring(journal, 'refund', refundOf('A', 10))
    await ring(journal, 'refund', refundOf('B', 10))
    const amend = (amount: number) =>
      journal.act(id, correct(refundOf('A', amount)), start, undefined, { limits })
    await expect(amend(tooMuch)).rejects.toMatchObject({ code: 'limit-reached', limit })
    expect(await journal.find(id)).toMatchObject({ state: 'queued', history: [{ what: 'rung-up' }] })
    expect(await journal.count()).toMatchObject({ queued: 3, voided: 0, amount: '69' })
    await amend(50)
    expect(await journal.count()).toMatchObject({ queued: 3, voided: 1, amount: '70' })
  })

  it('does not count what it replaces among the operations', async () => {
    const journal = await shelf.open()
    const { id } = await ring(journal, 'refund', refundOf('A'))
    await journal.act(id, correct(refundOf('B')), start, undefined, { limits: { count: 1 } })
    expect(await journal.count()).toMatchObject({ queued: 1, voided: 1 })
  })

  it('lets a correction past a limit and a likeness by name, on the record of the correction', async () => {
    const journal = await shelf.open()
    const { id } = await ring(journal, 'refund', refundOf('A', 5))
    const like = await ring(journal, 'refund', refundOf('B', 5000))
    const amend = (guard: Partial<Guard>) =>
      journal.act(id, correct(refundOf('B', 5000)), start, undefined, {
        limits: { perOperation: 50 },
        ...guard,
      })
    await expect(amend({ override: who })).rejects.toMatchObject({ code: 'duplicate', id: like.id })
    await expect(amend({ allowDuplicate: who })).rejects.toMatchObject({ code: 'limit-reached' })
    await amend({ override: who, allowDuplicate: who })
    expect(await journal.find('better')).toMatchObject({
      replaces: id,
      history: [
        { what: 'rung-up' },
        { what: 'duplicate-allowed', ...who, detail: like.id },
        { what: 'limit-overridden', ...who, detail: 'perOperation: 5000 against 50' },
      ],
    })
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 3 })
  })
})

const openEight = (name: string) => Promise.all(Array.from({ length: 8 }, () => shelf.open(name)))

describe('the limits', () => {
  it.each<[string, Limits, number, number]>([
    ['perOperation', { perOperation: 10.3 }, 10.3, 10.31],
    ['perCard', { perCard: 20.3 }, 10.2, 10.21],
    ['total', { total: 20.3 }, 10.2, 10.21],
    ['count', { count: 2 }, 1, 1],
  ])('are inclusive: %s', async (limit, limits, fitting, tooMuch) => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A', 10.1), { guard: strict })
    if (limit !== 'count') {
      await expect(ring(journal, 'refund', refundOf('A', tooMuch), within(limits))).rejects.toMatchObject({
        code: 'limit-reached',
        limit,
      })
    }
    await ring(journal, 'refund', refundOf('A', fitting), within(limits))
    if (limit !== 'perOperation') {
      await expect(ring(journal, 'refund', refundOf('A', 0.01), within(limits))).rejects.toMatchObject({
        limit,
      })
    }
    expect(await journal.count()).toMatchObject({ queued: 2 })
  })

  it.each<[string, (tally: object) => object | undefined]>([
    ['lost', () => undefined],
    ['damaged', (tally) => ({ ...tally, queued: 'many' })],
    ['set back', (tally) => ({ ...tally, upTo: 0, queued: 0, amount: '0' })],
  ])('hold in a long series and after the tally was %s', async (_, change) => {
    const name = freshName()
    const journal = await shelf.open(name)
    const guard = within({ total: 40, count: 40 })
    for (let index = 0; index < 38; index += 1) await ring(journal, 'refund', refundOf(`c${index}`, 1), guard)
    const raw = await openRaw(name)
    const kept = (await raw.table<object>('tallies').toArray())[0] ?? {}
    const changed = change(kept)
    await raw.table('tallies').clear()
    if (changed) await raw.table('tallies').put(changed)
    raw.close()
    await ring(journal, 'refund', refundOf('c38', 1), guard)
    await expect(ring(journal, 'refund', refundOf('large', 1.01), guard)).rejects.toMatchObject({
      limit: 'total',
    })
    await ring(journal, 'refund', refundOf('c39', 1), guard)
    await expect(ring(journal, 'refund', refundOf('c40', 1), guard)).rejects.toMatchObject({
      code: 'limit-reached',
    })
    expect(await journal.list({ limit: 50 })).toHaveLength(40)
  })

  it('are inclusive: ageHours, of what has stood longest', async () => {
    const journal = await shelf.open()
    await ring(journal, 'associate', { Card: 'A' })
    const at = (createdAt: number) => ({ ...within({ ageHours: 2 }), createdAt })
    await ring(journal, 'associate', { Card: 'B' }, at(start + 2 * hourMs))
    await expect(ring(journal, 'associate', { Card: 'C' }, at(start + 2 * hourMs + 1))).rejects.toMatchObject(
      { limit: 'ageHours' },
    )
    await sendAll(journal, 'acknowledged')
    await ring(journal, 'associate', { Card: 'C' }, at(start + 5 * hourMs))
  })

  it('count each card of an operation with its whole amount, those of its payments too', async () => {
    const journal = await shelf.open()
    const request = {
      StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A' }, { StoredValueCardCode: ' B ' }],
      StoredValueCardReceipt: { Total: 10, Payments: [{ CardCode: 'P', Amount: 10 }] },
    }
    await ring(journal, 'refund', request)
    for (const card of ['A', 'B', 'P']) {
      await expect(
        ring(journal, 'refund', refundOf(card, 5.01), within({ perCard: 15 })),
      ).rejects.toMatchObject({ limit: 'perCard', found: 15.01 })
    }
    await ring(journal, 'refund', refundOf('C', 15), within({ perCard: 15 }))
    await ring(journal, 'migrate', { OldCardCode: 'A', StoredValueCardCode: 'Z' }, within({ perCard: 1 }))
  })

  it('let through for a named person, on record, and only where one was reached', async () => {
    const journal = await shelf.open()
    const guard = { limits: { perOperation: 10, total: 15 }, override: who }
    const first = await ring(journal, 'refund', refundOf('A', 10), { guard })
    const second = await ring(journal, 'refund', refundOf('B', 10), { guard })
    expect(whats(first)).toEqual(['rung-up'])
    expect(second.history).toMatchObject([
      {},
      { what: 'limit-overridden', ...who, detail: 'total: 20 against 15' },
    ])
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 2 })
  })

  it('and the duplicate guard are let through apart, each on record', async () => {
    const journal = await shelf.open()
    const limits = { count: 1 }
    const both = { limits, override: who, allowDuplicate: who }
    await ring(journal, 'refund', refundOf('A'), { guard: both })
    const again = (guard: Ringing['guard']) =>
      ring(journal, 'refund', refundOf('A'), { guard: guard ?? both })
    await expect(again({ limits, override: who })).rejects.toMatchObject({ code: 'duplicate' })
    await expect(again({ limits, allowDuplicate: who })).rejects.toMatchObject({ code: 'limit-reached' })
    expect(whats(await again(both))).toEqual(['rung-up', 'duplicate-allowed', 'limit-overridden'])
  })

  it('stand aside where the same is told twice', async () => {
    const journal = await shelf.open()
    const request = numbered('A')
    const first = await ring(journal, 'refund', request, { id: 'own-1', ...within({ count: 1 }) })
    expect(await ring(journal, 'refund', request, { id: 'own-1', ...within({ count: 1 }) })).toEqual(first)
    await expect(
      ring(journal, 'refund', numbered('B'), { id: 'own-1', ...within({ count: 1 }) }),
    ).rejects.toMatchObject({ code: 'id-reused' })
  })

  it('know what stands exactly, whatever becomes of it', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const standing = async () => {
      const amount = await readAmount(journal)
      expect(amount).toBe((await countByReading(name)).amount)
      return Number(amount)
    }
    const rung = []
    for (const card of ['A', 'B', 'C', 'D']) rung.push(await ring(journal, 'refund', refundOf(card, 0.1)))
    expect(await standing()).toBe(0.4)
    const claims = await claimAll(journal)
    expect(await standing()).toBe(0.4)
    await conclude(journal, claims, outcomes.silent)
    expect(await standing()).toBe(0.4)
    const [first, second, third] = rung.map(({ id }) => id)
    await journal.act(first ?? '', { tag: 'void', ...who }, start)
    await journal.act(second ?? '', { tag: 'mark-applied', ...who }, start)
    expect(await standing()).toBe(0.2)
    const successor = { id: 'better', request: refundOf('C', 7.77), createdAt: start }
    await journal.act(third ?? '', { tag: 'amend', ...who, successor }, start)
    expect(await standing()).toBe(7.87)
    await expect(
      ring(journal, 'refund', refundOf('C', 0.01), within({ perCard: 7.77 })),
    ).rejects.toMatchObject({ found: 7.78 })
    await ring(journal, 'refund', refundOf('A', 7.77), within({ perCard: 7.77 }))
  })

  it.each<Limits>([{ total: 100 }, { count: 10 }, { perCard: 100 }])(
    'of %o are never passed by eight at once',
    async (limits) => {
      const journals = await openEight(freshName())
      const told = await Promise.allSettled(
        journals.flatMap((journal) =>
          Array.from({ length: 4 }, () =>
            ring(journal, 'refund', refundOf('A'), { guard: { limits, allowDuplicate: who } }),
          ),
        ),
      )
      expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      const reasons = told.flatMap((one) => (one.status === 'rejected' ? (one.reason as Error).name : []))
      expect(new Set(reasons)).toEqual(new Set(['LimitReached']))
      expect(await journals[0]?.count()).toMatchObject({ queued: 10, amount: '100' })
    },
  )
})
