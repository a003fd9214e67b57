import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Database } from '../../src/journal/store/database.js'
import { turnLog } from '../../src/journal/store/turn-log.js'
import { freshName, raze } from '../support/journals.js'
import { allowTurns } from '../support/sparing.js'

let database: Database

beforeAll(allowTurns)

beforeEach(async () => {
  database = new Database(freshName(), indexedDB)
  await database.open()
})

afterEach(() => {
  vi.restoreAllMocks()
  database.close()
})

const listNames = async () => (await indexedDB.databases()).map(({ name }) => name)

describe('turning the log of Chromium', () => {
  it('is done five times, since a write at the same moment makes LevelDB drop the request unseen', async () => {
    const scratch = `${database.name}:turn`
    const deletions = vi.spyOn(indexedDB, 'deleteDatabase')
    const deletedAtRest: number[] = []
    await turnLog(database, () => {
      deletedAtRest.push(deletions.mock.calls.length)
      return Promise.resolve()
    })
    expect(deletions.mock.calls.map(([name]) => name)).toEqual(Array(5).fill(scratch))
    expect(deletedAtRest).toEqual([1, 2, 3, 4])
    expect(await listNames()).not.toContain(scratch)
  })

  it('is done by one page at a time', async () => {
    const deletions = vi.spyOn(indexedDB, 'deleteDatabase')
    const rest = () => Promise.resolve()
    await Promise.all([turnLog(database, rest), turnLog(database, rest)])
    expect(deletions).toHaveBeenCalledTimes(5)
  })

  it('leaves nothing beside a till that is closed meanwhile', async () => {
    await turnLog(database, () => {
      database.close()
      return Promise.resolve()
    })
    expect(await listNames()).not.toContain(`${database.name}:turn`)
  })

  it('says nothing where its small database is deleted meanwhile, and leaves nothing of it', async () => {
    const scratch = `${database.name}:turn`
    const deletions: Promise<void>[] = []
    const put: IDBObjectStore['put'] = Reflect.get(IDBObjectStore.prototype, 'put')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'scratch') deletions.push(raze(scratch))
      return put.apply(this, given)
    })
    await turnLog(database, () => Promise.resolve())
    expect(deletions).not.toEqual([])
    await Promise.all(deletions)
    expect(await listNames()).not.toContain(scratch)
    // What the console hears is looked at after each test.
  })

  it('begins while nothing of the till is being written, of which a power cut could take away a half', async () => {
    const deleteDatabase = indexedDB.deleteDatabase.bind(indexedDB)
    const looks: boolean[] = []
    const writes: Promise<void>[] = []
    const look = async () => {
      let isWritten = false
      writes.push(
        database.transaction('rw', database.pauses, async () => {
          await database.pauses.put({ scope: 'till', since: 1 })
          isWritten = true
        }),
      )
      // The second is asked for after the write, and answered after it where nothing holds the write up.
      for (let left = 2; left > 0; left -= 1) await database.settings.count()
      looks.push(isWritten)
    }
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      const asked = {} as IDBOpenDBRequest
      void look().then(() => {
        const request = deleteDatabase(name)
        request.onsuccess = (event) => {
          asked.onsuccess?.call(request, event)
        }
      })
      return asked
    })
    await turnLog(database, () => Promise.resolve())
    expect(looks).toEqual(Array(5).fill(false))
    // Only while the log changes.
    await Promise.all(writes)
  })
})
