import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TillJournal } from '../../src/journal/journal.js'
import { createShelf, dayMs, ring, sendAll, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { countReads } from '../support/reads.js'

const shelf = createShelf()

/** Since when the oldest that is queued has waited, as the status tells it. */
function readOldest(journal: TillJournal): Promise<Date | undefined> {
  let stop: (() => void) | undefined
  const looking = new Promise<Date | undefined>((resolve, reject) => {
    stop = journal.watchSummary(({ oldestQueuedAt }) => {
      resolve(oldestQueuedAt)
    }, reject)
  })
  return looking.finally(stop)
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  shelf.closeAll()
})

describe('the summary of a tab that nobody sees', () => {
  it('does not wait for timers, which told one after the other what had long passed', async () => {
    const journal = await shelf.open()
    const counts: unknown[] = []
    const stop = journal.watchSummary(({ counts: { queued } }) => counts.push(queued), vi.fn())
    await expect.poll(() => counts).toEqual([0])
    const setTimer = globalThis.setTimeout
    const held: (() => void)[] = []
    vi.stubGlobal('setTimeout', (run: () => void) => held.push(run))
    const turn = () => new Promise((resolve) => setTimer(resolve, 1))
    for (const card of ['A', 'B', 'C', 'D']) await ring(journal, 'refund', refundOf(card))
    await expect.poll(() => counts.at(-1)).toBe(4)
    const before = counts.length
    for (const run of held) {
      run()
      await turn()
    }
    expect(counts.at(-1)).toBe(4)
    expect(counts.slice(before).filter((count) => count !== 4)).toEqual([])
    stop()
  })
})

describe('the summary of a tab that somebody sees', () => {
  it('tells the last change of a burst without a further rest, and few of those before', async () => {
    const journal = await shelf.open()
    const counts: (number | undefined)[] = []
    // A rest that never ends by itself: only the quiet after the burst ends it.
    const rest = () => new Promise<void>(() => undefined)
    const stop = journal.watchSummary(({ counts: { queued } }) => counts.push(queued), vi.fn(), rest)
    await expect.poll(() => counts).toEqual([0])
    for (const card of ['A', 'B', 'C', 'D']) await ring(journal, 'refund', refundOf(card))
    await expect.poll(() => counts.at(-1)).toBe(4)
    await ring(journal, 'refund', refundOf('E'))
    await expect.poll(() => counts.at(-1)).toBe(5)
    expect(counts.length).toBeLessThanOrEqual(6)
    stop()
  })
})

describe('the summary of a long journal', () => {
  it('does not look for the oldest waiting operation where none waits: Chromium would step over all that have gone', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'))
    const openCursor = vi.spyOn(IDBIndex.prototype, 'openCursor')
    const countLooks = () =>
      (openCursor.mock.contexts as IDBIndex[]).filter(({ name }) => name === 'waitingSince').length
    const look = () => readOldest(journal)
    expect(await look()).toBeInstanceOf(Date)
    expect(countLooks()).toBeGreaterThan(0)
    await sendAll(journal, 'acknowledged')
    openCursor.mockClear()
    expect(await look()).toBeUndefined()
    expect(countLooks()).toBe(0)
  })
})

describe('the oldest that waits', () => {
  const later = start + 2 * dayMs

  it('is told behind a correction, which has an old place and was saved just now', async () => {
    const journal = await shelf.open()
    const { id } = await ring(journal, 'refund', refundOf('A'))
    await ring(journal, 'refund', refundOf('B'))
    const successor = { id: 'corrected', request: refundOf('A', 2), createdAt: later }
    await journal.act(id, { tag: 'amend', ...who, successor }, later)
    expect(await readOldest(journal)).toEqual(new Date(start))
  })

  it('is told behind what stands parked, and waits anew once a person has sent it again', async () => {
    const journal = await shelf.open()
    const { id } = await ring(journal, 'refund', refundOf('A'))
    await sendAll(journal, 'rejected')
    await ring(journal, 'refund', refundOf('B'), { createdAt: start + dayMs })
    expect(await readOldest(journal)).toEqual(new Date(start + dayMs))
    await journal.act(id, { tag: 'send-again', ...who }, later)
    expect(await readOldest(journal)).toEqual(new Date(start + dayMs))
    await journal.act(await findSecond(journal), { tag: 'void', ...who }, later)
    expect(await readOldest(journal)).toEqual(new Date(later))
  })

  /** So many stand parked since the start, and so many have waited since a day later; all are counted. */
  async function openWaiting(parked: number, queued: number) {
    const journal = await shelf.open()
    const ids: string[] = []
    for (let card = 0; card < parked; card += 1)
      ids.push((await ring(journal, 'refund', refundOf(`parked ${card}`))).id)
    await sendAll(journal, 'rejected')
    for (let card = 0; card < queued; card += 1)
      await ring(journal, 'refund', refundOf(`queued ${card}`), { createdAt: start + dayMs })
    await journal.begin(later)
    return { journal, parked: ids }
  }

  async function countRows(work: () => Promise<unknown>): Promise<number> {
    const reads = countReads()
    await work().finally(reads.stop)
    return reads.rows()
  }

  it('is told where those that a person has sent again are the first in line, and more stand parked', async () => {
    const { journal, parked } = await openWaiting(8, 20)
    for (const id of parked.slice(0, 3)) await journal.act(id, { tag: 'send-again', ...who }, later)
    expect(await countRows(() => readOldest(journal))).toBeLessThanOrEqual(10)
    expect(await readOldest(journal)).toEqual(new Date(start + dayMs))
  })

  it('is told behind a correction where many more stand parked, whose rows are not read', async () => {
    const { journal } = await openWaiting(40, 2)
    const successor = { id: 'corrected', request: refundOf('B', 2), createdAt: later }
    await journal.act(await findSecond(journal), { tag: 'amend', ...who, successor }, later)
    await journal.begin(later)
    expect(await countRows(() => readOldest(journal))).toBeLessThanOrEqual(10)
    expect(await readOldest(journal)).toEqual(new Date(start + dayMs))
  })
})

async function findSecond(journal: TillJournal): Promise<string> {
  const queued = await journal.list({ state: 'queued', limit: 10 })
  const second = queued.find(({ createdAt }) => createdAt?.getTime() === start + dayMs)
  if (!second) throw new Error('the second is not queued')
  return second.id
}
