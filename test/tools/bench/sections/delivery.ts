import type { CDPSession } from 'playwright'
import { measureMemory } from '../../endurance/measures.js'
import { contenderNames, type ContenderName } from '../contenders.js'
import { withinLimit } from '../limit.js'
import { keepAll, type Scene } from '../stage.js'
import { play, type Bench, type Section } from './section.js'

interface Terms {
  operations: number
  latencyMs: number
}

const few: readonly Terms[] = [
  { operations: 1_000, latencyMs: 0 },
  { operations: 1_000, latencyMs: 20 },
]
/** So many times fewer where everything takes so much longer. */
const slowedShare = 4
const many: Terms = { operations: 10_000, latencyMs: 0 }

const toTitle = ({ operations, latencyMs }: Terms) =>
  `deliver ${operations.toLocaleString('en')} at ${latencyMs} ms`
const toKeyedTitle = (terms: Terms) => `${toTitle(terms)}, repeats recognised`
const toMarkedTitle = (terms: Terms) => `${toTitle(terms)}, every mark durable`
const toTaskTitle = (terms: Terms) => `longest task, ${toTitle(terms)}`

const kept = `after keeping ${many.operations.toLocaleString('en')}`
const sent = 'after delivering them'
const heapTitle = (when: string) => `the page's heap ${when}`
const memoryTitle = (when: string) => `all processes ${when}`

export const delivery: Section = {
  name: 'delivery',
  title: 'Delivering',
  means:
    'All that waits is sent, each operation with a request of its own to a service in another process that takes so long over each; six requests at a time where the contender can. Where the worker delivers, the page is free; on the slowed machine, whose slowness reaches no worker, the page delivers alone, and a quarter as many. The longest task is how long the page could not have answered a tap; browsers tell only of those from 50 ms on, so that 0 means none. Ours writes down durably what it is about to send, and what was answered. What that costs at the least, on this disk and with nothing else done, the row of durable marks shows: the bare loop with two raw puts an operation, as many as there are together in one strict commit. Where the service recognises repeats by a key, a crash leaves nothing for a person to look up, so that ours marks the next ones while others are on the line; the others send alike either way, and their figures are those of the row above.',
  rows: few.flatMap((terms) => [
    { title: toTitle(terms), unit: 'per second' as const },
    { title: toKeyedTitle(terms), unit: 'per second' as const },
    { title: toMarkedTitle(terms), unit: 'per second' as const },
    { title: toTaskTitle(terms), unit: 'ms' as const },
  ]),
  // Budgets compare ours with the floor; once is enough to see where the others stand.
  cast: (setting, round) => (setting === 'leveldb' && round === 0 ? contenderNames : ['counterfoil', 'raw']),
  async play(name, bench) {
    const { table, round, setting } = bench
    for (const terms of few) {
      const delivered = await playDelivery(name, bench, terms)
      const noteAs = (title: string, result: Delivered) => {
        if ('perSecond' in result) table.note(title, name, round, result.perSecond)
      }
      const isOurs = name === 'counterfoil'
      if (setting.engine === 'chromium' && setting.name !== 'slowed')
        noteAs(toKeyedTitle(terms), isOurs ? await deliver(name, terms, bench, { isKeyed: true }) : delivered)
      if (setting.name === 'leveldb' && round === 0 && (isOurs || name === 'raw'))
        noteAs(
          toMarkedTitle(terms),
          isOurs ? delivered : await deliver(name, terms, bench, { isMarked: true }),
        )
    }
  },
}

export const memory: Section = {
  name: 'memory',
  title: 'Ten thousand, and the memory they take',
  means:
    'Workbox and @tanstack/offline-transactions, which take more than a minute over them, are left out. Ten thousand are kept, a thousand at once, and then delivered. Heap: of the page alone, right after its garbage was collected. All processes: what is resident of the whole browser, its own hundreds of megabytes included.',
  rows: [
    { title: toTitle(many), unit: 'per second' },
    { title: toTaskTitle(many), unit: 'ms' },
    { title: heapTitle(kept), unit: 'MB' },
    { title: heapTitle(sent), unit: 'MB' },
    { title: memoryTitle(kept), unit: 'MB' },
    { title: memoryTitle(sent), unit: 'MB' },
  ],
  // Workbox and @tanstack/offline-transactions need minutes for so many.
  cast: (setting, round) => (setting === 'leveldb' && round === 0 ? ['counterfoil', 'raw', 'rxdb'] : []),
  play: async (name, bench) => {
    await playDelivery(name, bench, many, (scene, when) => noteMemory(name, bench, scene, when))
  },
}

/** Keeping them is not what is measured, but has an end all the same. */
const keepMsMax = 180_000

/** Per second; or how far it came before it was cut off. */
type Delivered = { perSecond: number; longestTaskMs: number | undefined } | { cutOffAt: string }

type Look = (scene: Scene, when: string) => Promise<void>

async function playDelivery(
  name: ContenderName,
  bench: Bench,
  terms: Terms,
  look?: Look,
): Promise<Delivered> {
  const { table, round, say } = bench
  const title = toTitle(terms)
  const delivered = await deliver(name, terms, bench, { ...(look && { look }) })
  if ('cutOffAt' in delivered) {
    table.noteCutOff(title, name, delivered.cutOffAt)
    table.noteCutOff(toTaskTitle(terms), name, delivered.cutOffAt)
  } else {
    table.note(title, name, round, delivered.perSecond)
    if (delivered.longestTaskMs !== undefined)
      table.note(toTaskTitle(terms), name, round, delivered.longestTaskMs)
  }
  say(`${name}, ${title}: ${JSON.stringify(delivered)}`)
  return delivered
}

async function deliver(
  name: ContenderName,
  terms: Terms,
  bench: Bench,
  { look, isMarked = false, isKeyed = false }: { look?: Look; isMarked?: boolean; isKeyed?: boolean },
): Promise<Delivered> {
  const { service, setting } = bench
  const { latencyMs } = terms
  const operations = terms.operations / (setting.name === 'slowed' ? slowedShare : 1)
  const act = async (scene: Scene): Promise<Delivered> => {
    await scene.call('opened')
    const count = await keepAll(scene, operations, keepMsMax)
    if (count < operations) return { cutOffAt: `only ${count} kept` }
    await look?.(scene, kept)
    await service.count()
    service.set({ isDown: false, latencyMs })
    const ms = await withinLimit(scene.call('deliver', isMarked))
    const answered = await service.count()
    if (ms === undefined) return { cutOffAt: `${answered} sent in a minute` }
    if (answered !== operations) throw new Error(`${name} sent ${answered} of ${operations}`)
    // What is undefined in a page arrives as null from some.
    const longestTaskMs = (await scene.call('longestTask')) ?? undefined
    await look?.(scene, sent)
    return { perSecond: (operations / ms) * 1_000, longestTaskMs }
  }
  return play(name, bench, act, { isKeyed })
}

async function noteMemory(
  name: ContenderName,
  { table, round }: Bench,
  { tab, profile }: Scene,
  when: string,
): Promise<void> {
  const session = await tab.inspect?.()
  if (!session) return
  table.note(heapTitle(when), name, round, (await measureHeap(session)) / 1e6)
  await session.detach()
  const bytes = measureMemory(profile)
  if (bytes > 0) table.note(memoryTitle(when), name, round, bytes / 1e6)
}

/** The bytes of the page's objects after garbage collection. */
async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
