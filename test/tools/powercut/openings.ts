import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Tab } from '../../drivers/driver.js'
import { within } from './limit.js'
import type { Machine, Running } from './machines.js'
import type { Found, PowercutPage, Told } from './page/main.js'
import type { Measure } from './page/measures.js'
import { listCut, readCut } from './record.js'

declare const powercutPage: PowercutPage

/** What a browser finds in a state, or that it does not open it. */
export type Opened = { found: Found } | { error: string }

/** Opens states one after the other: their databases in one browser that forgets each, where a browser can, else all of them in new ones. */
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
  machine: Machine
  without: Measure | undefined
}

/** Profiles lie in memory where there is such a place: nothing here depends on a disk any more. */
function createPlace(): string {
  const memory = '/dev/shm'
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'counterfoil-opening-'))
}

const patienceMs = 180_000
const goOnMsMax = 300_000
const startMsMax = 300_000

/** A browser with the page open, in a profile of its own. */
interface Stage {
  browser: Running
  tab: Tab
  folder: string
  remove: () => Promise<void>
}

/** In a copy of the empty profile, into which files are laid first. */
async function startStage(terms: OpenTerms, files: ReadonlyMap<string, Buffer>): Promise<Stage> {
  const { machine, template, url, without } = terms
  const place = createPlace()
  cpSync(template, place, { recursive: true })
  const folder = join(place, machine.dataFolder)
  for (const path of listCut(folder, machine)) rmSync(join(folder, path))
  lay(folder, files, machine.isCut)
  const browser = await machine.start(place)
  const remove = async () => {
    await within(patienceMs, 'ending a browser', browser.kill())
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const tab = await within(startMsMax, 'a first page', browser.open(url))
    await goWithout(tab, without)
    return { browser, tab, folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const nothing: ReadonlyMap<string, Buffer> = new Map()

export async function startQuickOpener(terms: OpenTerms): Promise<QuickOpener> {
  const { machine } = terms
  let stage = await startStage(terms, nothing)
  let laid: string[] = []
  const replace = async (files = nothing) => {
    await stage.remove()
    stage = await startStage(terms, files)
  }
  return {
    async open(files) {
      if (!stage.browser.clear) await replace(files)
      else if (!(await forget(stage, terms))) await replace()
      if (stage.browser.clear) lay(stage.folder, files, machine.isDatabase)
      laid = listLogs(stage.folder, machine)
      const opened = await lookIn(stage.tab)
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

/** Makes the browser forget what it has open; resolves with whether it has. */
async function forget({ browser, tab }: Stage, { url, without }: OpenTerms): Promise<boolean> {
  const clear = async () => {
    // A till that is only closed may still be at work on the logs, and the next would leave that work to it.
    await tab.go(url)
    await goWithout(tab, without)
    await browser.clear?.(url)
    return true
  }
  return within(patienceMs, 'forgetting', clear()).catch(() => false)
}

async function goOn(
  { tab, folder, browser }: Stage,
  round: string,
  laid: readonly string[],
  { without, machine }: OpenTerms,
): Promise<WentOn> {
  await tab.evaluate((round) => {
    powercutPage.ring(1, round)
  }, round)
  const told = await hearFirst(tab)
  const hasTurned = without === 'new-log' || (await untilLogTurned(folder, laid, machine))
  // Files that are read while the browser writes would be of different moments.
  await browser.sleep()
  const files = readCut(folder, machine)
  browser.wake()
  return { told, files, hasTurned }
}

async function hearFirst(tab: Tab): Promise<Told[]> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const told = await tab.evaluate(() => powercutPage.hear())
    if (told.length > 0) return told
  }
  throw new Error('nothing could be rung up in what was found')
}

async function goWithout(tab: Tab, without: Measure | undefined): Promise<void> {
  if (without)
    await tab.evaluate((without) => {
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

async function lookIn(tab: Tab): Promise<Opened> {
  const work = async (): Promise<Opened> => {
    return { found: await tab.evaluate(() => powercutPage.open().then(() => powercutPage.look())) }
  }
  return within(patienceMs, 'opening', work()).catch((error: unknown) => ({ error: String(error) }))
}

function listLogs(folder: string, machine: Machine): string[] {
  return listCut(folder, machine).filter((name) => /\.leveldb\/\d+\.log$/.test(name))
}

/** The till has made the browser begin a new log; SQLite has none. */
async function untilLogTurned(folder: string, before: readonly string[], machine: Machine): Promise<boolean> {
  const until = Date.now() + patienceMs
  while (before.length > 0 && Date.now() < until) {
    if (!listLogs(folder, machine).some((name) => before.includes(name))) return true
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
  terms: Omit<OpenTerms, 'without'>,
): Promise<WholeOpening> {
  let stage: Stage | undefined
  try {
    stage = await startStage({ ...terms, without: undefined }, files)
    return await lookInAll(stage)
  } catch (error) {
    return { opened: { error: String(error) } }
  } finally {
    await stage?.remove()
  }
}

async function lookInAll({ tab }: Stage): Promise<WholeOpening> {
  const opened = await lookIn(tab)
  if ('error' in opened || opened.found.losses.length === 0) return { opened }
  const broughtBack = await within(
    goOnMsMax,
    'bringing back',
    tab.evaluate(() => powercutPage.bringBack()),
  )
  return { opened, broughtBack }
}
