import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Browser, Tab } from '../../drivers/driver.js'
import { within } from './limit.js'
import type { Machine } from './machines.js'
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
  machine: Machine
  /** How many are rung up on each of three lanes. */
  count: number
  round: string
  without: Measure | undefined
}

/** What keeps a machine from recording; undefined if nothing does. */
export function findObstacle(machine: Machine): string | undefined {
  if (process.platform !== 'linux') return 'Only Linux shows what a browser asks of the disk.'
  const isThere = spawnSync('strace', ['-V']).status === 0
  return isThere ? machine.findObstacle() : 'strace is missing: `apt-get install strace`.'
}

/** Lets a till ring up and deliver in a browser whose every step on the disk is written down. */
export async function record(site: Site, from: UsedProfile, wish: Wish): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-'))
  const [profile, trace] = [join(folder, 'profile'), join(folder, 'trace')]
  mkdirSync(trace)
  cpSync(from.path, profile, { recursive: true })
  site.arrivals.splice(0)
  const { dataFolder, traced, isCut } = wish.machine
  const base = readCut(join(profile, dataFolder), wish.machine)
  let browser: Browser | undefined
  try {
    browser = await wish.machine.start(profile, traceInto(trace))
    const tab = await within(stepMsMax, 'opening under strace', openPage(browser, site, wish))
    const openedAt = Date.now()
    const told = await within(stepMsMax, 'ringing up under strace', ringAll(tab, site, wish))
    await within(stepMsMax, 'closing under strace', browser.close())
    const data = join(profile, dataFolder)
    const steps = readTrace(trace, data, base, join(profile, traced)).filter(({ path }) => isCut(path))
    assertSame(steps, base, readCut(data, wish.machine))
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

async function openPage(browser: Browser, { url }: Site, { without }: Pick<Wish, 'without'>): Promise<Tab> {
  const tab = await browser.open(url)
  if (without)
    await tab.evaluate((without) => {
      powercutPage.goWithout(without)
    }, without)
  await tab.evaluate(() => powercutPage.open())
  return tab
}

/** The profile of a till that has been at work before, all of it on the disk; and what that till told. */
export interface UsedProfile {
  path: string
  told: Told[]
  arrivals: Arrival[]
}

/** Lets a till work for a moment in a copy of an empty profile. */
export async function createUsedProfile(site: Site, from: string, machine: Machine): Promise<UsedProfile> {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-profile-'))
  cpSync(from, path, { recursive: true })
  const browser = await machine.start(path)
  try {
    const tab = await within(stepMsMax, 'opening', openPage(browser, site, { without: undefined }))
    const told = await within(stepMsMax, 'ringing up', ringAll(tab, site, { count: 2, round: 'before' }))
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
    return !(one && other && one.equals(other))
  })
  if (differing.length > 0) throw new Error(`the trace does not tell all of ${differing.join(', ')}`)
}

/** The line is up in the middle of it alone: some operations wait, in the mirror too, and some are settled. */
async function ringAll(
  tab: Tab,
  site: Site,
  { count, round }: Pick<Wish, 'count' | 'round'>,
): Promise<Told[]> {
  const behindMs = await measureClock(tab)
  const told: Told[] = []
  const hear = async (wanted: number) => {
    while (told.length < wanted) {
      const heard = await tab.evaluate(() => powercutPage.hear())
      told.push(...heard.map(({ at, ...rest }) => ({ ...rest, at: at + behindMs })))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const all = count * 3
  site.setOutage(true)
  await tab.evaluate(
    (count, round) => {
      powercutPage.ring(count, round)
    },
    count,
    round,
  )
  await hear(Math.floor(all / 3))
  site.setOutage(false)
  await tab.evaluate(() => powercutPage.replay())
  await hear(Math.floor((2 * all) / 3))
  site.setOutage(true)
  await hear(all)
  await new Promise((resolve) => setTimeout(resolve, witnessedMs))
  return told
}

/** Witness and mirror have followed by then. */
const witnessedMs = 1_500

/** By how much the page's clock may be behind ours, at most: a thing is never taken as told too early. */
async function measureClock(tab: Tab): Promise<number> {
  const looks: { wait: number; behind: number }[] = []
  for (let look = 0; look < 20; look += 1) {
    const before = performance.timeOrigin + performance.now()
    const there = await tab.evaluate(() => powercutPage.now())
    const after = performance.timeOrigin + performance.now()
    looks.push({ wait: after - before, behind: after - there })
  }
  looks.sort((left, right) => left.wait - right.wait)
  return looks[0]?.behind ?? 0
}

/** Every file of a folder that is cut, by its path in there. */
export function readCut(folder: string, machine: Machine): Map<string, Buffer> {
  return new Map(listCut(folder, machine).map((path) => [path, readFileSync(join(folder, path))]))
}

/** Their names alone: while a browser runs, a file may be gone before it is read. */
export function listCut(folder: string, { isCut }: Machine): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isCut)
}
