import { afterEach, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Import } from '../../src/journal/transfer/arrival.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { freshName } from '../support/journals.js'
import { claimAll, conclude, createShelf, dayMs, hourMs, outcomes } from '../support/lives.js'
import { handOverAll, lookAtClocks, ring, start as first, tidyUp, vouched } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { plain, statesOf, travel } from '../support/waiting.js'

const header = 'Idempotency-Key'
const keyed: Policy = { replay: {}, key: { header, lifetimeMs: 24 * hourMs } }
const start = first + 30 * dayMs
const shelf = createShelf()
afterEach(shelf.closeAll)

/** Tells a journal how far the service's clock is ahead, as a reply does. */
async function hear(journal: TillJournal, clockOffsetMs: number, now: number): Promise<void> {
  const { number: run } = await journal.begin(now)
  const signs = { unheard: {} }
  const line = { begun: [], ended: [], answeredAt: now, acknowledgedAt: now, clockOffsetMs, signs }
  await journal.turn({ policy: keyed, run, decisions: [], slots: 0, now, line })
}

/** A till whose clock is ahead by `leadMs`: it has sent one operation without an answer, and not yet sent another. */
async function openSent(leadMs: number): Promise<{ journal: TillJournal; now: number }> {
  const journal = await shelf.open()
  const now = start + leadMs
  await ring(journal, 'refund', refundOf('A', 1), { id: 'sent', key: 'key-1', createdAt: now })
  await conclude(journal, await claimAll(journal, now, 100, keyed), outcomes.silent, now, keyed)
  await ring(journal, 'refund', refundOf('B', 2), { id: 'unsent', key: 'key-2', createdAt: now })
  return { journal, now }
}

const headAt = (at: number) =>
  ({ file: freshName(), shop: 'S01', terminal: 'T1', at, keyHeader: header }) as const

async function copyOf(journal: TillJournal, at: number): Promise<Transfer> {
  return travel(await journal.copyUnsettled({ ...headAt(at), kind: 'copy' }))
}

describe('the key of an entry from a till whose clock was ten hours ahead', () => {
  const leadMs = 10 * hourMs
  const taking = (now: number): Import => ({ policy: keyed, now, takeOver: vouched })

  it('is not relied on after the service has forgotten it, though its file was taken over', async () => {
    const { journal, now } = await openSent(leadMs)
    await hear(journal, -leadMs, now)
    const file = await copyOf(journal, now)
    expect(file).toMatchObject({ format: 3, clockOffsetMs: -leadMs })
    const [within, after] = [await shelf.open(), await shelf.open()]
    await within.importTransfer(file, taking(start + 20 * hourMs))
    await after.importTransfer(file, taking(start + 26 * hourMs))
    expect(await statesOf(within)).toEqual({ sent: 'queued', unsent: 'queued' })
    expect(await statesOf(after)).toEqual({ sent: 'parked: unknown', unsent: 'parked: unknown' })
    expect((await claimAll(within, start + 26 * hourMs, 100, keyed)).claimed).toEqual([])
  })

  it('is not relied on longer either where it was handed over', async () => {
    const { journal, now } = await openSent(leadMs)
    await hear(journal, -leadMs, now)
    const file = travel(await handOverAll(journal, headAt(now)))
    const other = await shelf.open()
    await other.importTransfer(file, { policy: keyed, now: start + hourMs })
    expect(await statesOf(other)).toEqual({ sent: 'queued', unsent: 'queued' })
    const { claimed } = await claimAll(other, start + 26 * hourMs, 100, keyed)
    // What was never sent anywhere may go at any time.
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual(['unsent'])
  })

  it('is judged by the clock here too, where that one is behind', async () => {
    const { journal, now } = await openSent(0)
    await hear(journal, 0, now)
    const file = await copyOf(journal, now)
    // Off by two minutes at the till that wrote it: the file says so.
    await hear(journal, 120_000, now)
    const told = await copyOf(journal, now)
    expect([file.format, told.format]).toEqual([2, 3])
    const other = await shelf.open()
    await hear(other, leadMs, start)
    await other.importTransfer(told, taking(start + 16 * hourMs))
    expect(await statesOf(other)).toEqual({ sent: 'parked: unknown', unsent: 'parked: unknown' })
  })

  it('counts from the time of the file where that is still to come here', async () => {
    const { journal, now } = await openSent(leadMs)
    const file = await copyOf(journal, now)
    expect(file.format).toBe(2)
    const other = await shelf.open()
    await other.importTransfer(file, taking(start + hourMs))
    expect((await claimAll(other, start + 20 * hourMs, 100, keyed)).claimed).toHaveLength(2)
    expect((await claimAll(other, start + 25 * hourMs, 100, keyed)).claimed).toEqual([])
  })
})

describe('a till whose clock was years behind', () => {
  const now = start + 3 * 365 * dayMs

  it('leaves a copy that any till can take over, its clock known or not', async () => {
    const { journal } = await openSent(0)
    const file = await copyOf(journal, start)
    const other = await shelf.open()
    const taken = await other.importTransfer(file, { policy: keyed, now, takeOver: vouched })
    expect(taken).toEqual({ imported: 2, skipped: 0 })
    expect(await statesOf(other)).toEqual({ sent: 'parked: unknown', unsent: 'parked: unknown' })
  })

  it('is not taken over where the record of an earlier import may be deleted, unless the file tells of the clock', async () => {
    const { journal } = await openSent(0)
    const unknown = await copyOf(journal, start)
    await hear(journal, now - start, start)
    const known = await copyOf(journal, start)
    const other = await shelf.open()
    await lookAtClocks(other, start)
    for (let day = 3; day <= 369; day += 3) await tidyUp(other, start + day * dayMs)
    const how: Import = { policy: keyed, now, takeOver: vouched }
    await expect(other.importTransfer(unknown, how)).rejects.toMatchObject({ params: { reason: 'too-old' } })
    expect(await other.importTransfer(known, how)).toEqual({ imported: 2, skipped: 0 })
  })

  it('hands over to a till whose own clock is years ahead, where that one knows it', async () => {
    const { journal } = await openSent(0)
    const file = travel(await handOverAll(journal, headAt(start)))
    const other = await shelf.open()
    await hear(other, start - now, now)
    expect(await other.importTransfer(file, { ...plain, now })).toEqual({ imported: 2, skipped: 0 })
  })

  it('hands over nothing that seems a year old: what was never sent would go by itself', async () => {
    const { journal } = await openSent(0)
    const file = travel(await handOverAll(journal, headAt(start)))
    const other = await shelf.open()
    await expect(other.importTransfer(file, { ...plain, now })).rejects.toMatchObject({
      params: { reason: 'too-old' },
    })
  })
})

describe('how long an operation has waited at another till', () => {
  const waitedMs = 2 * hourMs

  /** What was saved two hours before it is handed over, by a clock that is ahead by so much; negative, behind. */
  async function handOverLate(leadMs: number, isKnown = true): Promise<Transfer> {
    const journal = await shelf.open()
    const now = start + leadMs
    await ring(journal, 'refund', refundOf('A'), { id: 'late', createdAt: now - waitedMs })
    if (isKnown) await hear(journal, -leadMs, now)
    return travel(await handOverAll(journal, headAt(now)))
  }

  /** After how many hours from now it is too old, where nothing older than a day is sent. */
  async function findAged(journal: TillJournal, now: number): Promise<number> {
    for (let hours = 0; hours < 100; hours += 1) {
      const at = now + hours * hourMs + 1
      if ((await journal.begin(at, at - dayMs)).aged.length > 0) return hours
    }
    return Infinity
  }

  it.each([
    ['ahead by ten hours', 10],
    ['behind by ten hours', -10],
    ['behind by two days', -48],
    ['right', 0],
  ])('goes on here, by the clock here: its clock was %s', async (_, hours) => {
    const other = await shelf.open()
    const file = await handOverLate(hours * hourMs)
    await other.importTransfer(file, { ...plain, now: start })
    expect(await findAged(other, start)).toBe(22)
  })

  it('counts from the time of its file where that is still to come here, and nothing else is known', async () => {
    const other = await shelf.open()
    await other.importTransfer(await handOverLate(10 * hourMs, false), { ...plain, now: start })
    expect(await findAged(other, start)).toBe(22)
  })

  it('counts by this till’s clock where that one is off', async () => {
    const other = await shelf.open()
    const now = start + 30 * hourMs
    await hear(other, -30 * hourMs, now)
    await other.importTransfer(await handOverLate(0), { ...plain, now })
    expect(await findAged(other, now)).toBe(22)
  })

  it('is no longer to come than its file, whatever the file says', async () => {
    const other = await shelf.open()
    const file = await handOverLate(0)
    const [entry] = file.entries
    if (!entry) throw new Error('the file is empty')
    const odd = { ...file, entries: [{ ...entry, waitingSince: start + 365 * dayMs }] }
    await other.importTransfer(odd, { ...plain, now: start })
    expect(await findAged(other, start)).toBe(24)
  })
})
