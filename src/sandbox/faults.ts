import { createRandom, type Random } from './random.js'
import { operations, type Operation } from './reading.js'

/** One way in which a request fails. Its comment says whether the bank applies the operation. */
export type Fault =
  /** Applied at once; the reply is delayed. */
  | { kind: 'delay'; delayMs: number }
  /** Applied after the delay, even if the client has stopped waiting. Over HTTP only. */
  | { kind: 'late'; delayMs: number }
  /** Not applied; the connection is cut. */
  | { kind: 'dropBeforeEffect' }
  /** Applied; the connection is cut without a reply. */
  | { kind: 'dropAfterEffect' }
  /**
   * Applied; the reply is lost and the same request arrives once more, as if the browser or a proxy had sent it again
   * by itself. The caller gets the answer to the second. Without keys it is applied twice.
   */
  | { kind: 'resent' }
  | StatusFault
  /** Not applied; a 200 with the login page of another network. */
  | { kind: 'captivePortal' }
  /** Not applied; a 302 to the login page of another network. */
  | { kind: 'redirect'; location?: string }
  /** Applied; the connection is cut in the middle of the reply. */
  | { kind: 'truncatedBody' }
  /** Applied; the reply has the same status and plain text. */
  | { kind: 'wrongType' }
  /** Applied; the reply has the same status and no body. */
  | { kind: 'emptyBody' }
  /** Applied; the reply has the same status and a body that is not valid JSON. */
  | { kind: 'brokenJson' }
  /** Applied; the reply is sent byte by byte, with the delay after each. */
  | { kind: 'slowDrip'; delayMs: number }
  /** Applied; the `Date` header is wrong by this much. */
  | { kind: 'clockSkew'; skewSeconds: number }
  /** Not applied; every connection is cut. */
  | { kind: 'outage' }

/** Any status in place of the bank's reply. Not applied, unless `afterEffect` is set. */
export interface StatusFault {
  kind: 'status'
  status: number
  headers?: Record<string, string>
  /** A string is sent unchanged, any other value as JSON. Unset: problem details. */
  body?: unknown
  retryAfterSeconds?: number
  /** The form of `Retry-After`: seconds (the default) or an HTTP-date. */
  retryAfterForm?: 'seconds' | 'date'
  afterEffect?: boolean
}

/** The kinds of requests that faults tell apart: an operation, a probe (any GET or HEAD), or another request. */
export type FaultTarget = Operation | 'probe' | 'other'

/**
 * A fault in a script. `operation` says which requests it applies to. Unset, it applies to the five operations; a
 * captivePortal, redirect or outage applies to every request. `times` is 1 unless set. A standing fault applies until
 * it is removed, together with other faults.
 */
export type ScriptedFault = Fault & { operation?: FaultTarget | 'any'; times?: number; standing?: boolean }

/** Random faults, the same for the same seed: each request gets one with probability `rate`. */
export interface ChanceOfFaults {
  rate: number
  seed: number
  faults: readonly ScriptedFault[]
}

/** The faults that are switched on. */
export interface Faults {
  readonly outage: boolean
  /** A copy of the current faults, to be shown. */
  describe: () => { script: ScriptedFault[]; standing: ScriptedFault[]; chance: ChanceOfFaults | null }
  /** Takes the faults for one request: the standing ones, and one from the script or at random. */
  take: (target: FaultTarget) => Fault[]
  /** Replaces the script and the standing faults. */
  script: (list: readonly ScriptedFault[]) => void
  /** Adds faults to the end of the script, or to the standing ones. */
  add: (...list: readonly ScriptedFault[]) => void
  /** Replaces the random faults; null ends them. */
  chance: (chance: ChanceOfFaults | null) => void
  /** Removes all faults except an outage. */
  clear: () => void
  setOutage: (on: boolean) => void
  /** Calls the listener when an outage begins or ends; returns a function that stops it. */
  watchOutage: (listener: (on: boolean) => void) => () => void
}

interface Scripted {
  item: ScriptedFault
  left: number
}

/** Creates faults from a list, by default none. */
export function createFaults(list: readonly ScriptedFault[] = []): Faults {
  const script = createScript()
  const random = createRandomFaults()
  const outage = createOutageSwitch()
  const standing: ScriptedFault[] = []

  function add(...items: readonly ScriptedFault[]) {
    standing.push(...items.filter((item) => item.standing))
    script.add(items.filter((item) => !item.standing))
  }
  function clearLists() {
    standing.splice(0)
    script.clear()
  }
  add(...list)

  return {
    get outage() {
      return outage.isOn()
    },
    setOutage: outage.set,
    watchOutage: outage.watch,
    describe: () => ({ script: script.describe(), standing: [...standing], chance: random.describe() }),
    take: (target) => {
      if (outage.isOn()) return [{ kind: 'outage' }]
      const next = script.take(target) ?? random.take(target)
      return [...standing.filter((item) => appliesTo(item, target)), ...(next ? [next] : [])]
    },
    script: (items) => {
      clearLists()
      add(...items)
    },
    add,
    chance: random.set,
    clear: () => {
      clearLists()
      random.set(null)
    },
  }
}

function createScript() {
  let items: Scripted[] = []
  return {
    add: (added: readonly ScriptedFault[]) => {
      items.push(...added.map((item) => ({ item, left: item.times ?? 1 })))
    },
    clear: () => {
      items = []
    },
    describe: (): ScriptedFault[] => items.map(({ item, left }) => ({ ...item, times: left })),
    take: (target: FaultTarget): ScriptedFault | undefined => {
      const next = items.find(({ item }) => appliesTo(item, target))
      if (next === undefined) return undefined
      next.left -= 1
      items = items.filter(({ left }) => left > 0)
      return next.item
    },
  }
}

function createRandomFaults() {
  let chance: ChanceOfFaults | null = null
  let random = createRandom(0)
  return {
    set: (next: ChanceOfFaults | null) => {
      chance = next
      random = createRandom(next?.seed ?? 0)
    },
    describe: () => chance,
    take: (target: FaultTarget): ScriptedFault | undefined =>
      chance?.faults && pickAtRandom(chance, random, target),
  }
}

function createOutageSwitch() {
  const listeners = new Set<(on: boolean) => void>()
  let on = false
  return {
    isOn: () => on,
    set: (next: boolean) => {
      on = next
      for (const listener of listeners) listener(next)
    },
    watch: (listener: (on: boolean) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function pickAtRandom(
  { rate, faults }: ChanceOfFaults,
  random: Random,
  target: FaultTarget,
): ScriptedFault | undefined {
  const candidates = faults.filter((item) => appliesTo(item, target))
  if (candidates.length === 0 || random() >= rate) return undefined
  return candidates[Math.floor(random() * candidates.length)]
}

function appliesTo(item: ScriptedFault, target: FaultTarget): boolean {
  if (item.operation !== undefined) return item.operation === 'any' || item.operation === target
  return isConnectionFault(item) || isOperation(target)
}

function isConnectionFault({ kind }: Fault): boolean {
  return kind === 'captivePortal' || kind === 'redirect' || kind === 'outage'
}

function isOperation(target: FaultTarget): target is Operation {
  return (operations as readonly string[]).includes(target)
}
