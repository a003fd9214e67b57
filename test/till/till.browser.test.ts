import { afterEach, describe, expect, it } from 'vitest'
import {
  DuplicateOperation,
  InvalidOperation,
  InvalidOptions,
  openTill,
  TillClosed,
  UnknownEntry,
  type Till,
} from '../../src/index.js'
import { freshName, openRaw } from '../support/journals.js'
import { fullModels, refundOf } from '../support/models.js'

/** Nobody listens there, so that whatever is rung up stays. */
const nowhere = 'http://127.0.0.1:9'

const tills: Till[] = []
afterEach(() => {
  for (const till of tills.splice(0)) till.close()
})

async function open(
  options: Partial<Parameters<typeof openTill>[0]> = {},
): Promise<{ till: Till; name: string }> {
  const name = freshName()
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    service: { baseUrl: nowhere },
    worker: false,
    name,
    ...options,
  })
  tills.push(till)
  return { till, name }
}

describe('ringing up with no line', () => {
  it('keeps each of the five and hands back the entry', async () => {
    const { till } = await open()
    const entries = [
      await till.associate(fullModels.associate),
      await till.refund(fullModels.refund, { operator: 'Ada' }),
      await till.migrate(fullModels.migrate),
      await till.updateReceipt(fullModels.updateReceipt),
      await till.confirmOrder(fullModels.confirmOrder, { id: 'order-555' }),
    ]
    expect(await till.entries()).toEqual([...entries].reverse())
    expect(entries[1]).toMatchObject({
      kind: 'refund',
      state: 'queued',
      operator: 'Ada',
      amount: 20.5,
      shop: 'S01',
      terminal: 'T1',
    })
    expect(entries[4]?.id).toBe('order-555')
    expect(await till.receipts({ number: 42 })).toMatchObject([{ id: entries[1]?.id, total: 20.5 }])
  })

  it('is not changed by what the host does to the body afterwards', async () => {
    const { till } = await open()
    const body = refundOf('1')
    const { id } = await till.refund(body)
    body.Notes = 'changed'
    expect((await till.entry(id))?.request).toEqual(refundOf('1'))
  })

  it('counts what waits, and says that the line is gone', async () => {
    const { till } = await open()
    await till.refund(refundOf('1'))
    const report = await till.replay()
    expect(report).toMatchObject({ settled: 0, parked: 0, requeued: 0, paused: { reason: 'offline' } })
    await expect
      .poll(() => till.status.value)
      .toMatchObject({
        reach: 'offline',
        counts: { queued: 1, sending: 0, settled: 0, parked: 0, voided: 0 },
        pauses: [{ scope: 'service', reason: 'offline' }],
        worker: { state: 'none' },
      })
    expect(till.status.value.oldestQueuedAt).toBeInstanceOf(Date)
  })

  it('takes the same id and body for the same operation, and refuses another body', async () => {
    const { till } = await open()
    const first = await till.refund(refundOf('1'), { id: 'sale-1' })
    expect(await till.refund(refundOf('1'), { id: 'sale-1' })).toEqual(first)
    await expect(till.refund(refundOf('2'), { id: 'sale-1' })).rejects.toThrow(DuplicateOperation)
    expect(await till.entries()).toHaveLength(1)
  })
})

describe('bad input', () => {
  const polluting = JSON.parse('{"__proto__":{"isAdmin":true}}') as object
  it.each<[string, object, string[]]>([
    [
      'a missing card',
      { StoredValueCardReceipt: { Total: 1 } },
      ['StoredValueCardCodeCollection[].StoredValueCardCode'],
    ],
    [
      'a decimal for an integer',
      { ...refundOf('1'), StoredValueCardReceipt: { SenderData: { Number: 1.5 } } },
      ['StoredValueCardReceipt.SenderData.Number'],
    ],
    ['NaN', refundOf('1', NaN), ['StoredValueCardReceipt.Total']],
    [
      'a string for an object',
      { ...refundOf('1'), StoredValueCardReceipt: 'paper' },
      ['StoredValueCardReceipt'],
    ],
    ['an unknown field', { ...refundOf('1'), Colour: 'red' }, ['Colour']],
    ['a 200 kB note', { ...refundOf('1'), Notes: 'n'.repeat(200_000) }, ['Notes']],
    [
      'a polluting key',
      { ...refundOf('1'), StoredValueCardReceipt: { Payments: [{ Method: polluting }] } },
      ['StoredValueCardReceipt.Payments[0].Method.__proto__'],
    ],
    [
      'all of it at once',
      { Colour: 1, Notes: 2, StoredValueCardReceipt: { Total: NaN } },
      [
        'StoredValueCardReceipt.Total',
        'Notes',
        'Colour',
        'StoredValueCardCodeCollection[].StoredValueCardCode',
      ],
    ],
  ])('%s is refused by field, and stores nothing', async (_, body, paths) => {
    const { till, name } = await open()
    const error: unknown = await till.refund(body).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidOperation)
    expect((error as InvalidOperation).failures.map(({ path }) => path)).toEqual(paths)
    const raw = await openRaw(name)
    for (const table of ['entries', 'bodies', 'receipts', 'history'])
      expect(await raw.table(table).count()).toBe(0)
    raw.close()
  })

  it('is refused when the id is not fit for one', async () => {
    const { till } = await open()
    await expect(till.refund(refundOf('1'), { id: 'a b' })).rejects.toMatchObject({
      failures: [{ path: 'extra.id' }],
    })
  })
})

describe('a row that cannot be read', () => {
  it('is shown as such, counted as needing a person, and stops nothing else', async () => {
    const { till, name } = await open()
    const { id } = await till.refund(refundOf('1'))
    const other = await till.refund(refundOf('2'))
    const raw = await openRaw(name)
    const row = (await raw.table('entries').where('id').equals(id).first()) as object
    await raw.table('entries').put({ ...row, state: 'lost' })
    raw.close()
    expect(await till.entry(id)).toMatchObject({ id, state: 'parked', reason: 'unreadable', kind: 'refund' })
    expect(await till.entries({ state: 'parked' })).toHaveLength(1)
    expect(await till.entry(other.id)).toMatchObject({ state: 'queued' })
    await till.replay()
    await expect.poll(() => till.status.value.counts).toMatchObject({ queued: 1, parked: 1 })
  })
})

describe('waiting for a settlement', () => {
  it('ends when its signal says so', async () => {
    const { till } = await open()
    const { id } = await till.refund(refundOf('1'))
    const giving = new AbortController()
    const waiting = till.settled(id, { signal: giving.signal })
    giving.abort(new Error('the shop closes'))
    await expect(waiting).rejects.toThrow('the shop closes')
  })

  it('is refused for an entry that does not exist', async () => {
    const { till } = await open()
    await expect(till.settled('nobody')).rejects.toThrow(UnknownEntry)
  })

  it('ends with the till', async () => {
    const { till } = await open()
    const { id } = await till.refund(refundOf('1'))
    const waiting = till.settled(id)
    till.close()
    await expect(waiting).rejects.toThrow(TillClosed)
    await expect(till.refund(refundOf('2'))).rejects.toThrow(TillClosed)
  })
})

describe('options', () => {
  it.each([
    [{ shop: '' }, ['shop']],
    [{ service: { baseUrl: 'http://cards.example' } }, ['service.baseUrl']],
    [{ service: { baseUrl: 'https://ada:secret@cards.example' } }, ['service.baseUrl']],
    [{ service: { baseUrl: 'ftp://cards.example' } }, ['service.baseUrl']],
    [{ service: { baseUrl: nowhere, concurrency: 0 } }, ['service.concurrency']],
    [{ colour: 'red', terminal: ' ' }, ['terminal', 'colour']],
  ])('%j are refused by name', async (options, paths) => {
    const error: unknown = await open(options as object).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidOptions)
    expect((error as InvalidOptions).failures.map(({ path }) => path)).toEqual(paths)
    expect((error as Error).message).not.toContain('secret')
  })
})
