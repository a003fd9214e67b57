import { afterEach, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../src/index.js'
import { freshName } from '../support/journals.js'

const tills: Till[] = []
afterEach(() => {
  for (const till of tills.splice(0)) till.close()
})

// A browser lists 250 files unless it is told otherwise, and a page of sources loads more.
performance.setResourceTimingBufferSize(2_000)

/** Names of the package's own files that the browser has loaded, or begun to. */
function listLoaded(): string[] {
  return performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => /\/src\/(.*?)\.ts/.exec(name)?.[1] ?? [])
}

const ownReplay = ['till/page-replayer', 'replay/run', 'replay/deliver', 'transport/send', 'transport/client']

describe('the page’s own replay', () => {
  it('is not loaded with the package, and is there once a till is open, with nothing rung up', async () => {
    expect(listLoaded()).toContain('till/open')
    expect(listLoaded().filter((name) => ownReplay.includes(name))).toEqual([])
    const till = await openTill({
      shop: 'S01',
      terminal: 'T1',
      // Nobody listens there.
      service: { baseUrl: 'http://127.0.0.1:9' },
      worker: false,
      name: freshName(),
    })
    tills.push(till)
    await expect.poll(listLoaded).toEqual(expect.arrayContaining(ownReplay))
  })
})
