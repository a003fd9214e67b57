import { createRandom, type Random } from './random.js'
import { operations, type Operation } from './reading.js'

/** One way for a request to go wrong. `…BeforeEffect` and its like leave the bank untouched. */
export type Fault =
  /** Applied at once, answered late. */
  | { kind: 'delay'; delayMs: number }
  /** Still on the line for so long, and then applied whether or not anybody waits. Over HTTP only. */
  | { kind: 'late'; delayMs: number }
  | { kind: 'dropBeforeEffect' }
  | { kind: 'dropAfterEffect' }
  | StatusFault
  /** A 200 with somebody else's login page; nothing reaches the bank. */
  | { kind: 'captivePortal' }
  /** A 302 to somebody else's login page; nothing reaches the bank. */
  | { kind: 'redirect'; location?: string }
  /** Applied; the reply announces its whole length and breaks off halfway. */
  | { kind: 'truncatedBody' }
  /** Applied; the reply keeps its status and brings plain text. */
  | { kind: 'wrongType' }
  /** Applied; the reply keeps its status and has nothing in it. */
  | { kind: 'emptyBody' }
  /** Applied; the reply keeps its status, says JSON and is not. */
  | { kind: 'brokenJson' }
  /** Applied; the reply comes byte by byte, so long after each other. */
  | { kind: 'slowDrip'; delayMs: number }
  /** The `Date` header is off by so much. */
  | { kind: 'clockSkew'; skewSeconds: number }
  /** The line is dead: nothing arrives and nothing is answered. */
  | { kind: 'outage' }

/** Any status at all, in place of the bank's answer or, with `afterEffect`, once the bank has done its part. */
export interface StatusFault {
  kind: 'status'
  status: number
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. Without it: problem details. */
  body?: unknown
  retryAfterSeconds?: number
  /** How `Retry-After` is written: as seconds (the default) or as an HTTP-date. */
  retryAfterForm?: 'seconds' | 'date'
  afterEffect?: boolean
}

/** What a request is to the faults: one of the operations, a probe (any GET or HEAD), or something else. */
export type FaultTarget = Operation | 'probe' | 'other'

/**
 * A fault in a script. `operation` says which requests it waits for: unless set, the five operations, or every
 * request at all for what befalls the line itself (captivePortal, redirect, outage). `times` is 1 unless set; a
 * standing fault strikes until it is removed, together with whatever else strikes.
 */
export type ScriptedFault = Fault & { operation?: FaultTarget | 'any'; times?: number; standing?: boolean }

/** Faults by chance, the same ones for the same seed: each request is struck with probability `rate`. */
export interface ChanceOfFaults {
  rate: number
  seed: number
  faults: readonly ScriptedFault[]
}

/** The faults in force. */
export interface Faults {
  readonly outage: boolean
  /** What is in force, ready to be shown. */
  describe: () => { script: ScriptedFault[]; standing: ScriptedFault[]; chance: ChanceOfFaults | null }
  /** Takes what strikes this request: the standing faults, and one from the script or by chance. */
  take: (target: FaultTarget) => Fault[]
  /** Replaces the script and the standing faults. */
  script: (list: readonly ScriptedFault[]) => void
  /** Adds to the end of the script, or to the standing faults. */
  add: (...list: readonly ScriptedFault[]) => void
  /** Replaces the faults by chance; null ends them. */
  chance: (chance: ChanceOfFaults | null) => void
  /** Removes everything but an outage. */
  clear: () => void
  setOutage: (on: boolean) => void
  /** Calls back whenever an outage begins or ends; returns the way to stop that. */
  watchOutage: (listener: (on: boolean) => void) => () => void
}

interface Scripted {
  item: ScriptedFault
  left: number
}

/** Begins with no faults, or with those given. */
export function createFaults(list: readonly ScriptedFault[] = []): Faults {
  const script = createScript()
  const luck = createLuck()
  const switches = createSwitch()
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
      return switches.isOn()
    },
    setOutage: switches.set,
    watchOutage: switches.watch,
    describe: () => ({ script: script.describe(), standing: [...standing], chance: luck.describe() }),
    take: (target) => {
      if (switches.isOn()) return [{ kind: 'outage' }]
      const one = script.take(target) ?? luck.take(target)
      return [...standing.filter((item) => strikes(item, target)), ...(one ? [one] : [])]
    },
    script: (items) => {
      clearLists()
      add(...items)
    },
    add,
    chance: luck.set,
    clear: () => {
      clearLists()
      luck.set(null)
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
      const next = items.find(({ item }) => strikes(item, target))
      if (next === undefined) return undefined
      next.left -= 1
      items = items.filter(({ left }) => left > 0)
      return next.item
    },
  }
}

function createLuck() {
  let chance: ChanceOfFaults | null = null
  let random = createRandom(0)
  return {
    set: (next: ChanceOfFaults | null) => {
      chance = next
      random = createRandom(next?.seed ?? 0)
    },
    describe: () => chance,
    take: (target: FaultTarget): ScriptedFault | undefined =>
      chance?.faults && takeByChance(chance, random, target),
  }
}

function createSwitch() {
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

function takeByChance(
  { rate, faults }: ChanceOfFaults,
  random: Random,
  target: FaultTarget,
): ScriptedFault | undefined {
  const candidates = faults.filter((item) => strikes(item, target))
  if (candidates.length === 0 || random() >= rate) return undefined
  return candidates[Math.floor(random() * candidates.length)]
}

function strikes(item: ScriptedFault, target: FaultTarget): boolean {
  if (item.operation !== undefined) return item.operation === 'any' || item.operation === target
  return befallsLine(item) || isOperation(target)
}

function befallsLine({ kind }: Fault): boolean {
  return kind === 'captivePortal' || kind === 'redirect' || kind === 'outage'
}

function isOperation(target: FaultTarget): target is Operation {
  return (operations as readonly string[]).includes(target)
}
