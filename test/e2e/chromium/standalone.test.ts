import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../src/sandbox/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { findBlock } from '../../support/blocks.js'
import { serveFolder } from '../../support/site.js'

const profile = createProfile()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-standalone-'))
const file = join(folder, 'counterfoil/elements.js')
let server: Awaited<ReturnType<typeof serveFolder>>
let sandbox: Sandbox
let browser: Chromium

const readHashes = () => JSON.parse(readFileSync('dist/lib/integrity.json', 'utf8')) as Record<string, string>

// A folder of plain files with what the guide tells, and a card service elsewhere.
beforeAll(async () => {
  sandbox = await startSandbox()
  mkdirSync(join(folder, 'counterfoil'))
  cpSync('dist/lib/standalone', join(folder, 'counterfoil'), { recursive: true })
  cpSync('dist/lib/counterfoil-sw.js', join(folder, 'counterfoil-sw.js'))
  const hash = readHashes()['standalone/elements.js'] ?? ''
  const page = findBlock('standalone-page').code.replaceAll('sha384-HASH-OF-THIS-RELEASE', hash)
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(
    join(folder, 'till.js'),
    findBlock('standalone-till').code.replace("'/api'", `'${sandbox.url}'`),
  )
  server = await serveFolder(folder, '/')
  browser = await startChromium(profile.path)
})

afterAll(async () => {
  await browser.kill()
  await server.stop()
  await sandbox.close()
  profile.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('the till in one file, in a page without a bundler', () => {
  it('opens by the hash, shows itself, and has a refund confirmed', async () => {
    const page = await browser.open(server.url)
    await page.locator('counterfoil-status').getByText('0 waiting').waitFor()
    await page.getByRole('button', { name: 'Refund 25.00' }).click()
    await page.getByText('Confirmed: ').waitFor()
    expect(sandbox.bank.effects).toHaveLength(1)
    // The till does not wait for its worker.
    const listScripts = () => [...new Set(server.requests.filter((line) => line.endsWith('.js')))].sort()
    await expect
      .poll(listScripts)
      .toEqual(['GET /counterfoil-sw.js', 'GET /counterfoil/elements.js', 'GET /till.js'])
    await page.close()
  })

  it('has the till alone in the smaller file, with every name of the package', async () => {
    const page = await browser.open(`${server.url}counterfoil/counterfoil.js`)
    // As text, since the test runner would rewrite an import.
    const names = await page.evaluate<string[]>("import('/counterfoil/counterfoil.js').then(Object.keys)")
    expect(names).toEqual(expect.arrayContaining(['openTill', 'DuplicateOperation', 'dayToCsv']))
    expect(await page.evaluate(() => customElements.get('counterfoil-status'))).toBe(undefined)
    await page.close()
  })

  it('does not run, nor is there for an import, with one byte more', async () => {
    appendFileSync(file, ' ')
    const page = await browser.open(server.url)
    await expect.poll(() => browser.complaints.join()).toContain('integrity')
    expect(await page.evaluate(() => customElements.get('counterfoil-status'))).toBe(undefined)
    const ending = await page.evaluate<string>(
      "import('/counterfoil/elements.js').then(() => 'imported', () => 'refused')",
    )
    expect(ending).toBe('refused')
    await page.close()
  })
})
