import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createProfile } from '../../drivers/driver.js'
import type { ContenderName } from './contenders.js'
import { withinLimit } from './limit.js'
import type { BenchPage } from './pages/main.js'
import type { ServiceNews, ServiceTerms } from './service.js'
import { assertStore, type BenchBrowser, type BenchTab, type Setting } from './settings.js'

declare const benchPage: BenchPage | undefined

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
  const { port, trouble } = await hear(child)
  if (port === undefined) throw new Error(`the service does not listen: ${trouble ?? 'it says nothing'}`)
  return {
    // Not an address that Dexie takes for a developer's: there it keeps a trace of every call, for debugging.
    url: `http://bench.localhost:${port}`,
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
  tab: BenchTab
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

/** Who plays, where, and with which service. */
export interface Cast {
  name: ContenderName
  setting: Setting
  service: Service
}

type Play<Result> = (scene: Scene) => Promise<Result>

/** Plays in a browser that is taken away afterwards, profile and all. */
export async function playScene<Result>(cast: Cast, play: Play<Result>, start: Start = {}): Promise<Result> {
  const profile = createProfile()
  // Node's own copying reads each file as a whole.
  if (start.from !== undefined) execFileSync('cp', ['-a', `${start.from}/.`, profile.path])
  try {
    return await playIn(profile.path, cast, play, start)
  } finally {
    profile.remove()
  }
}

/** How long a scene may last, and how its browser is left. */
interface End {
  msMax: number
  /** As a person leaves it, so that nothing is left to do when it is opened again. */
  isClosed: boolean
}

/** Longer than the longest that is played: without an end the bench would tell nothing. */
const usualEnd: End = { msMax: 300_000, isClosed: false }

/** Plays in a profile that stays as it is left. */
export async function playIn<Result>(
  profile: string,
  cast: Cast,
  play: Play<Result>,
  start: Start = {},
  { msMax, isClosed } = usualEnd,
): Promise<Result> {
  const browser = await cast.setting.start(profile)
  onStage.add(browser)
  try {
    const calls = new Set<string>()
    const work = async () => ({ result: await play(await enter(browser, profile, cast, start, calls)) })
    const done = await withinLimit(work(), msMax)
    if (!done)
      throw new Error(`${cast.name} in ${cast.setting.title} came to no end: ${[...calls].join(', ')}`)
    if (start.isOpened !== false || start.from !== undefined) assertStore(profile, cast.setting)
    if (isClosed) await withinLimit(browser.close())
    return done.result
  } finally {
    await browser.kill()
    onStage.delete(browser)
  }
}

const onStage = new Set<BenchBrowser>()

/** Takes away every browser, when the bench itself is to end at once. */
export async function clearStage(): Promise<void> {
  await Promise.all([...onStage].map((browser) => browser.kill()))
}

async function enter(
  browser: BenchBrowser,
  profile: string,
  { name, setting, service }: Cast,
  { waiting = 0, isOpened = true, isStrict = false, isKeyed = false }: Start,
  calls: Set<string>,
): Promise<Scene> {
  service.set({ isDown: true, latencyMs: 0 })
  const address = new URL(service.url)
  address.searchParams.set('contender', name)
  address.searchParams.set('waiting', String(waiting))
  if (isOpened) address.searchParams.set('service', `${service.url}/service`)
  if (isStrict) address.searchParams.set('strict', '')
  if (isKeyed) address.searchParams.set('keyed', '')
  if (setting.isAlone) address.searchParams.set('alone', '')
  const tab = await browser.open(address.href)
  await untilReady(tab)
  const call: Scene['call'] = async (word, ...words) => {
    calls.add(word)
    try {
      return await tab.evaluate(
        (word, words) => (benchPage?.[word] as (...words: unknown[]) => Promise<never>)(...words),
        word,
        words,
      )
    } finally {
      calls.delete(word)
    }
  }
  return { tab, profile, call }
}

/** Its own script has run; what it opens may still be on its way. */
async function untilReady(tab: BenchTab): Promise<void> {
  await tab.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (typeof benchPage === 'undefined') setTimeout(look, 5)
          else resolve()
        }
        look()
      }),
  )
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
