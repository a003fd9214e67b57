import { median, quantile } from './stats.js'
import { playScene, type ContenderName, type Scene, type Service } from './stage.js'

/** Who is measured, and what each does less than ours: a figure means nothing without it. */
export const contenders: { name: ContenderName; title: string; less: string }[] = [
  {
    name: 'counterfoil',
    title: 'Counterfoil',
    less: 'nothing: validated, sealed, receipt, hash chain, order per card, strict commit; every answer kept on record',
  },
  {
    name: 'raw',
    title: 'raw IndexedDB put, bare fetch loop',
    less: 'one strict put of the text and nothing else; the loop sends from memory and records nothing',
  },
  {
    name: 'workbox',
    title: 'workbox-background-sync',
    less: 'relaxed commits, no validation, no sealing; one request at a time, any answer counts as delivered, deleted when sent. (A thousand at once are counted with the messages to its worker)',
  },
  {
    name: 'tanstack',
    title: '@tanstack/offline-transactions',
    less: 'relaxed commits that are not awaited, no validation, no sealing; one at a time, deleted when sent',
  },
  {
    name: 'rxdb',
    title: 'RxDB, Dexie storage',
    less: 'relaxed commits, no sealing, no order per card; answers are not kept, a batch of six at a time is marked as sent together',
  },
]

/** A contender that needs longer than this for one cell is cut off. */
export const limitMs = 60_000

const warmUps = 30
const keptEach = 300
const burst = 1_000

export interface Kept {
  medianMs: number
  p95Ms: number
  p99Ms: number
  burstPerSecond: number
}

/** How long it takes until one operation is kept, and a thousand rung up at once. */
export async function measureKeeping(name: ContenderName, service: Service): Promise<Kept> {
  return playScene(name, service, async ({ call }) => {
    await call('keepEach', 0, warmUps, limitMs)
    const taken = await call('keepEach', warmUps, keptEach, limitMs)
    const burstMs = await call('keepBurst', warmUps + keptEach, burst)
    return {
      medianMs: median(taken),
      p95Ms: quantile(taken, 0.95),
      p99Ms: quantile(taken, 0.99),
      burstPerSecond: (burst / burstMs) * 1_000,
    }
  })
}

export interface DeliveryTerms {
  operations: number
  latencyMs: number
}

export const deliveries: DeliveryTerms[] = [
  { operations: 1_000, latencyMs: 0 },
  { operations: 1_000, latencyMs: 20 },
  { operations: 10_000, latencyMs: 0 },
  { operations: 10_000, latencyMs: 20 },
]

/** Per second; or how far it came before it was cut off. */
export type Delivered = { perSecond: number; longestTaskMs: number } | { cutOffAt: string }

export const deliveryToName = ({ operations, latencyMs }: DeliveryTerms): string =>
  `${operations.toLocaleString('en')} at ${latencyMs} ms`

/** How fast all that waits is sent, each operation with a request of its own. */
export async function measureDelivery(
  name: ContenderName,
  { operations, latencyMs }: DeliveryTerms,
  service: Service,
): Promise<Delivered> {
  return playScene(name, service, async (scene) => {
    const kept = await keepAll(scene, operations)
    if (kept < operations) return { cutOffAt: `${kept} kept in a minute` }
    await service.count()
    service.set({ isDown: false, latencyMs })
    const ms = await withinLimit(scene.call('deliver'))
    const answered = await service.count()
    if (ms === undefined) return { cutOffAt: `${answered} sent in a minute` }
    if (answered !== operations) throw new Error(`${name} sent ${answered} of ${operations}`)
    return { perSecond: (operations / ms) * 1_000, longestTaskMs: await scene.call('longestTask') }
  })
}

/** By a thousand at once, for as long as the time lasts. */
async function keepAll({ call }: Scene, operations: number): Promise<number> {
  const endAt = performance.now() + limitMs
  let kept = 0
  while (kept < operations) {
    const next = Math.min(burst, operations - kept)
    const ms = await withinLimit(call('keepBurst', kept, next), endAt - performance.now())
    if (ms === undefined) return kept
    kept += next
  }
  return kept
}

async function withinLimit<Value>(work: Promise<Value>, ms = limitMs): Promise<Value | undefined> {
  // The browser is taken away in the midst of what was cut off.
  work.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined)
    }, ms)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
