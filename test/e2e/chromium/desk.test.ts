import axe from 'axe-core'
import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { type JournalFiles, passphrase, wholeCard, writeJournalFiles } from '../../support/journal-files.js'

declare const globalAxe: typeof axe

const longSize = 5_000
const address = pathToFileURL(resolve('dist/lib/counterfoil-open.html')).href
const profile = createProfile()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-desk-'))
let files: JournalFiles
let browser: Chromium
let page: Page
let asked: string[] = []

beforeAll(async () => {
  files = await writeJournalFiles(folder, longSize)
  browser = await startChromium(profile.path)
})

afterAll(async () => {
  await browser.kill()
  profile.remove()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  asked = []
  page = await browser.context.newPage()
  page.on('request', (request) => asked.push(request.url()))
  // Said at the beginning: a key may be quicker than the driver's request to hear of a chooser.
  page.on('filechooser', () => undefined)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(address)
})

// In no test is anything asked of any network: the page is one file, and saves from its own memory.
afterEach(async () => {
  expect(asked.filter((url) => url !== address && !url.startsWith('blob:'))).toEqual([])
  expect(browser.complaints.splice(0)).toEqual([])
  await page.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const rows = () => page.locator('counterfoil-journal .row')
const heading = (name: string) => page.getByRole('heading', { level: 2, name })

async function chooseFile(by: string, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(by).click()
  await (await chooser).setFiles(path)
}

async function unlock(path: string, words = passphrase): Promise<void> {
  await chooseFile('Choose a file', path)
  await page.getByLabel('Passphrase of the file').fill(words)
  await page.keyboard.press('Enter')
}

const count = (text: string) => page.locator('counterfoil-journal .count').getByText(text, { exact: true })
const alert = () => page.getByRole('alert').filter({ hasText: /\S/ })

describe('the page that opens a journal, from a disk', () => {
  it('opens a copy, says that it has no log, and shows what waits and why', async () => {
    await unlock(files.copy)
    await heading('A copy').waitFor()
    expect(await page.locator('.facts').innerText()).toContain('S01 / T3')
    expect(await page.locator('.verdict').innerText()).toContain('This file has no log')
    await expect.poll(() => rows().count()).toBe(3)
    expect(await page.locator('counterfoil-journal .journal').innerText()).not.toMatch(/9001\d{12}/)
  })

  it('shows one operation’s whole history with its slip, and offers no act', async () => {
    await unlock(files.audit)
    await rows().filter({ hasText: '€20.50' }).click()
    const detail = page.locator('counterfoil-journal article.detail')
    await detail.getByText('What happened').waitFor()
    expect(await detail.innerText()).toMatch(/Entered by Eve[\s\S]*Sent: the service has it/)
    expect(await page.locator('counterfoil-receipt .slip').innerText()).toMatch(
      /FROM AN EXPORTED JOURNAL[\s\S]*Scarf/i,
    )
    await detail.locator('.close').click()
    await rows().filter({ hasText: 'Needs attention' }).first().click()
    await detail.locator('.reason').waitFor()
    await expect.poll(() => detail.getByRole('button').allInnerTexts()).toEqual(['Close', 'Print'])
  })

  it('finds the chain as the till signed it, and says what that does not show', async () => {
    await unlock(files.audit)
    await page.getByText('Everything is as the till signed it.').waitFor()
    expect(await page.locator('.verdict').innerText()).toContain('Nothing was kept apart')
    await expect.poll(() => rows().count()).toBe(8)
  })

  it('names what was altered, and opens it', async () => {
    await unlock(files.altered)
    await page.getByText('2 things are not as the till signed them.').waitFor()
    const findings = page.locator('.findings li')
    expect(await findings.allInnerTexts()).toEqual([
      expect.stringMatching(/Altered\s+refused-1\s+place 5\s+what was entered .* differs/),
      expect.stringMatching(/Removed\s+order-1\s+place 4/),
    ])
    await button('refused-1').click()
    await page.locator('counterfoil-journal article.detail').getByText('Operation refused-1').waitFor()
  })

  it('says that a passphrase is wrong, and opens with the right one', async () => {
    await unlock(files.copy, 'four other words than those')
    await alert().waitFor()
    expect(await alert().innerText()).toContain('The passphrase is wrong, or the file was changed.')
    await page.getByLabel('Show the passphrase').check()
    expect(await page.getByLabel('Passphrase of the file').getAttribute('type')).toBe('text')
    await page.getByLabel('Passphrase of the file').fill(passphrase)
    await button('Open').click()
    await heading('A copy').waitFor()
    expect(await page.content()).not.toContain(passphrase)
  })

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9), 'it ends too early'],
    ['strange', () => Buffer.from('seven green bottles'), 'not a file that a till has exported'],
    ['newer', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 5), Buffer.of(9)]), 'A newer release'],
  ])('says of a file that is %s what is wrong with it', async (name, damage, words) => {
    const path = join(folder, name)
    writeFileSync(path, damage(readFileSync(files.copy)))
    await chooseFile('Choose a file', path)
    await alert().waitFor()
    expect(await alert().innerText()).toContain(words)
  })

  it('does not open a file of which one byte was changed', async () => {
    const bytes = readFileSync(files.audit)
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
    const path = join(folder, 'changed')
    writeFileSync(path, bytes)
    await unlock(path)
    await alert().waitFor()
    expect(await alert().innerText()).toContain('or the file was changed')
  })

  it('opens what is sealed to the shop with its private key, and with no other', async () => {
    await chooseFile('Choose a file', files.sealed)
    await chooseFile('Choose the private key', files.copy)
    await alert().filter({ hasText: 'This is not a private key.' }).waitFor()
    await chooseFile('Choose the private key', files.otherKey)
    await alert().filter({ hasText: 'The key is another one' }).waitFor()
    await chooseFile('Choose the private key', files.key)
    await page.getByText('Everything is as the till signed it.').waitFor()
  })

  it('searches in all that an operation holds and in the words that it shows', async () => {
    await unlock(files.audit)
    const search = page.locator('#search')
    const find = async (text: string, ids: readonly string[]) => {
      await search.fill(text)
      const found = () => rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-id')))
      await expect.poll(found).toEqual(ids)
    }
    await find(wholeCard.slice(-8), ['refused-1', 'linked-1'])
    await find('…0017 refund', ['refused-1'])
    await find('#42', ['refund-1'])
    await find('555', ['order-1'])
    await find('blue SCARF', ['waits-1'])
    await find('refused by the card service', ['refused-1'])
    await find('voided', ['voided-1'])
    await find('nowhere', [])
    await search.fill('')
    await page.locator('counterfoil-journal').getByLabel('State').selectOption('parked')
    await expect.poll(() => rows().count()).toBe(2)
  })

  it('saves every operation as a line of JSON, and nothing that was not asked for', async () => {
    await unlock(files.copy)
    const saving = page.waitForEvent('download')
    await button('Save as JSON lines').click()
    const download = await saving
    expect(download.suggestedFilename()).toBe('S01-T3.counterfoil.jsonl')
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      'refused-1',
      'unknown-1',
      'waits-1',
    ])
    expect(lines.join()).toContain(wholeCard)
  })

  it('prints a slip that says where it comes from', async () => {
    await page.addInitScript(() => {
      // No person answers the dialog of a printer here; frames inherit this.
      window.print = () => {
        Object.assign(window.top ?? window, { printed: document.body.innerText })
        window.dispatchEvent(new Event('afterprint'))
      }
    })
    await page.reload()
    await unlock(files.audit)
    await rows().filter({ hasText: '€20.50' }).click()
    await button('Print').click()
    const printed = () => page.evaluate(() => (window as { printed?: string }).printed ?? '')
    await expect.poll(printed).toMatch(/from an exported journal/i)
  })

  it('takes a file that is dropped on it, in the midst of another one too', async () => {
    await unlock(files.copy)
    await heading('A copy').waitFor()
    const bytes = readFileSync(files.audit).toString('base64')
    const transfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
      transfer.items.add(new File([content], 'dropped.counterfoil'))
      return transfer
    }, bytes)
    await page.locator('main').dispatchEvent('drop', { dataTransfer: transfer })
    await heading('dropped.counterfoil').waitFor()
    await page.getByLabel('Passphrase of the file').fill(passphrase)
    await button('Open').click()
    await heading('A whole journal').waitFor()
  })

  it('is worked by keyboard alone, and tells where it stands', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '')
    await page.locator('#choose').waitFor()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('language')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('choose')
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(files.audit)
    await expect.poll(focused).toBe('passphrase')
    await page.keyboard.type(passphrase)
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('file-title')
    await page
      .getByRole('status')
      .filter({ hasText: 'The file is open: 8 operations.' })
      .waitFor({ state: 'attached' })
    await expect.poll(() => rows().count()).toBe(8)
    // Saving, closing, the search with its four filters, and the list.
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Tab')
    expect(await focused()).toBe('close')
    await page.keyboard.press('Tab')
    await page.keyboard.type('scarf')
    await count('2 operations found').waitFor()
    const focusedRow = () =>
      page
        .locator('counterfoil-journal')
        .evaluate(({ shadowRoot }) => (shadowRoot?.activeElement as HTMLElement | null)?.dataset.id)
    await rows().first().focus()
    await expect.poll(focusedRow).toBe('waits-1')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedRow).toBe('refund-1')
    await page.keyboard.press('Enter')
    await page.locator('counterfoil-journal article.detail').getByText('Operation refund-1').waitFor()
    await page.locator('counterfoil-journal article.detail .title').focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('counterfoil-journal article.detail').count()).toBe(0)
    await page.locator('#close').focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('choose')
  })

  it('speaks eight languages, in the browser’s own or another one', async () => {
    await unlock(files.audit)
    await heading('A whole journal').waitFor()
    const language = page.locator('#language')
    const values = await language
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    expect(values).toHaveLength(8)
    for (const value of values) {
      await language.selectOption(value)
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(value)
      await expect
        .poll(() => page.locator('counterfoil-journal .journal').innerText())
        .not.toContain('undefined')
    }
    await language.selectOption('de')
    await heading('Ein ganzes Journal').waitFor()
    await page.getByText('Alles ist so, wie die Kasse es signiert hat.').waitFor()
    await page.locator('#currency').selectOption('JPY')
    await rows().filter({ hasText: '¥' }).first().waitFor()
    await page.locator('#search').fill('storniert')
    await expect.poll(() => rows().count()).toBe(1)
  })

  it('has no fault that axe finds and asks for no sideways scrolling, light and dark, wide and on a telephone', async () => {
    const faults: string[] = []
    const look = async (name: string) => {
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [1280, 'dark'],
        [390, 'light'],
        [320, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const { violations } = await page.evaluate(() =>
          globalAxe.run(document, { preload: false, resultTypes: ['violations'] }),
        )
        const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
        faults.push(...found.map((fault) => `${name} ${width} ${colorScheme} ${fault}`))
        if (
          await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
          )
        )
          faults.push(`${name} ${width} scrolls sideways`)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await page.evaluate(axe.source.replace(/$/, '\n;globalThis.globalAxe = axe'))
    await look('start')
    await unlock(files.altered, 'four other words than those')
    await alert().waitFor()
    await look('locked')
    await page.getByLabel('Passphrase of the file').fill(passphrase)
    await button('Open').click()
    await page.locator('.findings').waitFor()
    await look('altered')
    await page.locator('#language').selectOption('pl')
    await page.locator('counterfoil-journal .row').nth(2).click()
    await page.locator('counterfoil-receipt').waitFor()
    await look('detail')
    expect(faults).toEqual([])
  })

  it('stays usable with five thousand operations', async () => {
    await unlock(files.long)
    await count('5,000 operations').waitFor()
    expect(await rows().count()).toBeLessThan(50)
    const search = page.locator('#search')
    await search.fill('e')
    await count('5,000 operations found').waitFor()
    await search.fill('#4999')
    await count('1 operation found').waitFor()
    await rows().filter({ hasText: 'No. 4999' }).click()
    await page.locator('counterfoil-journal article.detail').getByText('Operation e4999').waitFor()
    await search.fill('ada refused')
    await count('500 operations found').waitFor()
    await rows().first().focus()
    await page.keyboard.press('End')
    await rows().filter({ hasText: 'No. 0' }).waitFor()
    expect(await rows().count()).toBeLessThan(50)
  })

  it('lets nothing reach a network, from any code that runs in it', async () => {
    const arrived: string[] = []
    const server = createServer((request, response) => {
      arrived.push(request.url ?? '')
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as { port: number }
    const ending = await page.evaluate(async (url) => {
      const image = new Image()
      const failed = new Promise((done) => {
        image.addEventListener('error', done)
      })
      image.src = `${url}/image`
      await failed
      navigator.sendBeacon(`${url}/beacon`, 'card')
      return fetch(`${url}/fetch`).then(
        () => 'arrived',
        () => 'refused',
      )
    }, `http://127.0.0.1:${port}`)
    expect(ending).toBe('refused')
    expect(arrived).toEqual([])
    await new Promise((closed) => server.close(closed))
    const reports = browser.complaints.splice(0)
    expect(reports.filter((text) => !/Content Security Policy|violates/.test(text))).toEqual([])
    expect(reports.length).toBeGreaterThan(1)
    asked = []
  })
})
