import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createDayCount,
  hourOf,
  type DayEntry,
  type DayFigures,
  type DayReport,
} from '../../src/domain/day.js'
import { endpointOf, operationKinds } from '../../src/domain/endpoints.js'
import { entryStates, parkReasons } from '../../src/domain/entry.js'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const hourMs = 3_600_000
const noon = Date.UTC(2026, 10, 21, 12)
const span = { from: new Date(noon), to: new Date(noon + 24 * hourMs), at: new Date(noon + hourMs) }

const entryOf = (facts: Partial<DayEntry> = {}): DayEntry => ({
  kind: 'refund',
  state: 'settled',
  createdAt: noon,
  ...facts,
})

function report(entries: readonly DayEntry[], undated: readonly DayEntry['state'][] = []): DayReport {
  const count = createDayCount()
  for (const entry of entries) count.add(entry)
  for (const state of undated) count.addUndated({ state })
  return count.toReport(span, [])
}

const parts = ['captured', 'settled', 'waiting', 'parked', 'voided'] as const

/** Exact in another way than the one that is tried out: whole cents, as integers of any size. */
const toCents = (amount: string): bigint => {
  const [whole = '', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(2, '0'))
}

describe('where an entry counts', () => {
  it.each([
    [{ state: 'queued' }, 'waiting', 'queued'],
    [{ state: 'sending' }, 'waiting', 'sending'],
    [{ state: 'settled' }, 'settled', undefined],
    [{ state: 'voided' }, 'voided', undefined],
    ...parkReasons.map((reason) => [{ state: 'parked', reason }, 'parked', reason] as const),
    [{ state: 'parked' }, 'parked', 'unreadable'],
  ] as const)('%o as %s, missing as %s', (facts, part, what) => {
    const { missing, isComplete, reasons, ...day } = report([entryOf({ ...facts, amount: 1.5 })])
    for (const other of parts) {
      const isCounted = other === part || other === 'captured'
      expect(day[other]).toEqual(isCounted ? { count: 1, amount: '1.5' } : { count: 0, amount: '0' })
    }
    expect(missing).toEqual(what === undefined ? [] : [{ what, count: 1, amount: '1.5' }])
    expect(isComplete).toBe(what === undefined)
    expect(reasons).toEqual(part === 'parked' ? [{ reason: what, count: 1, amount: '1.5' }] : [])
  })

  it('nowhere: a day without a sale is complete', () => {
    expect(report([])).toMatchObject({ ...span, isComplete: true, missing: [], byKind: [], byHour: [] })
  })

  it('among what is missing alone, where it bears no time', () => {
    const day = report([entryOf()], ['parked', 'queued', 'settled', 'voided'])
    expect(day).toMatchObject({ isComplete: false, captured: { count: 1 }, reasons: [], unsummed: 1 })
    expect(day.missing).toEqual([{ what: 'undated', count: 2, amount: '0' }])
  })

  it('as settled and as not summed, where it has settled and cannot be read', () => {
    const day = report([entryOf(), entryOf({ reason: 'unreadable' })])
    expect(day).toMatchObject({
      isComplete: true,
      settled: { count: 2 },
      reasons: [],
      missing: [],
      unsummed: 1,
    })
  })

  it('by its amount only where its kind has one', () => {
    const limited = operationKinds.filter((kind) => endpointOf(kind).isLimited)
    expect(report([]).kindsWithAmounts).toEqual(limited)
    expect(limited).toEqual(['refund'])
  })

  it('to the last digit', () => {
    const day = report([0.1, 0.2, 1e-9, 99_999_999_999.99].map((amount) => entryOf({ amount })))
    expect(day.captured).toEqual({ count: 4, amount: '100000000000.290000001' })
  })
})

describe('the sums', () => {
  const anyEntry = fc.record(
    {
      kind: fc.constantFrom(...operationKinds, 'unknown' as const),
      state: fc.constantFrom(...entryStates),
      reason: fc.constantFrom(...parkReasons),
      amount: fc.integer({ min: 0, max: 1e12 }).map((cents) => cents / 100),
      createdAt: fc.integer({ min: noon, max: noon + 24 * hourMs - 1 }),
    },
    { requiredKeys: ['kind', 'state', 'createdAt'] },
  )
  const addUp = (figures: readonly { count: number; amount: string }[]) => ({
    count: figures.reduce((sum, { count }) => sum + count, 0),
    cents: figures.reduce((sum, { amount }) => sum + toCents(amount), 0n),
  })
  const toSum = ({ count, amount }: { count: number; amount: string }) => ({ count, cents: toCents(amount) })

  it('of all parts are the whole, whichever way it is cut', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 80 }), (entries) => {
        const day = report(entries)
        expect(day.captured.count).toBe(entries.length)
        const cuts: DayFigures[] = [day, ...day.byKind, ...day.byHour]
        for (const { captured, settled, waiting, parked, voided } of cuts)
          expect(addUp([settled, waiting, parked, voided])).toEqual(toSum(captured))
        for (const part of parts) {
          expect(addUp(day.byKind.map((figures) => figures[part]))).toEqual(toSum(day[part]))
          expect(addUp(day.byHour.map((figures) => figures[part]))).toEqual(toSum(day[part]))
        }
        expect(addUp(day.reasons)).toEqual(toSum(day.parked))
        expect(addUp(day.missing)).toEqual(addUp([day.waiting, day.parked]))
        expect(day.isComplete).toBe(day.waiting.count + day.parked.count === 0)
      }),
    )
  })

  it('do not depend on the order in which entries come', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 30 }), (entries) => {
        const { byKind, byHour, captured } = report([...entries].reverse())
        expect(report(entries)).toMatchObject({ byKind, byHour, captured })
      }),
    )
  })
})

describe('the hours', () => {
  it.each([
    ['Europe/Rome', Date.UTC(2026, 9, 24, 22), 25],
    ['Europe/Rome', Date.UTC(2026, 2, 28, 23), 23],
    ['Europe/Rome', Date.UTC(2026, 5, 30, 22), 24],
    ['Asia/Kolkata', Date.UTC(2026, 9, 24, 18, 30), 24],
    ['America/St_Johns', Date.UTC(2026, 10, 1, 2, 30), 25],
  ])('of a day in %s that begins at %d are %d', (place, midnight, hours) => {
    process.env.TZ = place
    const begin = new Date(midnight)
    expect([begin.getHours(), begin.getMinutes()]).toEqual([0, 0])
    const next = new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 1).getTime()
    const entries = []
    for (let time = midnight; time < next; time += 5 * 60_000) entries.push(entryOf({ createdAt: time }))
    const { byHour } = report(entries)
    expect(byHour).toHaveLength(hours)
    expect(byHour.every(({ hour, captured }) => hour.getMinutes() === 0 && captured.count === 12)).toBe(true)
    expect(byHour.map(({ hour }) => hour.getTime())).toEqual(
      Array.from({ length: hours }, (_, index) => midnight + index * hourMs),
    )
  })

  it('begin at or before what falls into them, and less than an hour before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Rome', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
        fc.integer({ min: 0, max: 2 ** 42 }),
        (place, time) => {
          process.env.TZ = place
          expect(hourOf(time)).toBeLessThanOrEqual(time)
          expect(time - hourOf(time)).toBeLessThan(hourMs)
        },
      ),
    )
  })
})
