import type { CDPSession } from 'playwright'
import { stages, startChromium } from '../../drivers/chromium.js'
import type { EngineName, Tab } from '../../drivers/driver.js'
import { engines } from '../../drivers/engines.js'
import { findStore, type Store } from '../../drivers/stores.js'

export const settingNames = ['leveldb', 'sqlite', 'slowed', 'firefox', 'webkit'] as const

export type SettingName = (typeof settingNames)[number]

/** A page of a contender's. */
export interface BenchTab {
  evaluate: Tab['evaluate']
  /** The way to Chromium's own tools. */
  inspect?: () => Promise<CDPSession>
}

export interface BenchBrowser {
  open: (url: string) => Promise<BenchTab>
  close: () => Promise<void>
  kill: () => Promise<void>
}

/** Where the bench is played: an engine, and what it keeps its databases in. */
export interface Setting {
  name: SettingName
  title: string
  store: Store
  engine: EngineName
  /** How many rounds are enough where no goal depends on it. */
  roundsMax?: number
  /** Whether the till delivers by its page alone: nothing slows a worker down. */
  isAlone?: boolean
  start: (profile: string) => Promise<BenchBrowser>
}

const roundsWithoutGoal = 2

/** How many times a cheap tablet is slower than a desk's computer. */
export const slowedTimes = 6

export const settings: readonly Setting[] = [
  {
    name: 'leveldb',
    title: 'Chromium, LevelDB',
    store: 'leveldb',
    engine: 'chromium',
    start: (profile) => startInspected(profile),
  },
  {
    name: 'sqlite',
    title: 'Chromium, SQLite',
    store: 'sqlite',
    engine: 'chromium',
    start: (profile) => startInspected(profile, stages.sqliteOnly),
  },
  {
    name: 'slowed',
    roundsMax: roundsWithoutGoal,
    title: `Chromium, LevelDB, slowed ${slowedTimes} times`,
    store: 'leveldb',
    engine: 'chromium',
    isAlone: true,
    start: (profile) => startInspected(profile, [], slowedTimes),
  },
  {
    name: 'firefox',
    roundsMax: roundsWithoutGoal,
    title: 'Firefox',
    store: 'firefox',
    engine: 'firefox',
    start: (profile) => engines.firefox.start(profile),
  },
  {
    name: 'webkit',
    roundsMax: roundsWithoutGoal,
    title: 'WebKitGTK',
    store: 'webkit',
    engine: 'webkit',
    start: (profile) => engines.webkit.start(profile),
  },
]

export function settingOf(name: SettingName): Setting {
  const setting = settings.find((setting) => setting.name === name)
  if (!setting) throw new Error(`no setting is called ${name}`)
  return setting
}

async function startInspected(
  profile: string,
  words: readonly string[] = [],
  slowness = 1,
): Promise<BenchBrowser> {
  const browser = await startChromium(profile, words)
  return {
    async open(url) {
      const page = await browser.context.newPage()
      const inspect = () => browser.context.newCDPSession(page)
      // The session stays: what it asked for ends with it.
      if (slowness > 1) await (await inspect()).send('Emulation.setCPUThrottlingRate', { rate: slowness })
      await page.goto(url)
      return {
        inspect,
        evaluate: (run, ...words) =>
          page.evaluate<Awaited<ReturnType<typeof run>>>(`(${run.toString()})(...${JSON.stringify(words)})`),
      }
    },
    close: browser.close,
    kill: browser.kill,
  }
}

/** A figure of another store than the one told would be worth nothing. */
export function assertStore(profile: string, { title, store }: Setting): void {
  const found = findStore(profile)
  if (found !== store)
    throw new Error(`${title}: the profile’s databases lie in ${found ?? 'no file that is known'}`)
}
