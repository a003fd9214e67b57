import { readdirSync, statSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { cutOff, readTables, ringUpMany } from '../../support/page.js'
import { startHost } from '../../support/host.js'
import { describeEngine, prepareStage } from '../../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage(() => startHost({ isInFull: true }))

/** The log into which Chromium writes whatever befalls the databases of the one origin there is. */
function findLog(profile: string): string {
  const folder = join(profile, 'Default/IndexedDB')
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.indexeddb\.leveldb\/\d+\.log$/.test(path),
  )
  const log = logs.sort().at(-1)
  if (log === undefined) throw new Error('the profile has no log')
  return join(folder, log)
}

describeEngine('a record torn in the log of the browser by a power cut', () => {
  it.each([10, 3_000])('of which %i bytes are missing, costs nothing that comes after it', async (torn) => {
    const profile = stage.newProfile()
    const first = await stage.start(profile)
    const before = await stage.openTill(first)
    await cutOff(before, stage.server.url)
    await ringUpMany(before, 10)
    const { births } = await readTables(before)
    await first.kill()
    const log = findLog(profile)
    truncateSync(log, statSync(log).size - torn)

    const second = await stage.start(profile)
    const tab = await stage.openTill(second)
    await expect.poll(() => basename(findLog(profile)), { interval: 100 }).not.toBe(basename(log))
    await ringUpMany(tab, 3)
    const kept = await readTables(tab)
    expect(kept.births).toEqual(births)
    await second.kill()

    const after = await stage.openTill(await stage.start(profile))
    expect(await readTables(after)).toEqual(kept)
    expect(await after.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})
