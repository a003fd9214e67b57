import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { within } from './limit.js'
import type { Measure } from './page/measures.js'
import type { PowercutPage, Told } from './page/main.js'
import type { Arrival, Site } from './site.js'
import { buildStates, type Cut } from './states.js'
import { calls, readTrace, type Step } from './trace.js'

declare const powercutPage: PowercutPage

/** A browser's work on a disk, and what was told meanwhile. */
export interface Recording {
  /** The files before, by their path in the profile's folder. */
  base: Map<string, Buffer>
  steps: Step[]
  told: Told[]
  arrivals: Arrival[]
  /** The first step after the till had opened. */
  openedAt: number
}

/** What is wanted of a recording. */
export interface Wish {
  words: readonly string[]
  /** How many are rung up on each of three lanes. */
  count: number
  round: string
  without: Measure | undefined
}

/** What keeps a machine from recording; undefined if nothing does. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'Only Linux shows what a browser asks of the disk.'
  const isThere = spawnSync('strace', ['-V']).status === 0
  return isThere ? undefined : 'strace is missing: `apt-get install strace`.'
}

/** The folder inside a profile in which a site's data lies. */
export const dataFolder = 'Default'

/** The parts of it that are cut; other parts of a profile tell the till nothing. */
const parts = ['IndexedDB', 'File System', 'Service Worker', 'Local Storage', 'WebStorage']

export function isCut(path: string): boolean {
  return parts.some((part) => path.startsWith(`${part}/`))
}

/** Lets a till ring up and deliver in a browser whose every step on the disk is written down. */
export async function record(site: Site, from: UsedProfile, wish: Wish): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-'))
  const [profile, trace] = [join(folder, 'profile'), join(folder, 'trace')]
  mkdirSync(trace)
  cpSync(from.path, profile, { recursive: true })
  site.arrivals.splice(0)
  const base = readFolder(join(profile, dataFolder))
  let browser: Chromium | undefined
  try {
    browser = await startChromium(profile, wish.words, traceInto(trace))
    const page = await within(stepMsMax, 'opening under strace', openPage(browser, site, wish))
    const openedAt = Date.now()
    const told = await within(stepMsMax, 'ringing up under strace', ringAll(page, site, wish))
    await within(stepMsMax, 'closing under strace', browser.close())
    const steps = readTrace(trace, join(profile, dataFolder), base)
    assertSame(steps, base, readFolder(join(profile, dataFolder)))
    const first = steps.findIndex(({ from }) => from >= openedAt)
    return {
      base,
      steps,
      told: [...from.told, ...told],
      arrivals: [...from.arrivals, ...site.arrivals],
      openedAt: Math.max(0, first),
    }
  } finally {
    await browser?.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const stepMsMax = 300_000

async function openPage(browser: Chromium, { url }: Site, { without }: Pick<Wish, 'without'>): Promise<Page> {
  const page = await browser.open(url)
  if (without)
    await page.evaluate((without) => {
      powercutPage.goWithout(without)
    }, without)
  await page.evaluate(() => powercutPage.open())
  return page
}

/** The profile of a till that has been at work before, all of it on the disk; and what that till told. */
export interface UsedProfile {
  path: string
  told: Told[]
  arrivals: Arrival[]
}

/** Lets a till work for a moment in a copy of an empty profile. */
export async function createUsedProfile(
  site: Site,
  from: string,
  words: readonly string[],
): Promise<UsedProfile> {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-profile-'))
  cpSync(from, path, { recursive: true })
  const browser = await startChromium(path, words)
  try {
    const page = await within(stepMsMax, 'opening', openPage(browser, site, { without: undefined }))
    const told = await within(stepMsMax, 'ringing up', ringAll(page, site, { count: 2, round: 'before' }))
    await within(stepMsMax, 'closing', browser.close())
    return { path, told, arrivals: site.arrivals.splice(0) }
  } finally {
    await browser.kill()
  }
}

function traceInto(folder: string): string[] {
  const times = ['--absolute-timestamps=format:unix,precision:ns', '--syscall-times=ns']
  const strings = ['-y', '-xx', '-s', '20000000']
  const wanted = ['-e', `trace=${calls.join(',')}`, '-e', 'signal=none']
  return ['strace', '-ff', '--seccomp-bpf', ...times, ...strings, ...wanted, '-o', join(folder, 'thread')]
}

/** All that was asked of the disk, done, must be what lies there: otherwise the states would be those of another disk. */
function assertSame(
  steps: readonly Step[],
  base: ReadonlyMap<string, Buffer>,
  there: ReadonlyMap<string, Buffer>,
): void {
  const cut: Cut = { after: steps.length, names: 'journal', manner: 'all', sector: 512, seed: 0 }
  const [made] = buildStates(steps, base, [cut])
  const paths = new Set([...there.keys(), ...(made?.files.keys() ?? [])])
  const differing = [...paths].filter((path) => {
    const [one, other] = [made?.files.get(path), there.get(path)]
    return isCut(path) && !(one && other && one.equals(other))
  })
  if (differing.length > 0) throw new Error(`the trace does not tell all of ${differing.join(', ')}`)
}

/** The line is up in the middle of it alone: some operations wait, in the mirror too, and some are settled. */
async function ringAll(
  page: Page,
  site: Site,
  { count, round }: Pick<Wish, 'count' | 'round'>,
): Promise<Told[]> {
  const behindMs = await measureClock(page)
  const told: Told[] = []
  const hear = async (wanted: number) => {
    while (told.length < wanted) {
      const heard = await page.evaluate(() => powercutPage.hear())
      told.push(...heard.map(({ at, ...rest }) => ({ ...rest, at: at + behindMs })))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const all = count * 3
  site.setOutage(true)
  await page.evaluate(
    ([count, round]) => {
      powercutPage.ring(count, round)
    },
    [count, round] as const,
  )
  await hear(Math.floor(all / 3))
  site.setOutage(false)
  await page.evaluate(() => powercutPage.replay())
  await hear(Math.floor((2 * all) / 3))
  site.setOutage(true)
  await hear(all)
  await new Promise((resolve) => setTimeout(resolve, witnessedMs))
  return told
}

/** Witness and mirror have followed by then. */
const witnessedMs = 1_500

/** By how much the page's clock may be behind ours, at most: a thing is never taken as told too early. */
async function measureClock(page: Page): Promise<number> {
  const looks: { wait: number; behind: number }[] = []
  for (let look = 0; look < 20; look += 1) {
    const before = performance.timeOrigin + performance.now()
    const there = await page.evaluate(() => powercutPage.now())
    const after = performance.timeOrigin + performance.now()
    looks.push({ wait: after - before, behind: after - there })
  }
  looks.sort((left, right) => left.wait - right.wait)
  return looks[0]?.behind ?? 0
}

/** Every file of a folder, by its path in there. */
export function readFolder(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1), readFileSync(path)]
      }),
  )
}
