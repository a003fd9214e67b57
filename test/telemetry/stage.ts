import { afterEach, beforeEach, vi } from 'vitest'
import type { HandOver, TillEvent } from '../../src/index.js'
import { sendTelemetry, type Telemetry } from '../../src/otlp.js'
import type { TillListener } from '../../src/till/follow.js'
import { createStatusStore } from '../../src/till/status.js'
import { createFakeLocks } from '../support/locks.js'

export interface Told {
  path: string
  ids: string[]
  body: string
  init: RequestInit
}

/** What a receiver was told, in order. */
export let told: Told[] = []
let answers: (Response | Error)[] = []
let kept: Map<string, string>
export let listeners: { listener: TillListener; after: string | undefined }[] = []
let senders: Telemetry[] = []
export let page: EventTarget
let handOvers: () => Promise<HandOver[]>

/** Answers in turn, and then with all well; of each event only its entry is noted. */
function answer(url: string, init: RequestInit): Promise<Response> {
  const text = init.body as string
  const ids = [...text.matchAll(/entry\.id","value":\{"stringValue":"(\w+)"/g)].map(([, id = '']) => id)
  told.push({ path: new URL(url).pathname, ids, body: text, init })
  const next = answers.shift() ?? new Response('{}')
  return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
}

export const status = createStatusStore({ state: 'active' })
export const till = {
  name: 'main',
  shop: 'S01',
  terminal: 'T1',
  status,
  handOvers: () => handOvers(),
  on: (_: 'event', listener: TillListener, { after }: { after?: string | undefined } = {}) => {
    const one = { listener, after }
    listeners.push(one)
    return () => {
      listeners = listeners.filter((other) => other !== one)
    }
  },
}

/** Sets the stage before each test of a file, and clears it after. */
export function useStage(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    ;[told, answers, listeners, senders] = [[], [], [], []]
    kept = new Map()
    handOvers = () => Promise.resolve([])
    status.change({ counts: {}, storage: { state: 'open' }, clockOffsetMs: undefined })
    page = new EventTarget()
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('navigator', { locks: createFakeLocks() })
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    })
  })
  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.stop()))
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function begin(options: Partial<Parameters<typeof sendTelemetry>[1]> = {}): Telemetry {
  const telemetry = sendTelemetry(till, { url: 'https://otel.example/otlp/', intervalMs: 10_000, ...options })
  senders.push(telemetry)
  return telemetry
}

export function happen(id: string): void {
  const about = { id, kind: 'refund', shop: 'S01', terminal: 'T1', attempts: 1 } as const
  const event: TillEvent = { type: 'sending', ...about, at: new Date(), cursor: `after ${id}` }
  for (const { listener } of listeners) listener(event)
}

export const logs = () => told.filter(({ path }) => path === '/otlp/v1/logs').map(({ ids }) => ids)
export const bookmark = () => [...kept.values()].at(-1)
export const createIds = (length: number) => Array.from({ length }, (_, index) => `e${index}`)

/** What the receiver answers next; then all is well. */
export function answerWith(next: (Response | Error)[]): void {
  answers = next
}

export function handOverWith(list: () => Promise<HandOver[]>): void {
  handOvers = list
}
