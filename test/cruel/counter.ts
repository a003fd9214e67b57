import { vi } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import { findLanes } from '../../src/domain/lanes.js'
import type { ListedEntry } from '../../src/domain/entry.js'
import type { OperationKind } from '../../src/domain/models.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { createReplayer } from '../../src/replay/replayer.js'
import type { Bank, Effect } from '../../src/sandbox/index.js'
import { createTransport } from '../../src/transport/transport.js'
import { effectToMarker, mark } from '../simulation/bodies.js'
import { createDeps } from '../support/deps.js'
import { lenient, openFreshJournal, stateOf } from '../support/journals.js'
import { createFakeClock, createFakeLock, type FakeClock } from '../support/replay.js'

const timeoutMs = 987_654

/** Time-outs that come when a test says so, and not before. */
export interface Deadlines {
  /** Ends the time-out of the request with this body. */
  pass: (body: string) => void
  restore: () => void
}

interface TillDeadlines extends Deadlines {
  expect: (body: string) => void
}

export function createDeadlines(): TillDeadlines {
  const waiting = new Map<string, AbortController>()
  const expected: string[] = []
  const real = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== timeoutMs) return real(ms)
    const controller = new AbortController()
    waiting.set(expected.shift() ?? '', controller)
    return controller.signal
  })
  return {
    expect: (body) => {
      expected.push(body)
    },
    pass: (body) => waiting.get(body)?.abort(new DOMException('time is up', 'TimeoutError')),
    restore: () => {
      spy.mockRestore()
    },
  }
}

/** An operation as it was rung up. */
export interface Rung {
  id: string
  kind: OperationKind
  request: object
  lanes: readonly string[]
}

/** A till's journal, loop and line, and the person who looks after it. */
export interface Counter {
  journal: TillJournal
  rung: Rung[]
  ring: (kind: OperationKind, id: string, body: object) => Promise<void>
  /** Replays until nothing goes by itself; time passes as fast as it may. */
  drain: () => Promise<void>
  /** A person asks for a replay now. */
  wish: () => Promise<void>
  /** What the till does by itself after something was rung up. */
  wake: () => Promise<void>
  stateOf: (id: string) => Promise<string>
  /** A person looks each unknown outcome up in the bank's ledger, until nothing is left; tells how many there were. */
  reconcile: () => Promise<number>
}

interface CounterParts {
  /** The base address, as the till has it. */
  baseUrl: string
  bank: Bank
  isKeyed?: boolean
  concurrency?: number
  deadlines?: TillDeadlines
  random?: () => number
  timeoutMs?: number
  clock?: FakeClock
}

export async function openCounter(parts: CounterParts): Promise<Counter> {
  const { journal } = await openFreshJournal()
  const { isKeyed = false, bank } = parts
  const random = parts.random ?? (() => 0.5)
  const clock = { ...(parts.clock ?? createFakeClock(Date.UTC(2026, 0, 1))), random }
  const deps = createDeps({
    journal,
    transport: createLine(parts),
    clock,
    policy: isKeyed ? keyed : { replay: {} },
    concurrency: parts.concurrency ?? 1,
  })
  const replayer = createReplayer(() => Promise.resolve(deps), createFakeLock())
  const rung: Rung[] = []

  async function drain(): Promise<void> {
    for (;;) {
      const { nextDueAt, paused } = await replayer.wake()
      if (nextDueAt === undefined) return
      clock.advance(Math.max(1_000, (paused?.until ?? nextDueAt) - clock.now()))
    }
  }

  return {
    journal,
    rung,
    drain,
    async wish() {
      await replayer.wake({ isManual: true })
    },
    async wake() {
      await replayer.wake({ isManual: false, isEager: true })
    },
    async ring(kind, id, body) {
      const request = mark(kind, id, body)
      const key = isKeyed ? { key: `key-${id}` } : {}
      const draft = { id, kind, request, shop: 'S01', terminal: 'T1', createdAt: clock.now(), ...key }
      await journal.append(draft, lenient)
      rung.push({ id, kind, request, lanes: findLanes(kind, request) })
    },
    stateOf: (id) => stateOf(journal, id),
    async reconcile() {
      for (let count = 0; ;) {
        const parked = await journal.list({ state: 'parked', limit: 1_000 })
        if (parked.length === 0) return count
        count += parked.length
        for (const entry of parked) await lookUp(journal, bank, entry, clock.now())
        await drain()
      }
    },
  }
}

const day = 86_400_000
const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 30 * day } }

function createLine({ baseUrl, deadlines, ...parts }: CounterParts) {
  const transport = createTransport({
    baseUrl,
    headers: {},
    headersAt: 0,
    credentials: 'omit',
    timeoutMs: parts.timeoutMs ?? timeoutMs,
    // The time that headers have is none of the request's.
    headersTimeoutMs: timeoutMs + 1,
    probe: false,
  })
  return {
    ...transport,
    // The request's own time begins as the gate has let it through.
    send: (...[claim, gate]: Parameters<typeof transport.send>) =>
      transport.send(claim, async () => {
        const mayLeave = await gate()
        if (mayLeave) deadlines?.expect(claim.body)
        return mayLeave
      }),
  }
}

async function lookUp(journal: TillJournal, bank: Bank, entry: ListedEntry, now: number): Promise<void> {
  const state = await stateOf(journal, entry.id)
  if (state !== 'parked/unknown') throw new Error(`a person was asked about ${entry.id}, which is ${state}`)
  const isThere = bank.effects.some((effect) => effectToMarker(effect) === entry.id)
  const verdict = { by: 'Ada', reason: 'looked up in the ledger' }
  await journal.act(entry.id, { tag: isThere ? 'mark-applied' : 'send-again', ...verdict }, now)
}

/** What the bank did on account of an operation. */
export function effectsOf(bank: Bank, id: string): Effect[] {
  return bank.effects.filter((effect) => effectToMarker(effect) === id)
}

export interface Difference {
  id: string
  what: string
}

/**
 * Where journal and ledger say different things: each operation is settled and was applied once, as it was rung up
 * and in the order of its cards. What is repeatable by its rule may have been applied again, directly after.
 */
export async function findDifferences(
  { journal, rung }: Counter,
  bank: Bank,
  isRepeatable: (kind: OperationKind) => boolean,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const { id, kind, request } of rung) {
    const state = await stateOf(journal, id)
    const effects = effectsOf(bank, id)
    if (state !== 'settled') differences.push({ id, what: `is ${state}` })
    const most = isRepeatable(kind) ? Infinity : 1
    if (effects.length < 1 || effects.length > most)
      differences.push({ id, what: `${kind} was applied ${effects.length} times` })
    if (effects.some(({ body }) => JSON.stringify(body) !== JSON.stringify(request)))
      differences.push({ id, what: 'was applied with another body' })
  }
  return [...differences, ...findDisorder(rung, bank)]
}

function findDisorder(rung: readonly Rung[], bank: Bank): Difference[] {
  const lanes = [...new Set(rung.flatMap((one) => one.lanes))]
  return lanes.flatMap((lane) => {
    const ids = rung.filter((one) => one.lanes.includes(lane)).map(({ id }) => id)
    const applied = bank.effects.map(effectToMarker).filter((id) => ids.includes(id))
    const order = applied.filter((id, index) => id !== applied[index - 1])
    return order.join() === ids.join() ? [] : [{ id: lane, what: `saw ${order.join()}, not ${ids.join()}` }]
  })
}
