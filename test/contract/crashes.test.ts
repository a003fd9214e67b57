import { afterEach, describe, expect, it, vi } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import type { Database } from '../../src/journal/store/database.js'
import { receiptsFiled } from '../../src/journal/store/rows.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { VaultOpener } from '../../src/journal/open.js'
import type { Vault } from '../../src/journal/seal/vault.js'
import { freshName, lenient } from '../support/journals.js'
import { claimAll, countByReading, createShelf, dayMs, handOverAll, outcomes } from '../support/lives.js'
import { lookAtClocks, readTables, ring, sendAll, start, who } from '../support/lives.js'
import { fullModels, refundOf } from '../support/models.js'
import { plainVault } from '../support/vault.js'

/** Where the browser may die: in front of a write, or while something is sealed, opened or marked. */
type Danger = 'write' | 'vault'

interface Doom {
  /** Dies at this step of a kind, counted from nought, until told otherwise. */
  at: (danger: Danger, step: number, isOnce?: boolean) => void
  /** Whether it died since it was last told when. */
  hasStruck: () => boolean
  never: () => void
}

interface Stage {
  journal: TillJournal
  name: string
  doom: Doom
}

/** What is done, prepared as far as it can be; each performance is told apart. */
type Deed = (stage: Stage) => Promise<() => Promise<unknown>>

const policy = { replay: {} }
const head = { format: 1, file: 'file-1', shop: 'S01', terminal: 'T1', at: start } as const

async function handOverOther(): Promise<Transfer> {
  const other = await openJournal(freshName(), { openVault: () => Promise.resolve(plainVault) })
  await ring(other, 'refund', refundOf('A'), { id: 'a-1' })
  await ring(other, 'associate', { Card: 'B' }, { id: 'a-2' })
  const file = await handOverAll(other, head)
  other.close()
  return file
}

const deeds: Record<string, Deed> = {
  'ringing up': ({ journal }) => {
    const draft = {
      id: 'new',
      kind: 'refund',
      request: fullModels.refund,
      shop: 'S01',
      terminal: 'T1',
    } as const
    return Promise.resolve(() =>
      journal.append({ ...draft, createdAt: start, transactionOf: 'first' }, lenient),
    )
  },
  'ringing up what is let through': ({ journal }) => {
    const draft = {
      id: 'new',
      kind: 'refund',
      request: refundOf('first'),
      shop: 'S01',
      terminal: 'T1',
    } as const
    const guard = { ...lenient, limits: { count: 1 }, override: who }
    return Promise.resolve(() => journal.append({ ...draft, createdAt: start }, guard))
  },
  'an amendment': ({ journal }) => {
    const successor = { id: 'better', request: fullModels.refund, createdAt: start }
    return Promise.resolve(() => journal.act('first', { tag: 'amend', ...who, successor }, start))
  },
  'a turn': async ({ journal }) => {
    const { run, claimed } = await claimAll(journal, start, 3)
    const ends = [outcomes.acknowledged, outcomes.silent, outcomes.expired]
    const decisions = claimed.map(({ ticket }, index) =>
      decide(ticket, ends[index] ?? outcomes.silent, { policy, now: start, random: 0.5 }),
    )
    const line = { begun: [], ended: [], answeredAt: start }
    // What goes next is opened after its commit; whoever dies there leaves it marked as under way.
    return () => journal.turn({ policy: { replay: {} }, run, decisions, slots: 0, now: start, line })
  },
  'a claim': async ({ journal }) => {
    const { number: run } = await journal.begin(start)
    return () => journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 2, now: start })
  },
  freezing: async ({ journal }) => {
    await journal.act('first', { tag: 'void', ...who }, start)
    await ring(journal, 'updateReceipt', { CardCode: 'F' }, { id: 'update', transactionOf: 'first' })
    const { claimed } = await claimAll(journal)
    const claim = claimed.find(({ ticket }) => ticket.id === 'update')
    if (!claim || 'unreadable' in claim) throw new Error('the update was not claimed')
    return () => journal.freeze(claim, '{"CardCode":"F","TransactionID":7}')
  },
  'handing over': ({ journal }) => Promise.resolve(() => handOverAll(journal, head)),
  'an import': async ({ journal }) => {
    const file = await handOverOther()
    return () => journal.importTransfer(file, { policy, now: start })
  },
  'taking a number': ({ journal }) =>
    Promise.resolve(() => journal.takeNumber({ sender: 's', shop: 'S01', terminal: 'T1', takenAt: start })),
  'a new run': ({ journal }) => Promise.resolve(() => journal.begin(start)),
}

const shelf = createShelf()
const opened: TillJournal[] = []
afterEach(() => {
  vi.restoreAllMocks()
  shelf.closeAll()
  for (const journal of opened.splice(0)) journal.close()
})

async function openStage(): Promise<Stage> {
  const name = freshName()
  let doom: Doom | undefined
  const openVault: VaultOpener = (database) => {
    const made = createDoom(database)
    doom = made.doom
    return Promise.resolve(made.vault)
  }
  const journal = await openJournal(name, { openVault })
  opened.push(journal)
  for (const id of ['first', 'second', 'third', 'fourth']) {
    await ring(journal, 'refund', refundOf(id), { id })
  }
  await ring(journal, 'associate', fullModels.associate, { id: 'fifth' })
  if (!doom) throw new Error('the stage has no doom')
  return { journal, name, doom }
}

describe('a crash', () => {
  const unsealing = ['a claim', 'handing over']
  const dangers = Object.keys(deeds).flatMap((deed) => [
    [deed, 'write'] as const,
    ...(unsealing.includes(deed) ? [] : [[deed, 'vault'] as const]),
  ])

  it.each(dangers)('in the midst of %s, at each %s, leaves all as it was', async (deed, danger) => {
    const stage = await openStage()
    const { journal, name, doom } = stage
    const perform = (await deeds[deed]?.(stage)) ?? (() => Promise.resolve())
    const before = await readTables(name)
    let step = 0
    for (; step < 200; step += 1) {
      doom.at(danger, step)
      const done = await perform().then(
        () => true,
        () => false,
      )
      if (!doom.hasStruck()) {
        expect(done).toBe(true)
        break
      }
      expect(done).toBe(false)
      doom.never()
      expect(await readTables(name)).toEqual(before)
    }
    doom.never()
    const isSealing = !['taking a number', 'a new run'].includes(deed)
    expect(step).toBeGreaterThan(danger === 'write' || isSealing ? 0 : -1)
    await expectWhole(journal, name)
    expect(await readTables(name)).not.toEqual(before)
  })

  it('while a body is opened for handing over leaves that one where it stands, and says so', async () => {
    const { journal, name, doom } = await openStage()
    for (let step = 0; step < 5; step += 1) {
      doom.at('vault', step, true)
      const { entries, left } = await handOverAll(journal, head)
      doom.never()
      const moved = (await journal.list({ state: 'parked' })).map(({ id }) => id)
      expect(entries.map(({ id }) => id)).toEqual(moved.reverse())
      expect(left).toEqual((await journal.list({ state: 'queued' })).map(({ id }) => id))
      expect(left).toHaveLength(1)
      await expectWhole(journal, name)
      for (const id of moved) await journal.act(id, { tag: 'take-back', ...who }, start)
    }
  })

  it.each(['write', 'vault'] as const)(
    'in the midst of retention, at each %s, tears nothing, and the rest goes later',
    async (danger) => {
      const { journal, name, doom } = await openStage()
      await sendAll(journal, 'acknowledged')
      await lookAtClocks(journal)
      await lookAtClocks(journal, start + 90 * dayMs)
      const now = start + 91 * dayMs
      for (let step = 0; step < 200; step += 1) {
        doom.at(danger, step)
        const done = await journal.tidy({ settledDays: 100, personalDays: 30 }, now, now).then(
          () => true,
          () => false,
        )
        const isOver = !doom.hasStruck()
        doom.never()
        await expectWhole(journal, name)
        if (isOver && done) break
      }
      for (let step = 0; step < 200; step += 1) {
        doom.at(danger, step)
        const later = now + dayMs
        await journal.tidy({ settledDays: 90, personalDays: 30 }, later, later).catch(() => undefined)
        const isOver = !doom.hasStruck()
        doom.never()
        await expectWhole(journal, name)
        if (isOver) break
      }
      expect(await journal.list()).toEqual([])
      expect(await readTables(name)).toMatchObject({ entries: [], bodies: [], receipts: [], history: [] })
    },
  )
})

/** Every entry has its body, its lines and its receipt, nothing is left over, and the counts agree. */
async function expectWhole(journal: TillJournal, name: string): Promise<void> {
  const { entries = [], bodies = [], history = [], receipts = [], settings = [] } = await readTables(name)
  const ids = entries.map(({ id }) => id).sort()
  expect(bodies.map(({ id }) => id).sort()).toEqual(ids)
  for (const { id, lines } of entries)
    expect(history.filter((line) => line.id === id)).toHaveLength(Number(lines))
  const filedUpTo = Number(settings.find((row) => row.name === receiptsFiled)?.value ?? -Infinity)
  const refunds = entries.filter(({ kind }) => kind === 'refund')
  const filed = refunds.filter(({ place }) => Number(place) <= filedUpTo)
  expect(receipts.map(({ id }) => id).sort()).toEqual(filed.map(({ id }) => id).sort())
  expect(refunds.every(({ receipt }) => typeof receipt === 'object')).toBe(true)
  expect(history.every(({ id }) => ids.includes(id))).toBe(true)
  expect(await journal.count()).toEqual(await countByReading(name))
  expect(await journal.verify()).toMatchObject({ isIntact: true, entries: ids.length })
}

function createDoom(database: Database): { doom: Doom; vault: Vault } {
  let armed: { danger: Danger; left: number; isOnce: boolean } | undefined
  let hasStruck = false
  const pass = (danger: Danger) => {
    if (armed?.danger !== danger) return
    armed.left -= 1
    if (armed.left >= 0) return
    hasStruck = true
    if (armed.isOnce) armed = undefined
    throw new Error(`the browser died at a ${danger}`)
  }
  const store = IDBObjectStore.prototype as unknown as Record<string, (...words: unknown[]) => unknown>
  for (const how of ['add', 'put', 'delete']) {
    const write = store[how]
    vi.spyOn(store, how).mockImplementation(function (this: IDBObjectStore, ...words) {
      if (this.transaction.db.name === database.name) pass('write')
      return write?.apply(this, words)
    })
  }
  const guard = <Words extends unknown[], Result>(work: (...words: Words) => Promise<Result>) => {
    return async (...words: Words): Promise<Result> => {
      pass('vault')
      return work(...words)
    }
  }
  return {
    doom: {
      at(danger, step, isOnce = false) {
        armed = { danger, left: step, isOnce }
        hasStruck = false
      },
      hasStruck: () => hasStruck,
      never() {
        armed = undefined
      },
    },
    vault: {
      seal: guard(plainVault.seal),
      open: guard(plainVault.open),
      mark: guard(plainVault.mark),
    },
  }
}
