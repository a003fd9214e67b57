import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StorageRefused, TillOutdated } from '../../src/domain/errors.js'
import { connect, type ConnectionState } from '../../src/journal/store/connection.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { openReplayJournal } from '../../src/journal/replay-journal.js'
import { closeAbnormally, closeHandles, journals, watchHandles } from '../support/handles.js'
import { append, freshName, openRaw, stateOf } from '../support/journals.js'
import { readStored } from '../support/stored.js'
import { refundOf } from '../support/models.js'

const { indexedDB } = Dexie.dependencies
afterEach(() => {
  closeHandles()
  vi.restoreAllMocks()
})

async function remove(name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => {
      resolve()
    }
    request.onerror = () => {
      reject(new Error('the database was not deleted'))
    }
  })
}

async function exists(name: string): Promise<boolean> {
  return (await indexedDB.databases()).some((found) => found.name === name)
}

function follow(journal: TillJournal): ConnectionState[] {
  const standings: ConnectionState[] = []
  journal.onState((standing) => standings.push(standing))
  return standings
}

const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')
const invalid = () => new DOMException('The database connection is closing', 'InvalidStateError')

describe('a handle that is lost', () => {
  it('is opened again before the next call, and nobody notices', async () => {
    const { open, handles } = watchHandles()
    const journal = await open(freshName())
    const standings = follow(journal)
    const id = await append(journal, 'refund', refundOf('1'))
    closeAbnormally(handles.at(-1))
    expect(await journal.find(id)).toMatchObject({ id })
    const { number: run } = await journal.begin(1)
    expect(
      (await journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 1, now: 2 })).claimed,
    ).toHaveLength(1)
    expect(standings).toEqual(['open'])
    expect(handles).toHaveLength(2)
  })

  it('lets go on what is watched', async () => {
    const { open, handles } = watchHandles()
    const journal = await open(freshName())
    const counts: unknown[] = []
    journal.watchSummary((summary) => counts.push(summary.counts.queued), vi.fn())
    await expect.poll(() => counts.at(-1)).toBe(0)
    closeAbnormally(handles.at(-1))
    await append(journal, 'refund', refundOf('1'))
    await expect.poll(() => counts.at(-1)).toBe(1)
  })

  it('lets what is watched catch up with what it could not see', async () => {
    const { open, handles, failOpening } = watchHandles()
    const name = freshName()
    const neighbour = await open(name)
    const journal = await open(name)
    const counts: unknown[] = []
    journal.watchSummary((summary) => counts.push(summary.counts.queued), vi.fn())
    await expect.poll(() => counts.at(-1)).toBe(0)
    failOpening(new DOMException('Internal error', 'AbortError'))
    closeAbnormally(handles.at(-1))
    await expect(journal.list()).rejects.toThrow(StorageRefused)
    await append(neighbour, 'refund', refundOf('1'))
    // Its query meets the closed database now, and says nothing.
    await new Promise((resolve) => setTimeout(resolve, 50))
    failOpening(undefined)
    await journal.list()
    await expect.poll(() => counts.at(-1)).toBe(1)
  })

  it.each([lost, invalid])(
    'costs who waits for an operation nothing: it is looked at once more',
    async (createError) => {
      const { open, handles, fail } = watchHandles()
      const journal = await open(freshName())
      vi.spyOn(console, 'warn').mockReturnValue()
      const id = await append(journal, 'refund', refundOf('1'))
      fail(createError(), 'readonly')
      const states: unknown[] = []
      journal.watchState(
        id,
        (state) => states.push(state),
        (error) => states.push(error),
      )
      await expect.poll(() => handles.length).toBe(2)
      await expect.poll(() => states.length).toBeGreaterThan(0)
      // A change that was told meanwhile makes it look, and say the same, once more.
      expect(new Set(states)).toEqual(new Set(['queued']))
    },
  )

  it.each([
    ['where it has told nothing', 0, 2],
    ['since it last told something', 2, 3],
  ])('fails who watches when looking once more fails too, %s', async (_, telling, failing) => {
    const connection = await connect(freshName(), { mayCreate: true, makeRoom: undefined })
    let looks = 0
    const failures: number[] = []
    const look = (report: (value: number) => void, fail: (error: unknown) => void) => {
      looks += 1
      if (looks === telling) report(looks)
      setTimeout(() => {
        fail(lost())
      })
      return () => undefined
    }
    connection.watch(look, { report: vi.fn(), fail: () => failures.push(looks) })
    await expect.poll(() => failures).toEqual([failing])
    connection.close()
  })

  it.each([lost, invalid])(
    'costs a reading and a ringing-up one more try, whatever it says',
    async (createError) => {
      const { open, handles, fail } = watchHandles()
      const journal = await open(freshName())
      vi.spyOn(console, 'warn').mockReturnValue()
      fail(createError(), 'readwrite')
      const id = await append(journal, 'refund', refundOf('1'))
      fail(createError(), 'readonly')
      expect(await journal.find(id)).toMatchObject({ id, state: 'queued' })
      expect(handles).toHaveLength(3)
      const raw = await openRaw(journalName(handles))
      expect(await raw.table('entries').count()).toBe(1)
      raw.close()
    },
  )

  it('makes no turn twice where it is not certain that it did not begin', async () => {
    const { open, handles, fail } = watchHandles()
    const journal = await open(freshName())
    fail(lost(), 'readwrite')
    await expect(journal.begin(1)).rejects.toMatchObject({ code: 'outcome-unknown' })
    expect(handles).toHaveLength(2)
    expect((await journal.begin(2)).number).toBe(1)
  })

  it('lets a turn begin anew that certainly did not begin', async () => {
    const { open, fail } = watchHandles()
    const journal = await open(freshName())
    vi.spyOn(console, 'warn').mockReturnValue()
    fail(invalid(), 'readwrite')
    expect((await journal.begin(1)).number).toBe(1)
  })

  it.each(['refund', 'void'] as const)(
    'with the answer to a %s that was committed, and cannot be opened again, is not told as “not kept”',
    async (action) => {
      const { open, loseAnswer, failOpening } = watchHandles()
      const journal = await open(freshName())
      vi.spyOn(console, 'warn').mockReturnValue()
      const id = await append(journal, 'refund', refundOf('1'))
      loseAnswer(lost())
      failOpening(lost())
      const acting =
        action === 'refund'
          ? append(journal, 'refund', refundOf('2'), 'second')
          : journal.act(id, { tag: 'void', by: 'Ada', reason: 'given up' }, 2)
      await expect(acting).rejects.toMatchObject({ code: 'outcome-unknown' })
      await expect(journal.list()).rejects.toMatchObject({ code: 'storage-refused' })
      failOpening(undefined)
      expect(await stateOf(journal, action === 'refund' ? 'second' : id)).toBe(
        action === 'refund' ? 'queued' : 'voided',
      )
    },
  )

  it('twice, with the answer to a writing that was committed, leaves open whether it was done', async () => {
    const { open, handles, loseAnswer, fail } = watchHandles()
    const journal = await open(freshName())
    const { turn } = await journal.bearWitness(1)
    loseAnswer(lost())
    fail(lost(), 'readwrite')
    await expect(journal.bearWitness(2)).rejects.toMatchObject({ code: 'outcome-unknown' })
    expect(handles).toHaveLength(2)
    expect(await journal.bearWitness(3)).toMatchObject({ turn: turn + 2 })
  })

  it('twice while something is read, is told as a refusal', async () => {
    const connection = await connect(freshName(), { mayCreate: true, makeRoom: undefined })
    const read = vi.fn(() => Promise.reject(new Dexie.UnknownError('Internal error')))
    const plan = { reading: ['read' as const], repeatable: [], promising: [], patient: [] }
    const reading = connection.protect({ read }, plan).read()
    await expect(reading).rejects.toMatchObject({ code: 'storage-refused', params: { action: 'read' } })
    expect(read).toHaveBeenCalledTimes(2)
    connection.close()
  })

  it('that cannot be opened again is told as lost, and found when it can', async () => {
    const { open, handles, failOpening } = watchHandles()
    const journal = await open(freshName())
    const id = await append(journal, 'refund', refundOf('1'))
    const standings = follow(journal)
    failOpening(new DOMException('Internal error', 'AbortError'))
    closeAbnormally(handles.at(-1))
    await expect(journal.list()).rejects.toThrow(StorageRefused)
    expect(standings).toEqual(['open', 'lost'])
    failOpening(undefined)
    expect(await journal.list()).toMatchObject([{ id }])
    expect(standings).toEqual(['open', 'lost', 'open'])
  })
})

function journalName(handles: readonly IDBDatabase[]): string {
  return handles.at(-1)?.name ?? ''
}

describe('a database that is gone', () => {
  it.each([
    ['while its handle was lost', true],
    ['under the handle', false],
  ])('%s is told as deleted, and not created anew', async (_, isLostFirst) => {
    const { open, handles } = watchHandles()
    const name = freshName()
    const journal = await open(name)
    const id = await append(journal, 'refund', refundOf('1'))
    const standings = follow(journal)
    const waiting = new Promise((resolve) => journal.watchState(id, () => undefined, resolve))
    // Dexie may say that it opens it again.
    vi.spyOn(console, 'warn').mockReturnValue()
    if (isLostFirst) closeAbnormally(handles.at(-1))
    await remove(name)
    await expect(append(journal, 'refund', refundOf('2'))).rejects.toThrow(/deleted from the browser/)
    await expect(journal.begin(1)).rejects.toThrow(StorageRefused)
    expect(await waiting).toBeInstanceOf(StorageRefused)
    expect(standings).toEqual(['open', 'deleted'])
    expect(() => {
      journal.assertOpen('refund')
    }).toThrow(/^refund failed/)
    expect(await exists(name)).toBe(false)
  })

  it('is not mistaken for one that took its place', async () => {
    const { open, handles } = watchHandles()
    const name = freshName()
    const journal = await open(name)
    const standings = follow(journal)
    closeAbnormally(handles.at(-1))
    await remove(name)
    const successor = await openJournal(name)
    journals.push(successor)
    await expect(journal.list()).rejects.toThrow(/deleted from the browser/)
    expect(standings).toEqual(['open', 'deleted'])
    expect(await successor.list()).toEqual([])
  })

  it('is not opened by whoever must find one', async () => {
    const name = freshName()
    expect(await openReplayJournal(name)).toBeUndefined()
    expect(await exists(name)).toBe(false)
  })
})

describe('a write that finds no room', () => {
  const full = () => new DOMException('', 'QuotaExceededError')

  it('of the replay or of a person is done again in the room that is made for it', async () => {
    const { fail } = watchHandles()
    const makeRoom = vi.fn(() => Promise.resolve(true))
    const journal = await openJournal(freshName(), { makeRoom })
    journals.push(journal)
    fail(full(), 'readwrite')
    expect((await journal.begin(1)).number).toBe(1)
    expect(makeRoom).toHaveBeenCalledOnce()
  })

  it('is refused plainly where no room can be made', async () => {
    const { fail } = watchHandles()
    const journal = await openJournal(freshName(), { makeRoom: () => Promise.resolve(false) })
    journals.push(journal)
    fail(full(), 'readwrite')
    await expect(journal.begin(1)).rejects.toThrow(StorageRefused)
  })

  it('of an answer that has come waits for the browser to clear away what was given back', async () => {
    const { fail } = watchHandles()
    const makeRoom = vi.fn(() => Promise.resolve(false))
    const journal = await openJournal(freshName(), { makeRoom })
    journals.push(journal)
    await append(journal, 'refund', refundOf('1'))
    const { number } = await journal.begin(1)
    fail(full(), 'readwrite', 3)
    const { claimed } = await journal.turn({
      policy: { replay: {} },
      run: number,
      decisions: [],
      now: 2,
      slots: 1,
      isManual: false,
    })
    expect(claimed).toHaveLength(1)
    expect(makeRoom).toHaveBeenCalledOnce()
  })

  it('of a new operation is refused, and makes no room', async () => {
    const { fail } = watchHandles()
    const makeRoom = vi.fn(() => Promise.resolve(true))
    const journal = await openJournal(freshName(), { makeRoom })
    journals.push(journal)
    fail(full(), 'readwrite')
    await expect(append(journal, 'refund', refundOf('1'))).rejects.toThrow(StorageRefused)
    expect(makeRoom).not.toHaveBeenCalled()
    expect(await journal.list()).toEqual([])
  })
})

describe('two releases', () => {
  function openNewer(name: string, version = 90): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version)
      request.onsuccess = () => {
        resolve(request.result)
      }
      request.onerror = () => {
        reject(new Error('the newer release did not open'))
      }
    })
  }

  it('the older lets go at once, and says why', async () => {
    const { open } = watchHandles()
    const name = freshName()
    const journal = await open(name)
    await append(journal, 'refund', refundOf('1'))
    const standings = follow(journal)
    const newer = await openNewer(name)
    expect(standings).toEqual(['open', 'outdated'])
    await expect(append(journal, 'refund', refundOf('2'))).rejects.toThrow(TillOutdated)
    newer.close()
    await expect(openJournal(name)).rejects.toMatchObject({ code: 'outdated' })
    await expect(openReplayJournal(name)).rejects.toThrow(TillOutdated)
    expect((await openNewer(name)).version).toBe(90)
  })

  it.each([20, 30])('a shape that is not ours is refused and not patched, at version %i', async (version) => {
    const name = freshName()
    const other = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, version)
      request.onupgradeneeded = () =>
        request.result.createObjectStore('entries', { keyPath: 'place', autoIncrement: true })
      request.onsuccess = () => {
        resolve(request.result)
      }
    })
    other.close()
    vi.spyOn(console, 'warn').mockReturnValue()
    await expect(openJournal(name)).rejects.toThrow(StorageRefused)
    const again = await openNewer(name, version)
    expect([...again.objectStoreNames]).toEqual(['entries'])
    again.close()
  })
})

describe('a birth certificate', () => {
  it('is one, however many open at once', async () => {
    const { open, handles } = watchHandles()
    const name = freshName()
    const first = await open(name)
    first.close()
    const raw = await openRaw(name)
    await raw.table('settings').clear()
    raw.close()
    const tills = await Promise.all(Array.from({ length: 8 }, () => open(name)))
    const { value } =
      ((await readStored(name)).settings as { name: string; value: unknown }[]).find(
        (row) => row.name === 'birth',
      ) ?? {}
    expect(value).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/))
    for (const handle of handles.slice(-8)) closeAbnormally(handle)
    for (const till of tills) expect(await till.list()).toEqual([])
  })
})
