import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MirrorPosition } from '../../src/decide/mirror.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { MirrorCopy } from '../../src/journal/transfer/index.js'
import type { MirrorChanges } from '../../src/journal/views/index.js'
import { createShelf, ring, sendAll, start, who } from '../support/lives.js'
import { countReads } from '../support/reads.js'
import { fullModels, kinds, refundOf } from '../support/models.js'
import { freshName } from '../support/journals.js'
import { plainVault } from '../support/vault.js'

// What a page has just saved is copied from its memory. The copy must be the one that the database would give.

const shelf = createShelf()
let journal: TillJournal
let name: string

beforeEach(async () => {
  name = freshName()
  journal = await shelf.openPlain(name)
  // From here on the journal remembers.
  await journal.openForMirror([], true)
})
afterEach(() => {
  vi.restoreAllMocks()
  shelf.closeAll()
})

/** The copies, and how many sealed texts were opened for them. */
async function copy(mayKeepSecrets: boolean): Promise<{ copies: MirrorCopy[]; opened: number }> {
  const waiting = [
    ...(await journal.listWaiting('queued', -Infinity)),
    ...(await journal.listWaiting('parked', -Infinity)),
  ]
  const open = vi.spyOn(plainVault, 'open')
  const copies = await journal.openForMirror(waiting, mayKeepSecrets)
  const opened = open.mock.calls.length
  open.mockRestore()
  return { copies: copies.sort((left, right) => left.place - right.place), opened }
}

async function expectTheSame(mayKeepSecrets: boolean, count: number): Promise<MirrorCopy[]> {
  const remembered = await copy(mayKeepSecrets)
  const read = await copy(mayKeepSecrets)
  expect(remembered.opened).toBe(0)
  expect(read.opened).toBeGreaterThanOrEqual(count)
  expect(remembered.copies).toHaveLength(count)
  expect(remembered.copies).toEqual(read.copies)
  return remembered.copies
}

describe('a copy of what was just saved', () => {
  it.each(kinds)('is the same from memory as from the database: %s', async (kind) => {
    const facts = { key: 'key-1', operator: 'Ada', conditions: { ifMatch: '"1"' } }
    await ring(journal, kind, fullModels[kind], facts)
    await expectTheSame(true, 1)
  })

  it.each(kinds)('has no secrets where none may be kept: %s', async (kind) => {
    await ring(journal, kind, fullModels[kind])
    const [{ entry } = {}] = await expectTheSame(false, 1)
    expect(entry?.body).not.toMatch(/pin-|pass-|auth-/)
  })

  it('has the line of a duplicate that a person allowed', async () => {
    await ring(journal, 'refund', refundOf('card-1'))
    const guard = { limits: {}, allowDuplicate: who }
    await ring(journal, 'refund', refundOf('card-1'), { guard, createdAt: start + 1 })
    const copies = await expectTheSame(true, 2)
    expect(copies[1]?.entry.history).toMatchObject([{ what: 'duplicate-allowed', ...who }])
  })

  it('is as it was saved, whatever the host does with its operation afterwards', async () => {
    const request = refundOf('card-1')
    const entry = await ring(journal, 'refund', request)
    for (const one of [request, entry.request]) Object.assign(one, { OperationName: 'another' })
    await expectTheSame(true, 1)
  })

  it('is read from the database where something has happened to it since', async () => {
    await ring(journal, 'refund', refundOf('card-1'))
    await sendAll(journal, 'rejected')
    const { copies, opened } = await copy(true)
    expect(opened).toBeGreaterThan(0)
    expect(copies.map(({ entry }) => entry.state)).toEqual(['parked'])
  })

  it('is read from the database where it refers to another one, which may have been amended', async () => {
    const { id } = await ring(journal, 'refund', refundOf('card-1'))
    await copy(true)
    await ring(journal, 'updateReceipt', fullModels.updateReceipt, { transactionOf: id })
    const { copies, opened } = await copy(true)
    expect(opened).toBeGreaterThan(0)
    expect(copies.map(({ entry }) => entry.transactionOf)).toEqual([undefined, id])
  })

  it('is read from the database where it asks for the latest version of its card', async () => {
    await ring(journal, 'refund', refundOf('card-1'))
    await sendAll(journal, 'acknowledged')
    await journal.openForMirror([], true)
    await ring(journal, 'refund', refundOf('card-1', 20), { conditions: 'latest' })
    const { copies, opened } = await copy(true)
    expect(opened).toBeGreaterThan(0)
    expect(copies.map(({ entry }) => entry.latest)).toEqual([{ etag: '"1"' }])
  })

  it('is taken by the next step of what was saved while one began', async () => {
    await ring(journal, 'refund', refundOf('card-1'))
    await journal.openForMirror([], true)
    await expectTheSame(true, 1)
  })

  it('of what two steps have left is forgotten', async () => {
    await ring(journal, 'refund', refundOf('card-1'))
    await journal.openForMirror([], true)
    await journal.openForMirror([], true)
    expect((await copy(true)).opened).toBeGreaterThan(0)
  })
})

describe('what is new', () => {
  /** The changes as this page knows them, which is what another page reads of them. */
  async function tellChanges(after: MirrorPosition): Promise<{ changes: MirrorChanges; rows: number }> {
    const other = await shelf.openPlain(name)
    const reads = countReads()
    const { changes: read } = await other.readMirrorEnd(after)
    const rowsOfOther = reads.rows()
    reads.reset()
    const { changes } = await journal.readMirrorEnd(after)
    const rows = reads.rows()
    reads.stop()
    if (!changes || !read) throw new Error('no changes were told')
    expect(sortChanges(changes)).toEqual(sortChanges(read))
    expect(rows).toBeLessThanOrEqual(rowsOfOther)
    return { changes, rows: rows - rowsOfOther }
  }
  const sortChanges = ({ waiting, ended, ...rest }: MirrorChanges) => ({
    ...rest,
    waiting: [...waiting].sort((left, right) => left.place - right.place),
    ended: [...ended].sort(),
  })
  const readPosition = async () => (await journal.readMirrorEnd()).position

  it('is told without reading the rows that this page has just saved', async () => {
    const before = await readPosition()
    await Promise.all([1, 2, 3].map((card) => ring(journal, 'refund', refundOf(`card-${card}`))))
    await ring(journal, 'refund', refundOf('card-4'))
    const { changes, rows } = await tellChanges(before)
    expect(changes.waiting).toHaveLength(4)
    expect(rows).toBe(-4)
  })

  it('has what another page has saved between them', async () => {
    const before = await readPosition()
    const ids = [(await ring(journal, 'refund', refundOf('card-1'))).id]
    ids.push((await ring(await shelf.openPlain(name), 'refund', refundOf('card-2'))).id)
    ids.push((await ring(journal, 'refund', refundOf('card-3'))).id)
    const { changes, rows } = await tellChanges(before)
    expect(sortChanges(changes).waiting.map(({ id }) => id)).toEqual(ids)
    expect(rows).toBe(-2)
  })

  it('is read where something has happened to it since', async () => {
    const before = await readPosition()
    const { id: settled } = await ring(journal, 'refund', refundOf('card-1'))
    await sendAll(journal, 'acknowledged')
    const { id: parked } = await ring(journal, 'refund', refundOf('card-2'))
    await sendAll(journal, 'rejected')
    const { id: waiting } = await ring(journal, 'refund', refundOf('card-3'))
    const { changes, rows } = await tellChanges(before)
    expect(changes.ended).toEqual([settled])
    expect(changes.waiting.map(({ id }) => id).sort()).toEqual([parked, waiting].sort())
    expect(rows).toBe(-1)
  })

  it('takes nothing that has ended for waiting, where more is new than is read at once', async () => {
    let after = await readPosition()
    const many = Array.from({ length: 203 }, (_, card) => ring(journal, 'refund', refundOf(`card-${card}`)))
    const ids = (await Promise.all(many)).map(({ id }) => id)
    const last = ids.at(-1) ?? ''
    await journal.act(last, { tag: 'void', ...who }, start)
    const waiting = new Set<string>()
    for (let isMore = true; isMore;) {
      const { changes } = await tellChanges(after)
      for (const { id } of changes.waiting) waiting.add(id)
      for (const id of changes.ended) waiting.delete(id)
      ;({ position: after, isMore } = changes)
    }
    expect(waiting).toEqual(new Set(ids.slice(0, -1)))
  })

  it('where one was refused beside others, each has its own place', async () => {
    const before = await readPosition()
    const cards = ['card-1', 'card-2', 'card-2', 'card-3']
    const strict = { limits: {} }
    const ringing = cards.map((card) => ring(journal, 'refund', refundOf(card), { guard: strict }))
    const kept = await Promise.allSettled(ringing)
    expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const { changes, rows } = await tellChanges(before)
    expect(changes.waiting).toHaveLength(3)
    expect(rows).toBe(-3)
  })
})
