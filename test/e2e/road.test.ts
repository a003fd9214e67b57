import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { startHost } from '../support/host.js'
import { fullModels, kinds } from '../support/models.js'
import {
  cutOff,
  comeBackAfterAnHour,
  ringUpAll,
  untilPrecached,
  untilReady,
  untilStatus,
} from '../support/page.js'
import { readLedger, seedTransaction, setOutage, type Ledger } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage()

/** What any fetch of a browser carries by itself. */
const browserHeaders =
  /^(host|connection|content-length|content-type|accept|accept-encoding|accept-language|cache-control|pragma|user-agent|origin|priority|referer|sec-.*)$/

describeEngine('an operation rung up offline', () => {
  it('starts cold with no server, is kept over closing the browser, and arrives exactly as documented', async () => {
    const own = await startHost({ isInFull: true })
    const profile = stage.newProfile({ hasSync: false })
    const first = await stage.start(profile)
    const page = await first.open(own.url)
    await untilReady(page)
    await untilPrecached(page)
    await first.close()
    await own.stop()

    const second = await stage.start(profile)
    const offline = await second.open(own.url)
    await untilReady(offline)
    await ringUpAll(offline)
    await untilStatus(offline, { counts: { queued: 5, settled: 0, parked: 0 } })
    await second.close()

    const again = await startHost({ port: Number(new URL(own.url).port), isInFull: true })
    try {
      await seedTransaction(again.url)
      const third = await stage.start(profile)
      const online = await third.open(again.url)
      await untilReady(online)
      await comeBackAfterAnHour(online)
      await untilStatus(online, { counts: { queued: 0, sending: 0, settled: 5, parked: 0 } })
      expect(third.complaints).toEqual([])
      const { arrivals } = await readLedger(again.url)
      const operations = arrivals.slice(1).filter(({ method }) => method !== 'HEAD')
      expect(operations.map(arrivalToRequest).sort(byLine)).toEqual(
        kinds.map((kind, index) => ({
          line: documented[index],
          type: 'application/json',
          body: fullModels[kind],
        })),
      )
      const names = operations.flatMap(({ headers }) => Object.keys(headers))
      expect(names.filter((name) => !browserHeaders.test(name))).toEqual([])
    } finally {
      await again.stop()
    }
  })

  it('goes when the service is back after an hour', async () => {
    const tab = await stage.openTill()
    await seedTransaction(stage.server.url)
    await cutOff(tab, stage.server.url)
    await ringUpAll(tab)
    await untilStatus(tab, { reach: 'offline' })
    await setOutage(stage.server.url, false)
    await comeBackAfterAnHour(tab)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 5 }, reach: 'online', pauses: [] })
  })
})

const documented = [
  'POST /v1.0/svc/associate',
  'PUT /v1.0/svc/refund',
  'PUT /v1.0/svc/migrate',
  'PUT /v1.0/svc/receipt',
  'POST /v1.0/mktp/order',
]

interface ReceivedRequest {
  line: string
  type: string | undefined
  body: unknown
}

function arrivalToRequest({ method, path, headers, bodyText }: Ledger['arrivals'][number]): ReceivedRequest {
  return { line: `${method} ${path}`, type: headers['content-type'], body: JSON.parse(bodyText) as unknown }
}

function byLine(left: ReceivedRequest, right: ReceivedRequest): number {
  return documented.indexOf(left.line) - documented.indexOf(right.line)
}

describeEngine('two tabs and the worker, all awake', () => {
  it('deliver each of 100 exactly once, in order per card', async () => {
    const browser = await stage.start(stage.newProfile())
    const tabs = [await stage.openTill(browser), await stage.openTill(browser)]
    for (const tab of tabs) await cutOff(tab, stage.server.url)
    const ringUp = (tab: Tab, prefix: string) =>
      tab.evaluate(async (prefix) => {
        for (let index = 0; index < 50; index += 1) {
          const StoredValueCardCodeCollection = [{ StoredValueCardCode: `${prefix}${index % 10}` }]
          const StoredValueCardReceipt = { Total: index }
          await counterfoilTill.refund({
            StoredValueCardCodeCollection,
            StoredValueCardReceipt,
            Notes: String(index),
          })
        }
      }, prefix)
    await Promise.all(tabs.map((tab, index) => ringUp(tab, `90010000000000${index}`)))
    await setOutage(stage.server.url, false)
    await Promise.all(tabs.map((tab) => tab.evaluate(() => counterfoilTill.replay())))
    for (const tab of tabs)
      await untilStatus(tab, { counts: { queued: 0, sending: 0, parked: 0, settled: 100 } })
    const effects = (await readLedger(stage.server.url)).effects
    expect(effects).toHaveLength(100)
    const notesByCard = new Map<string, number[]>()
    for (const { body } of effects) {
      const [item] = body.StoredValueCardCodeCollection as { StoredValueCardCode: string }[]
      const card = item?.StoredValueCardCode ?? ''
      notesByCard.set(card, [...(notesByCard.get(card) ?? []), Number(body.Notes)])
    }
    expect(notesByCard.size).toBe(20)
    for (const notes of notesByCard.values())
      expect(notes).toEqual([...notes].sort((left, right) => left - right))
  })
})
