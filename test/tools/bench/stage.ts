import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import type { ContenderName } from './contenders.js'
import { withinLimit } from './limit.js'
import type { BenchPage } from './pages/main.js'
import type { ServiceNews, ServiceTerms } from './service.js'

declare const benchPage: BenchPage

/** The service, in a process of its own. */
export interface Service {
  url: string
  set: (terms: ServiceTerms) => void
  /** How many operations it has answered since this was last asked. */
  count: () => Promise<number>
  stop: () => void
}

export async function startService(): Promise<Service> {
  const child = fork(new URL('service.js', import.meta.url))
  const { port } = await hear(child)
  return {
    // Not an address that Dexie takes for a developer's: there it keeps a trace of every call, for debugging.
    url: `http://bench.localhost:${port ?? 0}`,
    set: (terms) => child.send(terms),
    async count() {
      child.send('count')
      return (await hear(child)).answered ?? 0
    },
    stop: () => child.kill(),
  }
}

async function hear(child: ChildProcess): Promise<ServiceNews> {
  const [news] = (await once(child, 'message')) as [ServiceNews]
  return news
}

/** A contender in a browser of its own, its profile on disk. */
export interface Scene {
  page: Page
  profile: string
  call: <Word extends keyof BenchPage>(
    word: Word,
    ...words: Parameters<BenchPage[Word]>
  ) => Promise<Awaited<ReturnType<BenchPage[Word]>>>
}

/** How a scene begins. */
export interface Start {
  /** The profile to copy; unset, the profile is new. */
  from?: string
  /** How many wait in it. */
  waiting?: number
  /** Whether the contender is opened as the page loads; true by default. */
  isOpened?: boolean
  /** Whether every commit is made strict. */
  isStrict?: boolean
  /** Whether the service is treated as recognising repeats. */
  isKeyed?: boolean
}

/** Plays in a browser that is taken away afterwards, profile and all. */
export async function playScene<Result>(
  name: ContenderName,
  service: Service,
  play: (scene: Scene) => Promise<Result>,
  start: Start = {},
): Promise<Result> {
  const profile = createProfile()
  // Node's own copying reads each file as a whole.
  if (start.from !== undefined) execFileSync('cp', ['-a', `${start.from}/.`, profile.path])
  try {
    return await playIn(profile.path, name, service, play, start)
  } finally {
    profile.remove()
  }
}

/** Plays in a profile that stays as it is left. */
export async function playIn<Result>(
  profile: string,
  name: ContenderName,
  service: Service,
  play: (scene: Scene) => Promise<Result>,
  start: Start = {},
): Promise<Result> {
  const browser = await startChromium(profile)
  try {
    return await play(await enter(browser, profile, name, service, start))
  } finally {
    await browser.kill()
  }
}

async function enter(
  browser: Chromium,
  profile: string,
  name: ContenderName,
  service: Service,
  { waiting = 0, isOpened = true, isStrict = false, isKeyed = false }: Start,
): Promise<Scene> {
  service.set({ isDown: true, latencyMs: 0 })
  const address = new URL(service.url)
  address.searchParams.set('contender', name)
  address.searchParams.set('waiting', String(waiting))
  if (isOpened) address.searchParams.set('service', `${service.url}/service`)
  if (isStrict) address.searchParams.set('strict', '')
  if (isKeyed) address.searchParams.set('keyed', '')
  const page = await browser.open(address.href)
  await page.waitForFunction(() => 'benchPage' in globalThis)
  const call: Scene['call'] = (word, ...words) =>
    page.evaluate(([word, words]) => (benchPage[word] as (...words: unknown[]) => Promise<never>)(...words), [
      word,
      words,
    ] as const)
  return { page, profile, call }
}

/** A thousand at once, for as long as the time lasts; tells how many were kept. */
export async function keepAll({ call }: Scene, operations: number, limitMs: number): Promise<number> {
  const endAt = performance.now() + limitMs
  let kept = 0
  while (kept < operations) {
    const next = Math.min(1_000, operations - kept)
    const ms = await withinLimit(call('keepBurst', kept, next), endAt - performance.now())
    if (ms === undefined) return kept
    kept += next
  }
  return kept
}
