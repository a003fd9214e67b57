import { afterEach, expect, it, vi } from 'vitest'
import { razeDatabase } from '../../../src/demo/lab/raze.js'
import { freshName } from '../../support/journals.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Another tab's connection, which does not close when it is asked to. */
function openElsewhere(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('it did not open'))
    }
  })
}

const listNames = async () => (await indexedDB.databases()).map(({ name }) => name)

it('a database that another tab has open goes as that tab closes it, and the lab says that it waits', async () => {
  const name = freshName()
  const other = await openElsewhere(name)
  const onBlocked = vi.fn(() => {
    other.close()
  })
  await razeDatabase(name, onBlocked)
  expect(onBlocked).toHaveBeenCalledTimes(1)
  expect(await listNames()).not.toContain(name)
})

it('a database that the browser does not delete is not said to be gone', async () => {
  const refused = Object.assign(new EventTarget(), {
    error: new DOMException('kept', 'UnknownError'),
    onerror: undefined as (() => void) | undefined,
  })
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    queueMicrotask(() => refused.onerror?.())
    return refused as unknown as IDBOpenDBRequest
  })
  await expect(razeDatabase(freshName(), () => undefined)).rejects.toThrow('kept')
})
