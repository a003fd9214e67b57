import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  chromium as playwright,
  type Browser as Playwright,
  type BrowserContext,
  type Page,
} from 'playwright'
import type { Browser, Engine, EngineName, Tab } from './driver.js'
import { findChromium, launchArguments } from './find-chromium.js'
import { killGroup, signalGroup, stopGroup } from './processes.js'
import type { Store } from './stores.js'

const rollout = 'IdbSqliteOnDiskRollout:stage'

/** Playwright's own half a minute is too little for a machine that is busy with other things. */
const patienceMs = 240_000

/**
 * The stages in which Chromium replaces LevelDB by SQLite under IndexedDB, by the words on its command line. Of several
 * such words the last holds; none of the driver’s own is lost by it.
 */
export const stages = {
  levelDbOnly: [],
  newStoresInSqlite: [`--enable-features=${rollout}/UseSqliteForNewStores`],
  gentleMigration: [`--enable-features=${rollout}/MigrateDataToSqliteGentle`],
  /** Moves nothing. */
  sqliteOnly: ['--enable-features=IdbSqliteBackingStore'],
} as const satisfies Record<string, readonly string[]>

export type Stage = keyof typeof stages

/** Chromium by its own protocol. */
export const chromium = createEngine('chromium', 'leveldb', 'levelDbOnly')

/** Chromium as it will be: with its databases in SQLite. */
export const sqlite = createEngine('sqlite', 'sqlite', 'sqliteOnly')

function createEngine(name: EngineName, store: Store, stage: Stage): Engine {
  return {
    name,
    family: 'chromium',
    store,
    findObstacle() {
      try {
        findChromium()
        return undefined
      } catch (error) {
        return (error as Error).message
      }
    },
    start: (profile) => startBrowser(profile, stages[stage], name),
  }
}

/** The words on the command line of an engine of this family. */
export function engineToWords(engine: EngineName): readonly string[] {
  return engine === 'sqlite' ? stages.sqliteOnly : stages.levelDbOnly
}

/** Chromium as any engine, with words of its own on its command line. */
export async function startBrowser(
  profile: string,
  words: readonly string[] = [],
  engine: EngineName = 'chromium',
): Promise<Browser> {
  return createBrowser(engine, await startChromium(profile, words))
}

export function createBrowser(
  engine: EngineName,
  { context, complaints, sleep, wake, close, kill }: Chromium,
): Browser {
  return {
    engine,
    complaints,
    async open(url) {
      const page = await context.newPage()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(url)
      return createTab(page)
    },
    sleep,
    wake,
    close,
    kill,
  }
}

function createTab(page: Page): Tab {
  return {
    async go(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async back() {
      await page.goBack({ waitUntil: 'commit' })
      await page.waitForFunction(() => document.readyState === 'complete', undefined, { polling: 20 })
    },
    evaluate: async (run, ...words) =>
      page.evaluate<Awaited<ReturnType<typeof run>>>(`(${run.toString()})(...${JSON.stringify(words)})`),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  }
}

export interface Chromium {
  context: BrowserContext
  /** A new tab at an address; what it complains of is kept. */
  open: (url: string) => Promise<Page>
  /** Errors and warnings of all its pages, and exceptions nobody caught. */
  complaints: string[]
  /** Leaves as a person does, so that everything is written down. */
  close: () => Promise<void>
  /** Takes away every process of it at once, as a power cut would. */
  kill: () => Promise<void>
  /** Stops every process of it; resolves when none runs. */
  sleep: () => Promise<void>
  wake: () => void
}

/** A real browser with a profile on disk, in a process group of its own; started by another command, if one is given. */
export async function startChromium(
  profile: string,
  more: readonly string[] = [],
  by: readonly string[] = [],
): Promise<Chromium> {
  const [command, ...first] = [...by, findChromium()]
  const words = [
    ...first,
    ...launchArguments,
    ...more,
    '--headless=new',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(command, words, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve()
    }),
  )
  const browser = await connect(child.stderr).catch(async (error: unknown) => {
    await killGroup(child)
    throw error
  })
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no context')
  context.setDefaultTimeout(patienceMs)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return {
    context,
    complaints,
    async open(url) {
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    async close() {
      if (!browser.isConnected()) return
      const session = await browser.newBrowserCDPSession()
      await session.send('Browser.close').catch(() => undefined)
      await browser.close()
      await ended
    },
    async kill() {
      await killGroup(child)
      await browser.close().catch(() => undefined)
    },
    sleep: () => stopGroup(child),
    wake() {
      signalGroup(child, 'SIGCONT')
    },
  }
}

/**
 * Lets no sync wake a profile's worker. While the browser serves one it does not end, though its last window is closed:
 * up to a minute, as long as the worker waits for the line.
 */
export function refuseSync(profile: string): void {
  mkdirSync(join(profile, 'Default'), { recursive: true })
  const preferences = { profile: { default_content_setting_values: { background_sync: 2 } } }
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
}

async function connect(stderr: NodeJS.ReadableStream): Promise<Playwright> {
  return playwright.connectOverCDP(await readAddress(stderr), { timeout: patienceMs })
}

async function readAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs)
  const lines = createInterface({ input: stderr, signal })
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      stderr.resume()
      return address
    }
  }
  throw new Error(signal.aborted ? 'the browser did not listen' : 'the browser ended before it listened')
}
