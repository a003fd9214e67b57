import { expect, it } from 'vitest'
import type { LedgerArrival } from '../../../src/demo/lab/control.js'
import { findDepartures } from '../../../src/demo/lab/departures.js'
import type { ListedEntry } from '../../../src/index.js'

const entries = [
  { id: 'a', kind: 'refund', cards: ['••••0042'] },
  { id: 'b', kind: 'migrate', cards: ['••••0001', '••••0002'] },
] as unknown as ListedEntry[]

function arrivalOf(facts: Partial<LedgerArrival>): LedgerArrival {
  return { sequence: 1, at: new Date(1_000).toISOString(), bodyText: '', faults: [], status: 200, ...facts }
}

it('learns when an operation set out from whoever saw it leave or come', () => {
  const arrivals = [
    arrivalOf({ operation: 'refund', bodyText: '{"StoredValueCardCode":"900100000042"}' }),
    arrivalOf({
      operation: 'migrate',
      bodyText: '{"StoredValueCardCode":"90000002","OldCardCode":"90000001"}',
    }),
    arrivalOf({ bodyText: '{"StoredValueCardCode":"900100000042"}' }),
  ]
  const departures = findDepartures(entries, new Map([['a', [2_000]]]), arrivals)
  expect([...departures]).toEqual([
    ['a', [1_000, 2_000]],
    ['b', [1_000]],
  ])
})

it('takes no operation for another: neither another card nor another kind', () => {
  const arrivals = [
    arrivalOf({ operation: 'refund', bodyText: '{"StoredValueCardCode":"900100000043"}' }),
    arrivalOf({ operation: 'associate', bodyText: '{"Card":"900100000042"}' }),
  ]
  expect([...findDepartures(entries, new Map(), arrivals).values()]).toEqual([[], []])
})
