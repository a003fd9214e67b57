import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright'
import { startChromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import type { BenchPage } from './pages/main.js'
import type { ServiceNews, ServiceTerms } from './service.js'

declare const benchPage: BenchPage

export type ContenderName = 'counterfoil' | 'raw' | 'workbox' | 'tanstack' | 'rxdb'

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
    url: `http://127.0.0.1:${port ?? 0}`,
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

/** A contender in a browser that nobody has used yet, its profile on disk. */
export interface Scene {
  page: Page
  call: <Word extends keyof BenchPage>(
    word: Word,
    ...words: Parameters<BenchPage[Word]>
  ) => Promise<Awaited<ReturnType<BenchPage[Word]>>>
}

export async function playScene<Result>(
  name: ContenderName,
  service: Service,
  play: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const profile = createProfile()
  const browser = await startChromium(profile.path)
  try {
    service.set({ isDown: true, latencyMs: 0 })
    const page = await browser.open(`${service.url}/?contender=${name}`)
    await page.waitForFunction(() => 'benchPage' in globalThis)
    const call: Scene['call'] = (word, ...words) =>
      page.evaluate(
        ([word, words]) => (benchPage[word] as (...words: unknown[]) => Promise<never>)(...words),
        [word, words] as const,
      )
    await call('open', `${service.url}/service`)
    return await play({ page, call })
  } finally {
    await browser.kill()
    profile.remove()
  }
}
