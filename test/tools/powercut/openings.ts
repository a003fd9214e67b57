import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import type { Found, PowercutPage, Told } from './page/main.js'
import type { Measure } from './page/measures.js'
import { dataFolder, isCut, readFolder } from './record.js'

declare const powercutPage: PowercutPage

/** What a browser finds in a state, or that it does not open it. */
export type Opened = { found: Found } | { error: string }

/** Opens databases one after the other in one browser, which forgets each before the next is laid. */
export interface QuickOpener {
  open: (files: ReadonlyMap<string, Buffer>) => Promise<Opened>
  /** Rings up one more in what is open, then takes away the power again: what is told, and what is on the disk. */
  goOn: (round: string) => Promise<{ told: Told[]; files: Map<string, Buffer> }>
  stop: () => Promise<void>
}

/** Where a state is opened. */
export interface OpenTerms {
  url: string
  /** An empty profile, to copy. */
  template: string
  words: readonly string[]
  without: Measure | undefined
}

/** Profiles lie in memory where there is such a place: nothing here depends on a disk any more. */
function createPlace(): string {
  const memory = '/dev/shm'
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'counterfoil-opening-'))
}

const databases = 'IndexedDB'
const patienceMs = 60_000

/** A process that runs takes so long at most to see that it is to stop. */
const stopMs = 30

export async function startQuickOpener({ url, template, words, without }: OpenTerms): Promise<QuickOpener> {
  const place = createPlace()
  cpSync(template, place, { recursive: true })
  const browser = await startChromium(place, words)
  const page = await browser.context.newPage()
  const session = await browser.context.newCDPSession(page)
  await enter(page, url, without)
  const folder = join(place, dataFolder)
  return {
    async open(files) {
      await page.evaluate(() => {
        powercutPage.close()
      })
      await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
      lay(folder, files, (path) => path.startsWith(`${databases}/`))
      const opened = await lookIn(page)
      // Whatever a page that has failed still holds, the next state is not opened in it.
      if ('error' in opened) await enter(page, url, without)
      return opened
    },
    async goOn(round) {
      const before = listLogs(folder)
      await page.evaluate((round) => {
        powercutPage.ring(1, round)
      }, round)
      const told: Told[] = []
      while (told.length < 1) told.push(...(await page.evaluate(() => powercutPage.hear())))
      if (without !== 'new-log') await untilLogTurned(folder, before)
      // Files that are read while the browser writes would be of different moments.
      browser.signal('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, stopMs))
      const files = [...readFolder(folder)].filter(([path]) => isCut(path))
      browser.signal('SIGCONT')
      return { told, files: new Map(files) }
    },
    async stop() {
      await browser.kill()
      rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function enter(page: Page, url: string, without?: Measure): Promise<void> {
  await page.goto(url)
  if (without) await page.evaluate((without) => { powercutPage.goWithout(without); }, without)
}

function lay(folder: string, files: ReadonlyMap<string, Buffer>, isWanted: (path: string) => boolean): void {
  for (const [path, bytes] of files) {
    if (!isWanted(path)) continue
    const place = join(folder, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, bytes)
  }
}

async function lookIn(page: Page): Promise<Opened> {
  const work = async (): Promise<Opened> => {
    return { found: await page.evaluate(() => powercutPage.open().then(() => powercutPage.look())) }
  }
  const late = new Promise<Opened>((resolve) =>
    setTimeout(() => {
      resolve({ error: 'it did not open in a minute' })
    }, patienceMs).unref(),
  )
  return Promise.race([work().catch((error: unknown) => ({ error: String(error) })), late])
}

function listLogs(folder: string): string[] {
  const names = readdirSync(join(folder, databases), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.leveldb\/\d+\.log$/.test(name))
}

/** The till has made the browser begin a new log; SQLite has none. */
async function untilLogTurned(folder: string, before: readonly string[]): Promise<void> {
  const until = Date.now() + patienceMs
  while (before.length > 0 && Date.now() < until) {
    if (!listLogs(folder).some((name) => before.includes(name))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A state as a fresh browser finds it, witness and mirror included. */
export interface WholeOpening {
  opened: Opened
  /** After what the mirror has was brought back; missing where there was nothing to bring back. */
  broughtBack?: Found
}

/** Opens a whole state in a browser of its own. */
export async function openWhole(
  files: ReadonlyMap<string, Buffer>,
  { url, template, words }: Omit<OpenTerms, 'without'>,
): Promise<WholeOpening> {
  const place = createPlace()
  let browser: Chromium | undefined
  try {
    cpSync(template, place, { recursive: true })
    for (const name of readdirSync(join(place, dataFolder)))
      if (isCut(`${name}/`)) rmSync(join(place, dataFolder, name), { recursive: true })
    lay(join(place, dataFolder), files, isCut)
    browser = await startChromium(place, words)
    const page = await browser.context.newPage()
    await enter(page, url)
    const opened = await lookIn(page)
    if ('error' in opened || opened.found.losses.length === 0) return { opened }
    return { opened, broughtBack: await page.evaluate(() => powercutPage.bringBack()) }
  } finally {
    await browser?.kill()
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
}
