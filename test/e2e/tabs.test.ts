import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Browser, Tab } from '../drivers/driver.js'
import { readText } from '../support/hands.js'
import {
  askWorker,
  cutOff,
  listDatabases,
  readStatus,
  readTables,
  ringUpMany,
  untilReady,
  untilStatus,
  tryEverything,
} from '../support/page.js'
import { setOutage } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage()

/** A page of the same origin that is no till; one that Firefox would show as JSON would be of another. */
function openNeighbour(browser: Browser): Promise<Tab> {
  return browser.open(`${stage.server.url}/icon.svg`)
}

async function removeDatabase(tab: Tab, name: string): Promise<void> {
  await tab.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = () => {
          resolve()
        }
        request.onerror = () => {
          reject(request.error ?? new Error('not deleted'))
        }
      }),
    name,
  )
}

describeEngine('a database that another tab deletes', () => {
  it('is told as deleted, with nothing counted and nothing created anew', async () => {
    const browser = await stage.start()
    const tab = await stage.openTill(browser)
    const neighbour = await openNeighbour(browser)
    await cutOff(tab, stage.server.url)
    await ringUpMany(tab, 3)
    await untilStatus(tab, { counts: { queued: 3 } })
    const waiting = tab.evaluate(async () => {
      const [entry] = await counterfoilTill.entries()
      Object.assign(globalThis, { isWaiting: true })
      return counterfoilTill.settled(entry?.id ?? '').catch((error: unknown) => String(error))
    })
    await expect.poll(() => tab.evaluate(() => 'isWaiting' in globalThis)).toBe(true)
    await removeDatabase(neighbour, 'counterfoil')
    await untilStatus(tab, { storage: { state: 'deleted' } })
    expect(await readStatus(tab)).toMatchObject({ counts: {}, replay: { running: false } })
    expect((await readStatus(tab)).counts).toEqual({})
    expect(await waiting).toContain('deleted from the browser')
    const ends = await tryEverything(tab)
    expect(ends.filter((end) => !/^storage-refused: .*deleted from the browser/.test(end))).toEqual([])
    await expect.poll(() => readText(tab, 'counterfoil-status >>> [part=waiting]')).toBe('Waiting: not known')
    expect(await readText(tab, 'counterfoil-status >>> [part~=storage]')).toContain('deleted')
    expect(await askWorker(tab)).toEqual({ tag: 'declined', option: 'name' })
    // WebKit names databases too that the worker looked for and did not create.
    if (browser.engine !== 'webkit') await expect.poll(() => listDatabases(neighbour)).toEqual([])
  })
})

describeEngine('two releases at once', () => {
  it('the older lets the newer have the data, says so, and changes nothing of it', async () => {
    const browser = await stage.start()
    const tab = await stage.openTill(browser)
    const neighbour = await openNeighbour(browser)
    await cutOff(tab, stage.server.url)
    const { ids } = await ringUpMany(tab, 5)
    await untilStatus(tab, { counts: { queued: 5 }, replay: { running: false } })
    const before = await readTables(neighbour)
    await upgrade(neighbour, 1_000)
    await untilStatus(tab, { storage: { state: 'outdated' } })
    expect((await readStatus(tab)).counts).toEqual({})
    const ends = await tryEverything(tab)
    expect(ends.filter((end) => !/^outdated: .*load the page again/.test(end))).toEqual([])
    expect(await readText(tab, 'counterfoil-status >>> [part~=storage]')).toContain('newer version')

    await tab.reload()
    const readFailure = () =>
      tab.evaluate(() => {
        const failure = document.getElementById('failure')
        return failure?.hidden === false ? failure.textContent : ''
      })
    await expect.poll(readFailure).toContain('newer version')
    expect(await askWorker(tab)).toEqual({ tag: 'declined', option: 'outdated' })
    expect(await askWorker(tab)).toEqual({ tag: 'declined', option: 'outdated' })
    const after = await readTables(neighbour)
    expect(after).toEqual({ ...before, version: 1_000 })
    expect(after.entries).toEqual([...ids].sort())
    // The neighbour has no icon.
    expect(browser.complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})

/** What the next release will do to the database, as far as this one can see. */
async function upgrade(tab: Tab, version: number): Promise<void> {
  await tab.evaluate(
    (version) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('counterfoil', version)
        request.onupgradeneeded = () => request.result.createObjectStore('later')
        request.onblocked = () => {
          reject(new Error('the older release did not let go'))
        }
        request.onsuccess = () => {
          request.result.close()
          resolve()
        }
      }),
    version,
  )
}

describeEngine('five tabs at once', () => {
  it('open one database, and keep all that is rung up in it', async () => {
    await setOutage(stage.server.url, true)
    const browser = await stage.start()
    const { url } = stage.server
    const tabs = await Promise.all(Array.from({ length: 5 }, () => browser.open(url)))
    await Promise.all(tabs.map(untilReady))
    const rungUp = await Promise.all(tabs.map((tab) => ringUpMany(tab, 10)))
    const told = rungUp.flatMap(({ ids }) => ids)
    expect(told).toHaveLength(50)
    for (const tab of tabs) await untilStatus(tab, { counts: { queued: 50 }, storage: { state: 'open' } })
    const [tab] = tabs
    if (!tab) throw new Error('no tab was opened')
    const { entries, bodies, receipts, births } = await readTables(tab)
    expect(entries).toEqual([...told].sort())
    expect(bodies).toEqual(entries)
    expect(receipts).toEqual(entries)
    expect(births).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })
})
