import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationKinds } from '../../src/domain/endpoints.js'
import type { OperationKind } from '../../src/domain/models.js'
import { startSandbox } from '../../src/sandbox/index.js'
import { createSeededRandom, type Random } from '../simulation/random.js'
import { createFakeClock, type FakeClock } from '../support/replay.js'
import { createBody, migratedCode, openCard, type TestCard } from './bodies.js'
import { findDifferences, openCounter, type Counter } from './counter.js'
import { createMobileLine, createOpportunities, type MobileLineOptions } from './mobile-line.js'
import { driveNames, generateTrace, readTrace, writeTrace, type Trace } from './traces.js'

const seed = Number(process.env.SEED ?? 7)
const count = Number(process.env.OPERATIONS ?? 300)

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Lets every time-out pass on the till's clock: what the line takes is not this machine's time. */
function followClock(clock: FakeClock): void {
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    void clock.after(ms).over.then(() => {
      controller.abort(new DOMException('time is up', 'TimeoutError'))
    })
    return controller.signal
  })
  closers.push(() => {
    spy.mockRestore()
  })
}

interface Shop {
  isKeyed: boolean
  traces: Pick<MobileLineOptions, 'up' | 'down'>
  random: Random
}

async function openShop({ isKeyed, traces, random }: Shop) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1, 9))
  followClock(clock)
  const sandbox = await startSandbox({ prefix: '/api', settings: { keys: isKeyed } })
  closers.push(sandbox.close)
  // From two seconds to a minute, and short patience as often as long.
  const patienceMs = () => 2_000 * 30 ** random.next()
  const line = await createMobileLine({ target: sandbox.url, clock, patienceMs, ...traces })
  closers.push(line.stop)
  const till = await openCounter({
    ...{ baseUrl: `${line.url}/api`, bank: sandbox.bank, isKeyed, clock, concurrency: 4, timeoutMs: 30_000 },
    random: random.next,
  })
  return { clock, line, till, bank: sandbox.bank }
}

/** A receipt now and then is longer than the line takes at once. */
function createSale(kind: OperationKind, card: TestCard, random: Random): object {
  const body = createBody(kind, card)
  if (kind !== 'refund' || !random.isLikely(0.5)) return body
  const { StoredValueCardReceipt: receipt } = body as { StoredValueCardReceipt: object }
  const UserData = 'a scarf, and another scarf, '.repeat(random.between(100, 900))
  return { ...body, StoredValueCardReceipt: { ...receipt, UserData } }
}

async function ringUpDay(till: Counter, cards: TestCard[], clock: FakeClock, random: Random): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const kind = random.pick(['refund', 'refund', ...operationKinds])
    const card = random.pickFrom(cards)
    if (!card) throw new Error('there is no card')
    await till.ring(kind, `d${index}`, createSale(kind, card, random))
    if (kind === 'migrate') card.code = migratedCode(card.code)
    // Customers come one by one and in groups.
    if (random.isLikely(0.85)) continue
    await till.wake()
    clock.advance(random.between(0, 60_000))
  }
  await till.drain()
}

const lines: [name: string, (random: Random) => Shop['traces']][] = driveNames.map((name) => [
  name,
  (random) => ({ up: generateTrace(name, random), down: generateTrace(name, random) }),
])
const { TRACE: path } = process.env
if (path !== undefined) {
  const trace = readTrace(readFileSync(path, 'utf8'))
  lines.push([path, () => ({ up: trace, down: trace })])
}

describe.each(lines)(`a day over a mobile line (%s, SEED=${seed})`, (name, drive) => {
  it.each([
    { how: 'without keys', isKeyed: false },
    { how: 'with keys honoured', isKeyed: true },
  ])(`ends as the service’s ledger says, $how: ${count} operations`, async ({ isKeyed }) => {
    const random = createSeededRandom(seed).fork(`${name} ${isKeyed}`)
    const { clock, line, till, bank } = await openShop({ isKeyed, traces: drive(random), random })
    const cards = Array.from({ length: 20 }, (_, index) => openCard(bank, `card ${index}`))
    await ringUpDay(till, cards, clock, random)
    const { cuts, hangUps } = line.counts
    const parked = await till.journal.list({ state: 'parked', limit: 1_000 })
    // Only an operation whose connection was lost may be in doubt, and none with a key.
    expect(parked.length).toBeLessThanOrEqual(isKeyed ? 0 : cuts + hangUps)
    const lookedUp = await till.reconcile()
    if (isKeyed) expect(lookedUp).toBe(0)
    const isRepeatable = (kind: OperationKind) => !isKeyed && kind === 'updateReceipt'
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
    if (name === 'threeG') expect(cuts + hangUps).toBeGreaterThan(0)
  })
})

describe('a trace', () => {
  /** The longest time in which nothing passes. */
  const gapMsOf = (trace: Trace) =>
    trace.reduce((most, time, index) => Math.max(most, time - (trace[index - 1] ?? 0)), 0)
  const kbitPerSOf = (trace: Trace) => (trace.length * 12_000) / (trace.at(-1) ?? 1)

  it(`of LTE is fast with gaps of seconds, one of 3G slower with long outages (SEED=${seed})`, () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [lte, threeG] = (['lte', 'threeG'] as const).map((name) =>
        generateTrace(name, createSeededRandom(seed + turn)),
      ) as [Trace, Trace]
      expect(kbitPerSOf(lte)).toBeGreaterThan(1_000)
      expect(kbitPerSOf(threeG)).toBeLessThan(1_000)
      expect(gapMsOf(lte)).toBeGreaterThan(2_000)
      expect(gapMsOf(lte)).toBeLessThan(30_000)
      expect(gapMsOf(threeG)).toBeGreaterThan(12_000)
    }
  })

  it('is the same for the same seed, and the same after it was written and read', () => {
    const [first, second] = [1, 1].map((same) => generateTrace('threeG', createSeededRandom(same)))
    expect(first).toEqual(second)
    expect(readTrace(writeTrace(first ?? []))).toEqual(first)
  })

  it.each([
    ['1\nhalf\n', 'Line 2 of the trace is no time in ms: "half"'],
    ['', 'Line 1 of the trace is no time in ms: ""'],
    ['3\n2\n', 'Line 2 of the trace is before the one above it'],
    ['0\n', 'The trace never lets anything through'],
  ])('%j is refused', (text, message) => {
    expect(() => readTrace(text)).toThrow(message)
  })

  it('gives each opportunity once, and begins again after the last', () => {
    const { next, use } = createOpportunities(readTrace('2\n2\n5\n'), 100)
    const seen = Array.from({ length: 5 }, () => {
      const at = next(100)
      use(100)
      return at
    })
    expect(seen).toEqual([102, 102, 105, 107, 107])
    expect([next(108), next(110), next(111), next(1_103)]).toEqual([110, 110, 112, 1_105])
  })
})
