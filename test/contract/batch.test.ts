import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EntryState } from '../../src/domain/entry.js'
import { addAll, commit, putAll } from '../../src/journal/store/batch.js'
import { Database } from '../../src/journal/store/database.js'
import { watchState } from '../../src/journal/views/live.js'
import type { EntryRow, SettingRow } from '../../src/journal/store/rows.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { freshName } from '../support/journals.js'
import { hourMs, ring, sendAll, start } from '../support/lives.js'
import { refundOf } from '../support/models.js'

describe('an operation whose count fails later', () => {
  let name: string
  let journal: TillJournal

  beforeEach(async () => {
    name = freshName()
    journal = await openJournal(name)
    await ring(journal, 'refund', refundOf('c0', 1), { id: 'first' })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    journal.close()
  })

  it('stays saved and counted, and so do those after it', async () => {
    failCounts()
    const guard = { limits: { count: 100 } }
    for (let index = 1; index <= 20; index += 1)
      await ring(journal, 'refund', refundOf(`c${index}`, 2), { id: `n${index}`, guard })
    vi.restoreAllMocks()
    expect(await journal.list({ limit: 50 })).toHaveLength(21)
    expect(await journal.count()).toMatchObject({ queued: 21, amount: '41' })
    await ring(journal, 'refund', refundOf('last', 3), { guard })
    expect(await journal.count()).toMatchObject({ queued: 22, amount: '44' })
  })

  it('is not counted anew because it is told twice', async () => {
    await sendAll(journal, 'acknowledged')
    const count = vi.spyOn(IDBObjectStore.prototype, 'count')
    await ring(journal, 'refund', refundOf('c0', 1), { id: 'first', createdAt: start + hourMs })
    expect(count).not.toHaveBeenCalled()
  })

  it.each([
    ['at once by Chromium', [{ brand: 'Chromium' }], 1],
    ['as others do it', [], 0],
  ])('is committed with its count %s', async (_, brands, calls) => {
    vi.stubGlobal('navigator', { userAgentData: { brands } })
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
    await ring(journal, 'refund', refundOf('c1', 2), { id: 'second' })
    expect(commit).toHaveBeenCalledTimes(calls)
    expect(await journal.count()).toMatchObject({ queued: 2, amount: '3' })
  })
})

describe('rows that are written together', () => {
  const shelf = createDatabases()

  it.each([
    ['in front of others', 0],
    ['behind others', 2],
  ])('are all undone where one of them, %s, can only be refused later', async (_, at) => {
    const database = await shelf.open()
    const rows = [setting('a', 1), setting('b', 1), setting('c', 1)]
    const clash = setting('stands', 'new')
    for (const isStored of [true, false]) {
      const writing = database.transaction('rw', [database.settings, database.imports], () => {
        putAll(database.imports, [{ id: 'one', file: 'f', at: 1 }])
        addAll(database.settings, rows.toSpliced(at, 0, clash))
        if (isStored) commit()
      })
      await expect(writing).rejects.toMatchObject({
        name: 'AbortError',
        inner: { name: 'ConstraintError' },
      })
      expect(await database.settings.toArray()).toEqual([setting('stands', 'old')])
      expect(await database.imports.count()).toBe(0)
    }
  })

  it('are undone where one of them can never be written', async () => {
    const database = await shelf.open()
    const writing = database.transaction('rw', [database.settings], () => {
      putAll(database.settings, [setting('a', 1), setting('b', () => undefined)])
    })
    await expect(writing).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await database.settings.count()).toBe(1)
  })

  it('are found by whatever is asked after them in the same transaction', async () => {
    const database = await shelf.open()
    const found = await database.transaction('rw', [database.settings], async () => {
      putAll(database.settings, [setting('stands', 'new')])
      return database.settings.get('stands')
    })
    expect(found).toEqual(setting('stands', 'new'))
  })
})

describe('whoever watches an entry', () => {
  const shelf = createDatabases()

  it('is told of what is written to that one, once it is kept', async () => {
    const database = await shelf.open()
    const { entries, settings } = database
    const seen = { one: await shelf.watch(database, 'one'), other: await shelf.watch(database, 'other') }
    const write = (rows: object[], clash: object[] = []) =>
      database.transaction('rw', [entries, settings], () => {
        putAll(entries, rows as EntryRow[])
        addAll(settings, clash as SettingRow[])
      })
    await expect(write([{ id: 'one', state: 'parked' }], [setting('stands', 'new')])).rejects.toThrow()
    await write([{ id: 'one', state: 'queued' }])
    await expect.poll(() => seen.one).toEqual([undefined, 'queued'])
    await write([{ id: 'one', state: 'settled', place: 1 }])
    await expect.poll(() => seen.one).toEqual([undefined, 'queued', 'settled'])
    await write([{ id: 'other', state: 'queued' }])
    await expect.poll(() => seen.other).toEqual([undefined, 'queued'])
    expect(seen.one).toHaveLength(3)
  })

  it('is told of any change where it is found by anything but its id', async () => {
    const database = await shelf.open()
    const counts = await shelf.query(database, ({ entries }) => entries.where('lanes').equals('lane').count())
    await database.transaction('rw', [database.entries], () => {
      addAll(database.entries, [{ id: 'one', lanes: ['lane'] } as EntryRow])
    })
    await expect.poll(() => counts).toEqual([0, 1])
  })

  it('is told of what is written past Dexie beside what Dexie writes', async () => {
    const database = await shelf.open()
    const { entries } = database
    const seen = await shelf.watch(database, 'one')
    await database.transaction('rw', [entries], async () => {
      await entries.add({ id: 'by Dexie', state: 'queued' } as EntryRow)
      putAll(entries, [{ id: 'one', state: 'queued' } as EntryRow])
    })
    await expect.poll(() => seen).toEqual([undefined, 'queued'])
  })
})

function setting(name: string, value: unknown): SettingRow {
  return { name, value }
}

interface Databases {
  /** One in which a setting stands. */
  open: () => Promise<Database>
  /** The states of an entry as another connection is told them; resolves once it has been told the first. */
  watch: (database: Database, id: string) => Promise<(EntryState | undefined)[]>
  /** What a query of another connection finds, from the first time on. */
  query: (database: Database, look: (other: Database) => Promise<number>) => Promise<number[]>
}

function createDatabases(): Databases {
  const opened: Database[] = []
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    for (const database of opened.splice(0)) database.close()
  })
  const keep = async (name: string) => {
    const database = new Database(name, indexedDB)
    opened.push(database)
    await database.open()
    return database
  }
  async function collect<Seen>(
    start: (tell: (seen: Seen) => void, fail: (error: unknown) => void) => () => void,
  ) {
    const all: Seen[] = []
    await new Promise<void>((resolve, reject) => {
      const tell = (seen: Seen) => {
        all.push(seen)
        resolve()
      }
      stops.push(start(tell, reject))
    })
    return all
  }
  return {
    async open() {
      const database = await keep(freshName())
      await database.settings.add(setting('stands', 'old'))
      return database
    },
    async watch({ name }, id) {
      const other = await keep(name)
      return collect((tell, fail) => watchState(other, id, tell, fail))
    },
    async query({ name }, look) {
      const other = await keep(name)
      return collect((next, error) => {
        const subscription = liveQuery(() => look(other)).subscribe({ next, error })
        return () => {
          subscription.unsubscribe()
        }
      })
    },
  }
}

/** The tally cannot be written: adding a row that stands fails as late as a request can. */
function failCounts(): void {
  const put: IDBObjectStore['put'] = Reflect.get(IDBObjectStore.prototype, 'put')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...words: Parameters<IDBObjectStore['put']>
  ) {
    return this.name === 'tallies' ? this.add(...words) : put.apply(this, words)
  })
}
