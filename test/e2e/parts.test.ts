import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { startHost } from '../support/host.js'
import { readStatus, untilStatus } from '../support/page.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

/** The line to the server of the page's own files, once the first part has come. */
let isLineCut = true
const stage = prepareStage(() =>
  startHost({ isWorkerless: true, isCut: (path) => isLineCut && /\/rest-[\w-]+\.js/.test(path) }),
)

async function openFirstPart(): Promise<Tab> {
  const tab = await (await stage.start()).open(stage.server.url)
  await expect.poll(() => tab.evaluate(() => 'counterfoilTill' in globalThis)).toBe(true)
  return tab
}

/** How each call ends that needs more than the first part. */
function callAll(tab: Tab, id: string): Promise<Record<string, string>> {
  return tab.evaluate(async (id: string) => {
    const till = counterfoilTill
    const calls: Record<string, () => Promise<unknown>> = {
      entries: () => till.entries(),
      receipts: () => till.receipts(),
      unusedNumbers: () => till.unusedNumbers(),
      day: () => till.day({ from: new Date(0), to: new Date() }),
      verifyJournal: () => till.verifyJournal(),
      exportJournal: () => till.exportJournal('a passphrase of some length'),
      handOvers: () => till.handOvers(),
      check: () => till.attention.check(id, {}),
      merge: () => till.attention.merge(id),
      resume: () => till.resume(),
      replay: () => till.replay(),
    }
    const ends = Object.entries(calls).map(async ([name, call]) => {
      const end = await call().then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
      return [name, end] as const
    })
    return Object.fromEntries(await Promise.all(ends))
  }, id)
}

describeEngine('a page whose line breaks between the first paint and the rest', () => {
  it('saves, says that a part is missing, and loads it by itself once the line is back', async () => {
    isLineCut = true
    const tab = await openFirstPart()
    await untilStatus(tab, { parts: { state: 'missing' } })
    const id = await tab.evaluate(async () => {
      const receipt = await counterfoilTill.receipt({ Total: 25, Payments: [{ Amount: 25 }] })
      const entry = await counterfoilTill.refund({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
        StoredValueCardReceipt: receipt,
      })
      return entry.id
    })
    await untilStatus(tab, { counts: { queued: 1 }, parts: { state: 'missing' } })
    expect(new Set(Object.values(await callAll(tab, id)))).toEqual(new Set(['load-failed']))
    isLineCut = false
    await untilStatus(tab, { parts: { state: 'loaded' }, counts: { settled: 1, queued: 0 } })
    const ends = await callAll(tab, id)
    expect(Object.keys(ends).length).toBeGreaterThan(10)
    expect(Object.entries(ends).filter(([, end]) => end !== 'done')).toEqual([])
    expect((await readStatus(tab)).storage.fault).toBeUndefined()
  })
})
