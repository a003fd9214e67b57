import { openTill, type Till, type TillStatus } from 'counterfoil'
import { goWithout, type Measure } from './measures.js'

/** An operation as the till told that it was saved. */
export interface Told {
  id: string
  /** The number of its receipt. */
  number: number
  /** By the page's clock, in milliseconds since 1970. */
  at: number
}

type Loss = NonNullable<TillStatus['storage']['losses']>[number]

/** What a till finds. */
export interface Found {
  entries: { id: string; state: string; isSent: boolean }[]
  losses: Pick<Loss, 'how' | 'missing'>[]
  /** How many operations can be brought back from the mirror. */
  kept: number
  /** What the journal's own check calls altered; undefined if all is intact. */
  altered?: string | undefined
  /** The number of the next receipt. */
  next: number
}

/** What the script that leads the runs calls in its page. */
export interface PowercutPage {
  /** Comes before the till is opened for the first time. */
  goWithout: (measure: Measure) => void
  open: () => Promise<void>
  now: () => number
  /** Rings up so many on each of three lanes. */
  ring: (count: number, round: string) => void
  /** What was told since this was last asked. */
  hear: () => Told[]
  /** Sends what waits without a pause first. */
  replay: () => Promise<void>
  look: () => Promise<Found>
  /** What there is once what the mirror has was brought back. */
  bringBack: () => Promise<Found>
}

const lanes = [1, 2, 3]
/** What the open till has told. One that was closed meanwhile may still tell something, but not here. */
let told: Told[] = []
let opened: Till | undefined

const now = () => performance.timeOrigin + performance.now()

function findTill(): Till {
  if (!opened) throw new Error('the till is not open')
  return opened
}

async function ringLane(lane: number, count: number, round: string): Promise<void> {
  const till = findTill()
  const own = told
  for (let index = 0; index < count; index += 1) {
    const StoredValueCardReceipt = await till.receipt({
      Products: [{ Name: `sale ${round}-${lane}-${index}` }],
      Payments: [{ Amount: (100 + (index % 90)) / 100 }],
    })
    const { id } = await till.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: `90010000000000${lane}${index % 5}` }],
      StoredValueCardReceipt,
    })
    own.push({ id, number: StoredValueCardReceipt.SenderData?.Number ?? -1, at: now() })
  }
}

async function look(): Promise<Found> {
  const till = findTill()
  const entries: Found['entries'] = []
  for (;;) {
    const last = entries.at(-1)?.id
    const next = await till.entries({ limit: 1_000, ...(last !== undefined && { after: last }) })
    if (next.length === 0) break
    for (const { id, state, history } of next)
      entries.push({ id, state, isSent: history.some(({ what }) => what !== 'rung-up') })
  }
  const { storage } = till.status.value
  const checked = await till.verifyJournal()
  const { SenderData } = await till.receipt({ Payments: [{ Amount: 1 }] })
  return {
    entries,
    losses: (storage.losses ?? []).map(({ how, missing }) => ({ how, missing })),
    kept: storage.kept?.operations ?? 0,
    altered: checked.isIntact ? undefined : JSON.stringify(checked.altered),
    next: SenderData?.Number ?? -1,
  }
}

const powercutPage: PowercutPage = {
  goWithout,
  async open() {
    told = []
    opened = await openTill({
      shop: 'S01',
      terminal: 'T1',
      worker: false,
      service: { baseUrl: `${location.origin}/api`, concurrency: 4 },
    })
  },
  now,
  ring(count, round) {
    for (const lane of lanes) void ringLane(lane, count, round)
  },
  async replay() {
    await findTill().replay()
  },
  hear: () => told.splice(0),
  look,
  async bringBack() {
    const till = findTill()
    await untilCounted()
    if ((till.status.value.storage.kept?.operations ?? 0) > 0)
      await till.attention.bringBack({ by: 'Ada', reason: 'the power was cut' })
    return look()
  },
}

/** After a loss the till looks into the mirror by and by; where there is nothing it says nothing. */
async function untilCounted(): Promise<void> {
  const until = performance.now() + 3_000
  while (findTill().status.value.storage.kept === undefined && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

Object.assign(globalThis, { powercutPage })
