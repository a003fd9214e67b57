import { afterEach, describe, expect, it, vi } from 'vitest'
import { turnLog } from '../../src/journal/store/turn-log.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const listNames = async () => (await indexedDB.databases()).map(({ name }) => name)

describe('turning the log of Chromium', () => {
  it('is done three times, since a write at the same moment makes LevelDB drop the request unseen', async () => {
    const deletions = vi.spyOn(indexedDB, 'deleteDatabase')
    const deletedAtRest: number[] = []
    await turnLog('turned', () => {
      deletedAtRest.push(deletions.mock.calls.length)
      return Promise.resolve()
    })
    expect(deletions.mock.calls.map(([name]) => name)).toEqual(Array(3).fill('turned:turn'))
    expect(deletedAtRest).toEqual([1, 2])
    expect(await listNames()).not.toContain('turned:turn')
  })

  it('is done by one page at a time', async () => {
    const deletions = vi.spyOn(indexedDB, 'deleteDatabase')
    const rest = () => Promise.resolve()
    await Promise.all([turnLog('turned', rest), turnLog('turned', rest)])
    expect(deletions).toHaveBeenCalledTimes(3)
  })
})
