import { expect, vi } from 'vitest'
import type { EntryState } from '../../src/domain/entry.js'
import { openTill, type Till } from '../../src/index.js'
import type { Ages } from '../../src/journal/ages.js'
import { labelOf } from '../../src/journal/seal/bodies.js'
import { laneOfCard } from '../../src/domain/lanes.js'
import { type BodyRow, type EntryRow, type ReceiptRow, receiptsFiled } from '../../src/journal/store/rows.js'
import { openVault, type Vault } from '../../src/journal/seal/vault.js'
import { freshName, openRaw } from './journals.js'

const batch = 5_000
const minuteMs = 60_000
const countOfCards = 500

/** What the entry of an index is: the highest is the newest. */
export const longCard = (index: number): string => `9001${String(index % countOfCards).padStart(12, '0')}`
export const longState = (index: number): EntryState => {
  if (index % 100 === 1) return 'parked'
  return index % 100 === 2 ? 'voided' : 'settled'
}

const options = (name: string) => ({
  shop: 'S01',
  terminal: 'T1',
  worker: false as const,
  name,
  service: { baseUrl: 'http://127.0.0.1:9', timeoutMs: 2_000 },
  // It would read what is unresolved when it gets to it, in the midst of a count of what a screen reads.
  mirror: false as const,
})

/**
 * A real till that has rung up so many refunds, one each minute; number and index of each are the same. Only so many of
 * the newest have a body: the others cannot be read, and are there to be in the way.
 */
export async function openLongTill(size: number, countOfWhole = size, name = freshName()): Promise<Till> {
  const first = await openTill(options(name))
  await first.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: longCard(0) }],
    StoredValueCardReceipt: { Total: 1, SenderData: { Number: 0 } },
  })
  first.close()
  await fill(name, size, size - countOfWhole)
  return openTill(options(name))
}

async function fill(name: string, size: number, wholeFrom: number): Promise<void> {
  const raw = await openRaw(name)
  const vault = await openVault({ keys: raw.table('keys') })
  const [entry] = (await raw.table('entries').toArray()) as EntryRow[]
  if (!entry) throw new Error('nothing was rung up')
  const now = Date.now()
  const codes = await Promise.all(
    Array.from({ length: countOfCards }, (_, index) => vault.mark(laneOfCard(longCard(index)))),
  )
  const counts = { queued: 1, sending: 0, settled: 0, parked: 0, voided: 0 }
  for (let from = 1; from < size; from += batch) {
    const indices = Array.from({ length: Math.min(batch, size - from) }, (_, offset) => from + offset)
    for (const index of indices) counts[longState(index)] += 1
    const whole = indices.filter((index) => index >= wholeFrom)
    const bodies = await Promise.all(whole.map((index) => createBody(vault, index)))
    await Promise.all([
      raw.table('entries').bulkAdd(
        indices.map((index) => ({
          ...createRow(entry, index, now - (size - index) * minuteMs),
          codes: [codes[index % countOfCards]],
        })),
      ),
      raw.table('bodies').bulkAdd(bodies),
      raw.table('receipts').bulkAdd(
        indices.map((index): ReceiptRow => ({
          v: 2,
          n: index + 1,
          id: `e${index}`,
          number: index,
          total: index,
        })),
      ),
    ])
  }
  await raw.table('entries').update(entry.place, { createdAt: now - size * minuteMs })
  await raw.table('tallies').put({ name: 'entries', ...counts, amount: '1', upTo: size })
  await raw.table('settings').put({ name: receiptsFiled, value: size })
  raw.close()
}

function createRow(row: EntryRow, index: number, createdAt: number): EntryRow {
  const { lanes: _, dueAt: __, waitingSince: ___, ...facts } = row
  const state = longState(index)
  return {
    ...facts,
    place: index + 1,
    id: `e${index}`,
    state,
    prints: [`print ${index}`],
    createdAt,
    ...(state === 'parked' ? { reason: 'rejected', waitingSince: createdAt } : { endedAt: createdAt }),
  }
}

async function createBody(vault: Vault, index: number): Promise<BodyRow> {
  const text = JSON.stringify({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: longCard(index) }],
    StoredValueCardReceipt: { Total: index, SenderData: { Number: index } },
  })
  return { v: 2, id: `e${index}`, kept: await vault.seal(labelOf(`e${index}`, 'kept'), text) }
}

/** Waits until retention has looked through the journal: once a day it reads every parked entry. */
export async function untilTidied({ name }: Till): Promise<void> {
  const raw = await openRaw(name)
  await vi.waitFor(async () => {
    const { value } = ((await raw.table('settings').get('ages')) ?? {}) as { value?: Ages }
    expect(value?.sweep.table).toBe(3)
  })
  raw.close()
}

/** A till whose status stays as it is: nothing that happens on its line makes an element read again. */
export function holdStatus(till: Till): Till {
  const { value } = till.status
  const subscribe: Till['status']['subscribe'] = (listener) => {
    listener(value)
    return () => undefined
  }
  return { ...till, status: { value, subscribe } }
}
