import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findPosition, type MirrorPosition, type Segment } from '../../src/decide/mirror.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { openMirrorKey } from '../../src/journal/seal/index.js'
import { createMirrorStore, type MirrorStore } from '../../src/platform/mirror-store.js'
import type { TransferredEntry } from '../../src/journal/transfer/index.js'
import { startMirroring } from '../../src/till/mirror.js'
import { labelOfCopy, MirrorWriter, type SealedCopy } from '../../src/till/mirror-writer.js'
import { createStatusStore } from '../../src/till/status.js'
import type { StorageCare } from '../../src/till/storage.js'
import {
  createShelf,
  dayMs,
  eraseExpired,
  lookAtClocks,
  ring,
  sendAll,
  start,
  tidyUp,
  who,
} from '../support/lives.js'
import { freshName, openRaw } from '../support/journals.js'
import { createFakeLocks } from '../support/locks.js'
import { refundOf, secretsPlanted } from '../support/models.js'
import { liveOn } from '../support/random-life.js'
import { createRandom } from '../support/random.js'
import { createShopKeys } from '../support/shop-keys.js'
import { plainVault } from '../support/vault.js'

// The mirror's real files and steps, on a cache that dies in the midst of its work.

const shelf = createShelf()
const anyFile = { file: 'file-1', kind: 'copy', shop: 'S01', terminal: 'T1', at: 0 } as const
const death = 'the page has died'
const isDeath = (error: unknown) => error instanceof Error && error.message === death

let kept: Map<string, ArrayBuffer>
/** Decides whether the page dies before the cache does the next thing. */
let dies: (deed: 'put' | 'delete') => boolean

beforeEach(() => {
  kept = new Map()
  dies = () => false
  const orDie = (deed: 'put' | 'delete') => {
    if (dies(deed)) throw new Error(death)
  }
  const cache = {
    keys: () => Promise.resolve([...kept.keys()].map((path) => ({ url: `https://till.example${path}` }))),
    match: (path: string) => {
      const bytes = kept.get(path)
      // WebKit at times cannot load the Blob of an answer that it keeps: there is none here.
      return Promise.resolve(bytes && { arrayBuffer: () => Promise.resolve(bytes.slice(0)) })
    },
    async put(path: string, response: Response) {
      orDie('put')
      kept.set(path, await response.arrayBuffer())
    },
    async delete(path: string) {
      await Promise.resolve()
      orDie('delete')
      kept.delete(path)
    },
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
})
afterEach(() => {
  vi.unstubAllGlobals()
  shelf.closeAll()
})

interface Till {
  journal: TillJournal
  store: MirrorStore
  writer: MirrorWriter
}

/** A page of the till as it begins: it remembers nothing of the mirror. */
function begin(journal: TillJournal, mirror: { publicKey?: JsonWebKey } = {}): Till {
  const store = createMirrorStore('till')
  const setup = { mirror, policy: { replay: {} } }
  return { journal, store, writer: new MirrorWriter({ setup, journal, store, clock: Date }) }
}

async function catchUp({ store, writer }: Till, isLow = false): Promise<void> {
  while ((await store.alone(() => writer.step(isLow))) === 'more');
}

/** What is copied is copied as it is: what was handed over must not come back as if it waited here. */
async function expectNoneStale({ journal, store }: Till): Promise<void> {
  const [waiting, { left }, { segments }] = await Promise.all([
    listWaiting(journal),
    journal.copyUnsettled(anyFile),
    store.list(),
  ])
  // Of what no file can hold any more the last readable copy is kept.
  const facts = segments.flatMap(({ head }) => head.copies).filter(({ id }) => !left.includes(id))
  for (const { id, head } of facts) expect([id, head]).toEqual([id, waiting.get(id)])
}

/** How many bytes the mirror takes. */
function measure(): number {
  return [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

async function listWaiting(journal: TillJournal): Promise<Map<string, string>> {
  const states = ['queued', 'sending', 'parked'] as const
  const found = await Promise.all(states.map((state) => journal.listWaiting(state, -Infinity)))
  return new Map(found.flat().map(({ id, head }) => [id, head]))
}

async function openAll(
  store: MirrorStore,
  segments: readonly Segment[],
  privateKey?: JsonWebKey,
): Promise<SealedCopy[]> {
  const copies: SealedCopy[] = []
  for (const segment of segments) {
    const sealed = await store.read(segment)
    for (const { id, key } of segment.head.copies) {
      const held = segment.head.keys[key]
      const bytes = sealed.get(id)
      if (!held || !bytes) throw new Error(`nothing opens the copy of ${id}`)
      const text = await (await openMirrorKey(held, privateKey))(labelOfCopy(segment.head.epoch, id), bytes)
      copies.push(JSON.parse(text ?? '') as SealedCopy)
    }
  }
  return copies
}

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe('the mirror', () => {
  it.each(Array.from({ length: Number(process.env.LIVES ?? 12) }, (_, index) => seed + index))(
    'holds what is unresolved, as it is, whatever happens and whenever a page dies: seed %i',
    async (seed) => {
      const random = createRandom(seed)
      const journal = await shelf.openPlain()
      let till = begin(journal)
      for (let round = 0; round < 10; round += 1) {
        await liveOn(journal, random, 6)
        const danger = random() < 0.5 ? 0.3 : 0
        dies = () => random() < danger
        const isLow = random() < 0.3
        try {
          await catchUp(till, isLow)
          if (isLow) await expectNoneStale(till)
        } catch (error) {
          if (!isDeath(error)) throw error
          // Or the disk refused, and the page goes on.
          if (random() < 0.5) till = begin(journal)
        }
      }
      dies = () => false
      till = random() < 0.5 ? begin(journal) : till
      await catchUp(till)

      const { segments } = await till.store.list()
      const facts = segments.flatMap(({ head }) => head.copies)
      const waiting = await listWaiting(journal)
      const { entries, left } = await journal.copyUnsettled(anyFile)
      expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length)
      expect(facts.filter(({ id }) => !waiting.has(id))).toEqual([])
      // Of what no file can hold any more the last readable copy is kept.
      const copies = (await openAll(till.store, segments)).filter(({ entry }) => !left.includes(entry.id))
      // What is under way has no line yet: taken over, it counts as sent all the same.
      const told = ({ id, state, reason, history }: TransferredEntry) => {
        return [id, [state === 'sending' ? 'queued' : state, reason, history.length]]
      }
      expect(Object.fromEntries(copies.map(({ entry }) => told(entry)) as [string, unknown][])).toEqual(
        Object.fromEntries(entries.map(told) as [string, unknown][]),
      )
      await expectNoneStale(till)
      const text = JSON.stringify(copies)
      expect(secretsPlanted.filter((secret) => text.includes(secret))).toEqual([])
    },
  )

  it('keeps no copy of what ended and was deleted before it was seen to end', async () => {
    const journal = await shelf.openPlain()
    const { id } = await ring(journal, 'refund', refundOf('card-1'))
    await catchUp(begin(journal))
    await journal.act(id, { tag: 'void', ...who }, start)
    await lookAtClocks(journal)
    await tidyUp(journal, start + 100 * dayMs)
    expect(await journal.find(id)).toBeUndefined()
    await catchUp(begin(journal))
    expect((await begin(journal).store.list()).segments).toEqual([])
  })

  it('copies the others where one has a body that opens and is none', async () => {
    const name = freshName()
    const journal = await shelf.openPlain(name)
    const { id: damaged } = await ring(journal, 'refund', refundOf('card-1'))
    const { id: sound } = await ring(journal, 'refund', refundOf('card-2'))
    const raw = await openRaw(name)
    const kept = await plainVault.seal(`kept/${damaged}`, 'no body at all')
    await raw.table('bodies').update(damaged, { kept, secret: undefined })
    raw.close()
    await catchUp(begin(journal))
    const { segments } = await begin(journal).store.list()
    expect(segments.flatMap(({ head }) => head.copies.map(({ id }) => id))).toEqual([sound])
  })

  it('says that it is whole only once everything is copied', async () => {
    const journal = await shelf.openPlain()
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => ring(journal, 'refund', refundOf(`card-${index}`))),
    )
    const first = begin(journal)
    expect(await first.writer.step()).toBe('more')
    expect(findPosition((await first.store.list()).segments)).toBeUndefined()
    const second = begin(journal)
    await catchUp(second)
    const { segments } = await second.store.list()
    expect(segments.flatMap(({ head }) => head.copies)).toHaveLength(300)
    expect(findPosition(segments)).toEqual((await journal.readMirrorEnd()).position)
  })

  it('goes on from where it is, and reads nothing of what came before', async () => {
    const journal = await shelf.openPlain()
    await ring(journal, 'refund', refundOf('card-1'))
    await catchUp(begin(journal))
    const { position } = await journal.readMirrorEnd()
    await ring(journal, 'refund', refundOf('card-2'))
    const follow = vi.fn((after?: MirrorPosition) => journal.readMirrorEnd(after))
    const look = vi.fn(() => Promise.resolve([]))
    await catchUp(begin({ ...journal, readMirrorEnd: follow, listWaiting: look }))
    expect(follow.mock.calls).toEqual([[undefined], [position]])
    expect(look).not.toHaveBeenCalled()
    expect((await begin(journal).store.list()).segments.flatMap(({ head }) => head.copies)).toHaveLength(2)
  })

  it('where space is low copies nothing new, and takes out what has ended a file at a time', async () => {
    const journal = await shelf.openPlain()
    const ids: string[] = []
    const ringUp = async (count: number) => {
      for (let left = count; left > 0; left -= 1) {
        ids.push((await ring(journal, 'refund', refundOf(`card-${ids.length}`))).id)
      }
    }
    const till = begin(journal)
    for (let file = 0; file < 4; file += 1) {
      await ringUp(10)
      await catchUp(till)
    }
    const largest = Math.max(...[...kept.values()].map(({ byteLength }) => byteLength))
    const before = measure()
    let most = before
    dies = () => {
      most = Math.max(most, measure())
      return false
    }
    await ringUp(10)
    // One of each file.
    for (const id of ids.filter((_, index) => index % 10 === 0))
      await journal.act(id, { tag: 'void', ...who }, start)
    await catchUp(till, true)
    const listCopied = async () => {
      const { segments } = await till.store.list()
      return segments.flatMap(({ head }) => head.copies.map(({ id }) => id)).sort()
    }
    const left = ids.filter((_, index) => index % 10 !== 0).sort()
    expect(await listCopied()).toEqual(
      ids
        .slice(0, 40)
        .filter((id) => left.includes(id))
        .sort(),
    )
    expect(measure()).toBeLessThan(before)
    expect(most - before).toBeLessThanOrEqual(largest)
    // Another page begins while space is low still: it knows as well that the newest are not copied.
    await catchUp(begin(journal), true)
    await catchUp(begin(journal))
    expect(await listCopied()).toEqual(left)
  })

  it('keeps no copy of what ended, though the page died between two files while space was low', async () => {
    const journal = await shelf.openPlain()
    const ids: string[] = []
    const till = begin(journal)
    for (const card of ['card-1', 'card-2', 'card-3', 'card-4']) {
      ids.push((await ring(journal, 'refund', refundOf(card))).id)
      if (ids.length % 2 === 0) await catchUp(till)
    }
    const [first = '', second = '', third = '', fourth = ''] = ids
    for (const id of [first, third]) await journal.act(id, { tag: 'void', ...who }, start)
    let puts = 0
    dies = (deed) => deed === 'put' && (puts += 1) === 2
    await expect(catchUp(till, true)).rejects.toThrow(death)
    dies = () => false
    await catchUp(begin(journal), true)
    const { segments } = await begin(journal).store.list()
    const copied = segments.flatMap(({ head }) => head.copies.map(({ id }) => id))
    expect(copied.sort()).toEqual([second, fourth].sort())
  })

  /** A page that follows the journal by itself; its status says what it is told. */
  function follow(journal: TillJournal, mirror: { publicKey?: JsonWebKey } = {}) {
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    const { store } = begin(journal)
    const status = createStatusStore({ state: 'starting' })
    const storage = { isLow: false, noteFault: vi.fn(), noteKept: vi.fn() }
    const setup = { mirror, policy: { replay: {} } }
    const clock = { now: () => start, after: () => ({ over: Promise.resolve(), cancel: () => undefined }) }
    const deps = { setup, journal, store, status, storage: storage as unknown as StorageCare, clock }
    const mirroring = startMirroring(deps)
    onTestFinished(mirroring.finish)
    return { store, status, storage, mirroring }
  }

  it('copies what waits once space is no longer low, though nothing else changes', async () => {
    const journal = await shelf.openPlain()
    const { id } = await ring(journal, 'refund', refundOf('card-1'))
    const { store, status, storage, mirroring } = follow(journal)
    storage.isLow = true
    const listCopied = async () => {
      const { segments } = await store.alone(store.list)
      return segments.flatMap(({ head }) => head.copies.map((copy) => copy.id))
    }
    status.change({ counts: { queued: 1 }, storage: { state: 'low' } })
    await mirroring.catchUp()
    expect(await listCopied()).toEqual([])
    storage.isLow = false
    status.change({ storage: { state: 'open' } })
    await vi.waitFor(async () => {
      expect(await listCopied()).toEqual([id])
    })
  })

  it.each(['at its next step', 'by itself, though no count changes', 'as a page opens next'])(
    'keeps no secret for the shop that retention has erased: copies anew %s',
    async (when) => {
      const { publicKey, privateKey } = await createShopKeys()
      const journal = await shelf.openPlain()
      await ring(journal, 'refund', refundOf('card-1'))
      await sendAll(journal, 'expired')
      const till = begin(journal, { publicKey })
      const { store } = till
      const readCopies = () =>
        store.alone(async () =>
          JSON.stringify(await openAll(store, (await store.list()).segments, privateKey)),
        )
      await catchUp(till)
      const page = when.startsWith('by itself') ? follow(journal, { publicKey }) : undefined
      await page?.mirroring.catchUp()
      expect(await readCopies()).toContain('auth-card-1')
      await lookAtClocks(journal)
      await eraseExpired(journal)
      if (!page) await catchUp(when.startsWith('as') ? begin(journal, { publicKey }) : till)
      await vi.waitFor(async () => {
        const copies = await readCopies()
        expect(copies).toContain('"isBare":true')
        expect(copies).not.toContain('auth-card-1')
      })
      await expectNoneStale(till)
    },
  )

  it('reads a file that was cut as far as it is whole, and copies the rest anew', async () => {
    const journal = await shelf.openPlain()
    for (const card of ['card-1', 'card-2', 'card-3']) await ring(journal, 'refund', refundOf(card))
    await catchUp(begin(journal))
    const [path = '', bytes = new ArrayBuffer()] = [...kept.entries()][0] ?? []
    kept.set(path, bytes.slice(0, bytes.byteLength - 10))
    const till = begin(journal)
    expect((await till.store.list()).segments.flatMap(({ head }) => head.copies)).toHaveLength(2)
    await catchUp(till)
    expect((await till.store.list()).segments.flatMap(({ head }) => head.copies)).toHaveLength(3)
    for (const path of kept.keys()) kept.set(path, new TextEncoder().encode('no head at all').buffer)
    await catchUp(begin(journal))
    expect((await till.store.list()).segments.flatMap(({ head }) => head.copies)).toHaveLength(3)
  })
})
