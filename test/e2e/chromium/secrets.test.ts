import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright'
import type { Models, Till } from '../../../src/index.js'
import { engineToWords, refuseSync, startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { findOnDisk, textToForms } from '../../support/disk.js'
import { fullModels, secretsPlanted } from '../../support/models.js'
import { cutOff, untilReady, untilStatus } from '../../support/page.js'
import { setOutage } from '../../support/sandbox.js'
import { startHost } from '../../support/host.js'
import type { Server } from '../../support/vite.js'

declare const counterfoilTill: Till

let server: Server
const profile = createProfile()
const browsers: Chromium[] = []

beforeAll(async () => {
  refuseSync(profile.path)
  server = await startHost({ isInFull: true })
})
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.kill()
})
afterAll(async () => {
  await server.stop()
  profile.remove()
})

async function open(): Promise<{ browser: Chromium; page: Page }> {
  const browser = await startChromium(profile.path, engineToWords(inject('engine')))
  browsers.push(browser)
  const page = await browser.open(server.url)
  await untilReady(page)
  return { browser, page }
}

/** What must never lie on the disk in clear: secrets, people, cards, credentials. */
const hidden = [...secretsPlanted, 'Plantenini', '9001000000000017', 'Bearer planted-4799']
const wantedTexts = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text, textToForms(text)]))

interface SealedRow {
  id: string
  kept: Uint8Array
  secret?: Uint8Array
}

/** The sealed parts as they lie in the database, each with the bytes by which it is found on the disk. */
async function readSealed(page: Page): Promise<{ kept: string[]; secret: string[] }> {
  return page.evaluate(async () => {
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
        request.onerror = () => {
          reject(request.error ?? new Error('reading failed'))
        }
      })
    const database = await settle(indexedDB.open('counterfoil'))
    const rows = await settle(
      database.transaction('bodies').objectStore('bodies').getAll() as IDBRequest<SealedRow[]>,
    )
    database.close()
    const toHex = (bytes: Uint8Array) =>
      Array.from(bytes.slice(12, 44), (byte) => byte.toString(16).padStart(2, '0')).join('')
    return {
      kept: rows.map(({ kept }) => toHex(kept)),
      secret: rows.flatMap(({ secret }) => (secret ? [toHex(secret)] : [])),
    }
  })
}

/** Writes around all that stands until LevelDB has merged its files, and with them what was deleted. */
async function churn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('counterfoil')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => {
        resolve(opening.result)
      }
    })
    for (let round = 0; round < 20; round += 1) {
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction('bodies', 'readwrite', { durability: 'relaxed' })
        transaction.oncomplete = () => {
          resolve()
        }
        transaction.onabort = () => {
          reject(transaction.error ?? new Error('aborted'))
        }
        const bodies = transaction.objectStore('bodies')
        for (let part = 0; part < 20; part += 1) {
          const side = part % 2 === 0 ? '!' : '~'
          bodies.put({
            id: `${side}${round}-${part}-${Math.random()}`,
            noise: crypto.getRandomValues(new Uint8Array(50_000)),
          })
        }
      })
    }
    database.close()
  })
}

describe('whoever copies the disk', () => {
  it('finds no secret in clear while it waits, and nothing that the key could open once it has settled', async () => {
    await setOutage(server.url, true)
    const first = await open()
    await cutOff(first.page, server.url)
    await first.page.evaluate(
      async (text) => {
        const models = JSON.parse(text) as Models
        await counterfoilTill.setHeaders({ Authorization: 'Bearer planted-4799' })
        await counterfoilTill.associate(models.associate, { operator: 'operator-in-clear' })
        await counterfoilTill.refund(models.refund)
        await counterfoilTill.migrate(models.migrate)
      },
      JSON.stringify(fullModels).replaceAll('Rossi', 'Plantenini'),
    )
    const sealed = await readSealed(first.page)
    await first.browser.close()
    const clear = findOnDisk(profile.path, wantedTexts([...hidden, 'operator-in-clear']))
    expect(clear).toMatchObject(Object.fromEntries(hidden.map((text) => [text, []])))
    // What may lie there in clear is found: so would the rest be.
    expect(clear['operator-in-clear']).not.toEqual([])

    const forms = (parts: string[]) =>
      Object.fromEntries(parts.map((hex) => [hex, [Buffer.from(hex, 'hex')]]))
    expect(sealed.secret).toHaveLength(2)
    expect(Object.values(findOnDisk(profile.path, forms(sealed.secret)))).not.toContainEqual([])

    await setOutage(server.url, false)
    const second = await open()
    await second.page.evaluate(() => counterfoilTill.replay())
    await untilStatus(second.page, { counts: { queued: 0, sending: 0, settled: 3 } })
    expect((await readSealed(second.page)).secret).toEqual([])
    const readLeft = async () => {
      await churn(second.page)
      return Object.values(findOnDisk(profile.path, forms(sealed.secret))).flat()
    }
    await expect.poll(readLeft, { interval: 1_000 }).toEqual([])
    await second.browser.close()
    const after = findOnDisk(profile.path, { ...forms(sealed.secret), ...forms(sealed.kept) })
    for (const hex of sealed.secret) expect(after[hex]).toEqual([])
    for (const hex of sealed.kept) expect(after[hex]).not.toEqual([])
    const still = findOnDisk(profile.path, wantedTexts(hidden))
    expect(still).toMatchObject(Object.fromEntries(hidden.map((text) => [text, []])))
  })
})
