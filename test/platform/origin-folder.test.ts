import { afterEach, expect, it, vi } from 'vitest'
import { createOriginFolder } from '../../src/platform/origin-folder.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The files of an origin; whether it still has the folder that it gave out is for the test to say. */
function standInForFiles(getDirectory: () => Promise<unknown>): void {
  vi.stubGlobal('navigator', { storage: { getDirectory } })
}

const rootWith = (folder: object) => ({ getDirectoryHandle: () => Promise.resolve(folder) })

it('a question that the browser left without an answer held up all that came later', async () => {
  let count = 0
  standInForFiles(() => {
    count += 1
    return count === 1 ? new Promise(() => undefined) : Promise.resolve(rootWith({ name: 'there' }))
  })
  const inFolder = createOriginFolder('one')
  void inFolder(() => Promise.resolve())
  expect(await inFolder(({ name }) => Promise.resolve(name))).toBe('there')
  expect(await inFolder(({ name }) => Promise.resolve(name))).toBe('there')
  expect(count).toBe(2)
})

it('tries once more in a folder that is gone, and once only; another error is told at once', async () => {
  const gone = new DOMException('it is gone', 'NotFoundError')
  const full = new DOMException('it is full', 'QuotaExceededError')
  standInForFiles(() => Promise.resolve(rootWith({})))
  const inFolder = createOriginFolder('one')
  const work = vi.fn<() => Promise<string>>(() => Promise.resolve('done'))
  await inFolder(work)
  work.mockRejectedValueOnce(gone)
  expect(await inFolder(work)).toBe('done')
  work.mockRejectedValueOnce(gone).mockRejectedValueOnce(gone)
  await expect(inFolder(work)).rejects.toBe(gone)
  await inFolder(work)
  work.mockClear()
  work.mockRejectedValueOnce(full)
  await expect(inFolder(work)).rejects.toBe(full)
  expect(work).toHaveBeenCalledOnce()
})
