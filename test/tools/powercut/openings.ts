import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { within } from './limit.js'
import type { Found, PowercutPage, Told } from './page/main.js'
import type { Measure } from './page/measures.js'
import { dataFolder, isCut, readFolder } from './record.js'

declare const powercutPage: PowercutPage

/** What a browser finds in a state, or that it does not open it. */
export type Opened = { found: Found } | { error: string }

/** Opens databases one after the other in one browser, which forgets each before the next is laid. */
export interface QuickOpener {
  open: (files: ReadonlyMap<string, Buffer>) => Promise<Opened>
  /** Rings up one more in what is open, then takes away the power again; or says that it does not go on. */
  goOn: (round: string) => Promise<WentOn | { error: string }>
  stop: () => Promise<void>
}

/** One more was rung up: what was told, and what is on the disk. */
interface WentOn {
  told: Told[]
  files: Map<string, Buffer>
  /** Whether the browser has begun new logs in time. */
  hasTurned: boolean
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
const patienceMs = 180_000
const goOnMsMax = 300_000
const startMsMax = 300_000

/** A process that runs takes so long at most to see that it is to stop. */
const stopMs = 30

/** A browser that opens one state after the other. */
interface Stage {
  browser: Chromium
  page: Page
  folder: string
  /** Makes it forget what it has open; resolves with whether it has. */
  forget: () => Promise<boolean>
  remove: () => Promise<void>
}

async function startStage(terms: OpenTerms): Promise<Stage> {
  const place = createPlace()
  cpSync(terms.template, place, { recursive: true })
  const browser = await startChromium(place, terms.words)
  const remove = async () => {
    await within(patienceMs, 'ending a browser', browser.kill())
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    return await within(startMsMax, 'a first page', enterStage(terms, { place, browser, remove }))
  } catch (error) {
    await remove()
    throw error
  }
}

async function enterStage(
  { url, without }: OpenTerms,
  { place, browser, remove }: { place: string; browser: Chromium; remove: () => Promise<void> },
): Promise<Stage> {
  const page = await browser.context.newPage()
  const session = await browser.context.newCDPSession(page)
  await enter(page, url, without)
  const clear = async () => {
    await page.evaluate(() => {
      powercutPage.close()
    })
    await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
    return true
  }
  return {
    browser,
    page,
    folder: join(place, dataFolder),
    forget: () => within(patienceMs, 'forgetting', clear()).catch(() => false),
    remove,
  }
}

export async function startQuickOpener(terms: OpenTerms): Promise<QuickOpener> {
  let stage = await startStage(terms)
  let laid: string[] = []
  const replace = async () => {
    await stage.remove()
    stage = await startStage(terms)
  }
  return {
    async open(files) {
      if (!(await stage.forget())) await replace()
      lay(stage.folder, files, (path) => path.startsWith(`${databases}/`))
      laid = listLogs(stage.folder)
      const opened = await lookIn(stage.page)
      // Whatever a page that has failed still holds, the next state is not opened in it.
      if ('error' in opened) await replace()
      return opened
    },
    async goOn(round) {
      try {
        return await within(goOnMsMax, 'going on', goOn(stage, round, laid, terms))
      } catch (error) {
        await replace()
        return { error: String(error) }
      }
    },
    stop: () => stage.remove(),
  }
}

async function goOn(
  { page, folder, browser }: Stage,
  round: string,
  laid: readonly string[],
  { without }: OpenTerms,
): Promise<WentOn> {
  await page.evaluate((round) => {
    powercutPage.ring(1, round)
  }, round)
  const told = await hearFirst(page)
  const hasTurned = without === 'new-log' || (await untilLogTurned(folder, laid))
  // Files that are read while the browser writes would be of different moments.
  browser.signal('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, stopMs))
  const files = [...readFolder(folder)].filter(([path]) => isCut(path))
  browser.signal('SIGCONT')
  return { told, files: new Map(files), hasTurned }
}

async function hearFirst(page: Page): Promise<Told[]> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const told = await page.evaluate(() => powercutPage.hear())
    if (told.length > 0) return told
  }
  throw new Error('nothing could be rung up in what was found')
}

async function enter(page: Page, url: string, without?: Measure): Promise<void> {
  await page.goto(url)
  if (without)
    await page.evaluate((without) => {
      powercutPage.goWithout(without)
    }, without)
}

export function lay(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
  isWanted: (path: string) => boolean,
): void {
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
  return within(patienceMs, 'opening', work()).catch((error: unknown) => ({ error: String(error) }))
}

function listLogs(folder: string): string[] {
  const names = readdirSync(join(folder, databases), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.leveldb\/\d+\.log$/.test(name))
}

/** The till has made the browser begin a new log; SQLite has none. */
async function untilLogTurned(folder: string, before: readonly string[]): Promise<boolean> {
  const until = Date.now() + patienceMs
  while (before.length > 0 && Date.now() < until) {
    if (!listLogs(folder).some((name) => before.includes(name))) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return before.length === 0
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
    return await lookInAll(browser, url)
  } catch (error) {
    return { opened: { error: String(error) } }
  } finally {
    await within(patienceMs, 'ending a browser', browser?.kill() ?? Promise.resolve())
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function lookInAll({ context }: Chromium, url: string): Promise<WholeOpening> {
  const page = await within(patienceMs, 'a first page', context.newPage())
  await enter(page, url)
  const opened = await lookIn(page)
  if ('error' in opened || opened.found.losses.length === 0) return { opened }
  const broughtBack = await within(
    goOnMsMax,
    'bringing back',
    page.evaluate(() => powercutPage.bringBack()),
  )
  return { opened, broughtBack }
}
