import type { Contender } from './contender.js'

/** A page loads nothing of the others. */
const makers: Record<string, () => Promise<Contender>> = {
  counterfoil: async () => (await import('./counterfoil.js')).createCounterfoil(),
  raw: async () => (await import('./raw.js')).createRaw(),
  workbox: async () => (await import('./workbox.js')).createWorkbox(),
  tanstack: async () => (await import('./tanstack.js')).createTanstack(),
  rxdb: async () => (await import('./rxdb.js')).createRxdb(),
}

/** What the bench calls in a contender's page. */
export interface BenchPage {
  open: (service: string) => Promise<number>
  /** One after the other: how long each took. Ends early, with fewer, when the time is up. */
  keepEach: (from: number, count: number, limitMs: number) => Promise<number[]>
  /** All at once: how long until the last was kept. */
  keepBurst: (from: number, count: number) => Promise<number>
  deliver: () => Promise<number>
  /** The longest the page was busy without a break since it was last asked. */
  longestTask: () => number
}

/** Each contender comes in a page of its own, whose address names it. */
const name = new URL(location.href).searchParams.get('contender') ?? ''
const contender = await makers[name]?.()
if (!contender) throw new Error(`no contender is called ${name}`)

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

let longestMs = 0
const longTasks = new PerformanceObserver((list) => {
  noteTasks(list.getEntries())
})
longTasks.observe({ type: 'longtask' })

function noteTasks(tasks: PerformanceEntryList): void {
  longestMs = Math.max(longestMs, ...tasks.map(({ duration }) => duration))
}

const benchPage: BenchPage = {
  open: (service) => time(() => contender.open({ service })),
  async keepEach(from, count, limitMs) {
    const taken: number[] = []
    const endAt = performance.now() + limitMs
    for (let index = from; index < from + count && performance.now() < endAt; index += 1) {
      const startedAt = performance.now()
      const ownMs = await contender.keep(index)
      taken.push(ownMs ?? performance.now() - startedAt)
    }
    return taken
  },
  keepBurst: (from, count) =>
    time(() => Promise.all(Array.from({ length: count }, (_, index) => contender.keep(from + index)))),
  async deliver() {
    noteTasks(longTasks.takeRecords())
    longestMs = 0
    return time(() => contender.deliver())
  },
  longestTask() {
    noteTasks(longTasks.takeRecords())
    return longestMs
  },
}

Object.assign(globalThis, { benchPage })
