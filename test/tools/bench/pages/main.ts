import { keepInTurns, type Turns } from './beside.js'
import type { Alike, Contender } from './contender.js'
import { insistOnStrictness, watchCommits } from './strict.js'

/** Each contender comes in a page of its own; its address says which, and what the page does as it is loaded. */
const address = new URL(location.href).searchParams
const isStrict = address.has('strict')
const worker = `/workbox-sw.js${isStrict ? '?strict' : ''}`

/** A page loads nothing of the others. */
const makers: Record<string, () => Promise<Contender>> = {
  counterfoil: async () => (await import('./counterfoil.js')).createCounterfoil(),
  raw: async () => (await import('./raw.js')).createRaw(),
  workbox: async () => (await import('./workbox.js')).createWorkbox(worker),
  tanstack: async () => (await import('./tanstack.js')).createTanstack(),
  rxdb: async () => (await import('./rxdb.js')).createRxdb(),
}

/** How opening went, in milliseconds. */
export interface Opening {
  /** The opening alone. */
  openMs: number
  /** From the address to the open till, the page's own loading included. */
  loadedMs: number
  /** From the beginning of the opening until the count of what waits was right. */
  countedMs: number
}

/** What the bench calls in a contender's page. */
export interface BenchPage {
  /** Resolves when the contender is open, has counted what waits, and rests. */
  opened: () => Promise<Opening | undefined>
  /** Makes so many ready to be taken on, where that is work of its own: how long each took. */
  ready: (from: number, count: number) => Promise<number[]>
  /** One after the other: how long each took. Ends early, with fewer, when the time is up. */
  keepEach: (from: number, count: number, limitMs: number) => Promise<number[]>
  /** So many pairs of turns of so many, as usual and with nothing kept beside the database. */
  keepInTurns: (from: number, pairs: number, count: number) => Promise<Turns>
  keepAlike: (count: number, journal?: string) => Promise<Alike>
  /** All at once: how long until the last was kept. */
  keepBurst: (from: number, count: number) => Promise<number>
  /**
   * So many times: one is taken on, and while its commit is under way so many more at once. How long until the last of
   * these was kept.
   */
  keepDuringCommit: (from: number, times: number, atOnce: number) => Promise<number[]>
  holdBack: () => Promise<void>
  /** One after the other: how long until each was kept and counted. */
  keepAndCountEach: (from: number, count: number, waiting: number, limitMs: number) => Promise<number[]>
  deliver: (isMarked?: boolean) => Promise<number>
  fill: (from: number, count: number) => Promise<void>
  settleAll: () => Promise<void>
  claim: (count: number) => Promise<number[]>
  /** How long the browser takes to name the databases that lie there. */
  look: () => Promise<number>
  /** The longest the page was busy without a break since it was last asked; nothing where the browser does not tell. */
  longestTask: () => number | undefined
  /** How long the page takes over the same sums. */
  spin: () => number
}

if (isStrict) insistOnStrictness()
const name = address.get('contender') ?? ''
const contender = await makers[name]?.()
if (!contender) throw new Error(`no contender is called ${name}`)

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function open({ open, awaitCount, rest }: Contender): Promise<Opening | undefined> {
  const service = address.get('service')
  if (service === null) return undefined
  const openMs = await time(() =>
    open({
      service,
      isKeyed: address.has('keyed'),
      isAlone: address.has('alone'),
    }),
  )
  const loadedMs = performance.now()
  const startedAt = performance.now()
  const ownMs = await awaitCount(Number(address.get('waiting')))
  const countedMs = openMs + (ownMs ?? performance.now() - startedAt)
  await rest?.()
  return { openMs, loadedMs, countedMs }
}

let longestMs = 0
const isTold = PerformanceObserver.supportedEntryTypes.includes('longtask')
const longTasks = new PerformanceObserver((list) => {
  noteTasks(list.getEntries())
})
if (isTold) longTasks.observe({ type: 'longtask', buffered: true })

function noteTasks(tasks: PerformanceEntryList): void {
  longestMs = Math.max(longestMs, ...tasks.map(({ duration }) => duration))
}

function takeLongestTask(): number | undefined {
  noteTasks(longTasks.takeRecords())
  const taken = longestMs
  longestMs = 0
  return isTold ? taken : undefined
}

/** One after the other, until the time is up. */
async function timeEach(
  from: number,
  count: number,
  limitMs: number,
  work: (index: number) => Promise<number | undefined>,
): Promise<number[]> {
  const taken: number[] = []
  const endAt = performance.now() + limitMs
  for (let index = from; index < from + count && performance.now() < endAt; index += 1) {
    const startedAt = performance.now()
    const ownMs = await work(index)
    taken.push(ownMs ?? performance.now() - startedAt)
  }
  return taken
}

async function keepDuringCommit(
  { keep }: Contender,
  from: number,
  times: number,
  atOnce: number,
): Promise<number[]> {
  const taken: number[] = []
  const commits = watchCommits()
  for (let index = from; taken.length < times; index += 1 + atOnce) {
    const committing = commits.next()
    const first = keep(index)
    await Promise.race([committing, first.then(() => Promise.reject(new Error('no strict commit was seen')))])
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: atOnce }, (_, offset) => keep(index + 1 + offset)))
    taken.push(performance.now() - startedAt)
    await first
  }
  commits.stop()
  return taken
}

/** Sums enough to take a few milliseconds. */
function spin(): number {
  const startedAt = performance.now()
  let sum = 0
  for (let index = 0; index < 20_000_000; index += 1) sum = (sum + index) % 1_000_003
  return sum < 0 ? NaN : performance.now() - startedAt
}

const opening = open(contender)

const benchPage: BenchPage = {
  opened: () => opening,
  ready: (from, count) => contender.ready?.(from, count) ?? Promise.resolve([]),
  keepEach: (from, count, limitMs) => timeEach(from, count, limitMs, contender.keep),
  keepInTurns: (from, pairs, count) => keepInTurns(contender.keep, from, pairs, count),
  keepAlike: (...asked) => contender.keepAlike?.(...asked) ?? Promise.resolve({ directly: [], byDexie: [] }),
  keepBurst: (from, count) =>
    time(() => Promise.all(Array.from({ length: count }, (_, index) => contender.keep(from + index)))),
  keepDuringCommit: (from, times, atOnce) => keepDuringCommit(contender, from, times, atOnce),
  holdBack: () => contender.holdBack?.() ?? Promise.reject(new Error('it cannot be held back')),
  keepAndCountEach: (from, count, waiting, limitMs) =>
    timeEach(from, count, limitMs, async (index) => {
      const keptMs = await contender.keep(index)
      const countedMs = await contender.awaitCount(waiting + index - from + 1)
      return keptMs !== undefined && countedMs !== undefined ? keptMs + countedMs : undefined
    }),
  async deliver(isMarked) {
    takeLongestTask()
    const deliver = isMarked ? contender.deliverMarked : contender.deliver
    return time(() => deliver?.() ?? Promise.reject(new Error('it marks nothing')))
  },
  fill: (from, count) => contender.fill(from, count),
  settleAll: () => contender.settleAll?.() ?? Promise.reject(new Error('it settles nothing')),
  claim: (count) => contender.claim?.(count) ?? Promise.resolve([]),
  look: () => time(() => indexedDB.databases()),
  longestTask: takeLongestTask,
  spin,
}

Object.assign(globalThis, { benchPage })
