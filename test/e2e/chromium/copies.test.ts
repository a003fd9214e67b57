import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { chooseFile } from '../../support/files.js'
import { click, readText } from '../../support/hands.js'
import { startHost } from '../../support/host.js'
import { untilReady, untilStatus } from '../../support/page.js'
import { createShopKeys } from '../../support/shop-keys.js'
import { describeEngine, prepareStage } from '../../support/stage.js'
import type { Server } from '../../support/vite.js'

declare const counterfoilTill: Till

const stage = prepareStage()
const importCard = '.office > section:has(input[type=file])'
const folder = mkdtempSync(join(tmpdir(), 'copies-'))
let app: Server | undefined

/** An app of its own with the option, which the demo does not have. */
beforeAll(async () => {
  if (inject('isEngineMissing')) return
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: { entry: 'test/apps/copies/main.ts', formats: ['es'], fileName: () => 'main.js' },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const page = '<!doctype html><title>Copies</title><script type="module" src="/main.js"></script>'
  writeFileSync(join(folder, 'index.html'), page)
  app = await startHost({ folder })
})
afterAll(async () => {
  await app?.stop()
  rmSync(folder, { recursive: true })
})

/** A receiver on another origin, which allows the app. */
async function startReceiver() {
  const taken: Buffer[] = []
  let answer = 503
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-methods', 'PUT')
    response.setHeader('access-control-allow-headers', 'content-type')
    void buffer(request).then((body) => {
      if (request.method === 'PUT' && answer === 204) taken.push(body)
      response.writeHead(request.method === 'PUT' ? answer : 204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/S01-T9`,
    taken,
    mend: () => {
      answer = 204
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

describeEngine('copies off the device', () => {
  it('are pushed by this browser, told when they are not, and brought back in a new profile', async () => {
    const { publicKey, privateKey } = await createShopKeys()
    const receiver = await startReceiver()
    try {
      const copies = { to: receiver.url, everyMinutes: 1, publicKey, credentials: 'omit' }
      const asked = encodeURIComponent(JSON.stringify({ baseUrl: `${stage.server.url}/api`, copies }))
      const url = `${app?.url ?? ''}/#${asked}`
      const device = await stage.start()
      const tab = await device.open(url)
      await untilReady(tab)
      const ids = await tab.evaluate(async () => {
        await counterfoilTill.pause()
        const code = { StoredValueCardCode: '9001000000000017' }
        const first = await counterfoilTill.refund({
          StoredValueCardCodeCollection: [code],
          StoredValueCardReceipt: { Total: 25 },
        })
        return [first.id]
      })
      await untilStatus(tab, { copies: { failing: { reason: 'refused' } } })
      // It is tried again after a minute of its clock; a receiver that was mended meanwhile takes it then.
      receiver.mend()
      const second = await device.open(url)
      await untilReady(second)
      await untilStatus(tab, { copies: { operations: 1 } }, 300_000)
      await untilStatus(second, { copies: { operations: 1 } }, 300_000)
      expect(receiver.taken).toHaveLength(1)
      await device.kill()

      const other = await stage.openTill()
      const file = receiver.taken[0]?.toString('base64') ?? ''
      await other.evaluate(() => {
        location.hash = '#office'
      })
      await chooseFile(other, `${importCard} input[type=file]`, file)
      await click(other, `${importCard} .field:nth-of-type(3) input`)
      await other.type(JSON.stringify(privateKey))
      await click(other, `${importCard} button[type=submit]`)
      await expect
        .poll(() => readText(other, `${importCard} .outcome`))
        .toContain('Operations in it: 1. Only looked at')
      const imported = await other.evaluate(
        async (file, privateKey) => {
          const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
          const takeOver = { by: 'Ada', reason: 'the tablet is gone' }
          const report = await counterfoilTill.importJournal(new Blob([bytes]), { privateKey }, { takeOver })
          return report.imported
        },
        file,
        privateKey,
      )
      expect(imported).toBe(1)
      const entries = await other.evaluate(() => counterfoilTill.entries({ state: 'parked' }))
      expect(entries).toMatchObject([{ id: ids[0], reason: 'unknown' }])
    } finally {
      receiver.stop()
    }
  })
})
