import { isOut } from '../domain/outcome.js'
import type { Trace, WakeReason } from '../domain/trace.js'
import { createTimer } from '../platform/wakes.js'
import type { Clock } from '../ports.js'
import type { Urge } from '../replay/cues.js'
import type { Replayer } from '../replay/replayer.js'
import { nothingDone, type RunResult } from '../replay/run.js'

export interface WakeDeps {
  /** Replaying starts after this, when it is known whether the worker can replay. */
  ready: Promise<unknown>
  replayer: Pick<Replayer, 'wake'>
  /** Makes the worker replay; undefined if it cannot. */
  askWorker: (urge: Urge) => Promise<RunResult | undefined>
}

export type Wake = (urge: Urge) => Promise<RunResult>

/** Wakes the worker's replay, or this page's own if the worker cannot. */
export function createWake({ ready, replayer, askWorker }: WakeDeps): Wake {
  return async (urge) => {
    await ready
    return (await askWorker(urge)) ?? replayer.wake(urge)
  }
}

export interface DispatchDeps {
  wake: Wake
  clock: Clock
  onFault: (error: unknown) => void
  /** A run has ended without a fault, whatever the state of the line. */
  onWell: () => void
  /** With nothing waiting, only a visible page probes the line. */
  isSeen: () => boolean
  /** Whether anything waits, as far as the status knows: another page may have left it. */
  waits: () => boolean
  /** Any tab or the worker has found that the service cannot be reached. */
  isOffline: () => boolean
  trace?: Trace | undefined
}

/** Decides when to replay. */
export interface Dispatch {
  /** An entry may be due. Cheap: a wake that is due or running serves all calls. What a person does ends a wait for the line. */
  nudge: (why: WakeReason) => void
  /** Ends the wait, because its reason is gone. A run that is on may store its pause anew: `endPause` follows it. */
  resume: (endPause: () => Promise<void>) => void
  /** The line may be back. Each till waits a random moment, because all tills of a shop notice it at once. */
  hint: () => void
  /** A person asks for a replay: it ends every wait. Resolves when the run has ended. */
  replay: () => Promise<RunResult>
  stop: () => void
}

/** A clock set back must not turn a short pause into a long one. */
const pauseMsMax = 60_000
const hintMsMax = 3_000
/** A busy counter does not probe a dead line more often. */
const eagerMsMin = 3_000
const idleMs = 120_000
const faultMs = 30_000

/** The interval at which a run is notified of new operations, instead of once for each. */
const throttleMs = 50

interface Pace {
  isRunning: boolean
  /** Another run follows at once and takes all new work: this one was cut, or the reason of its wait went while it was on. */
  isWantedAgain: boolean
  /** Ends the pause that the run may have stored after its reason was gone. */
  endPause?: (() => Promise<void>) | undefined
  isIdle: boolean
  isStopped: boolean
  quietUntil: number
  /** The last run found no line. */
  isOut: boolean
}

const atRest: Pace = {
  isRunning: false,
  isWantedAgain: false,
  isIdle: false,
  isStopped: false,
  quietUntil: 0,
  isOut: false,
}

/** Somebody is at the till and expects it to try. */
const eagerReasons = new Set<WakeReason>(['rung-up', 'acted', 'resumed'])

const ordinary: Urge = { isManual: false }
const eager: Urge = { isManual: false, isEager: true }
const manual: Urge = { isManual: true }

export function createDispatch(deps: DispatchDeps): Dispatch {
  const { wake, clock, isOffline, trace } = deps
  const pace: Pace = { ...atRest }
  // The call that began the run reports how it ends.
  const pass = (urge: Urge) => wake(urge).then(ignore, ignore)
  const throttle = createThrottle(() => {
    if (!pace.isRunning) nudge()
    else if (!pace.isWantedAgain) void pass(ordinary)
  })
  const timer = createTimer(() => {
    pace.quietUntil = 0
    if (mayRest(pace, deps)) timer.set(idleMs)
    else nudge('timer')
  })
  const hinted = createSpread(clock, () => void serve(manual))
  const hurried = createRationing(clock, () => void (pace.isRunning || serve(eager)))

  function nudge(why?: WakeReason): void {
    if (why) trace?.({ what: 'wake', why })
    if (pace.isStopped) return
    if (pace.isRunning) throttle.ask()
    else if (why && eagerReasons.has(why) && (pace.isOut || isOffline())) hurried.ask()
    else if (clock.now() >= pace.quietUntil) void serve(ordinary)
  }

  async function serve(urge: Urge): Promise<void> {
    if (pace.isRunning) return pass(urge)
    Object.assign(pace, { isRunning: true, isWantedAgain: false, endPause: undefined })
    try {
      settle(await attempt(deps, pace, urge))
    } finally {
      pace.isRunning = false
    }
    if (pace.isWantedAgain) nudge('cut')
  }

  function settle(result: RunResult): RunResult {
    if (!pace.isStopped) timer.set(paceAfter(pace, result, clock.now()))
    return result
  }

  return {
    nudge,
    resume(endPause) {
      Object.assign(pace, { quietUntil: 0, isWantedAgain: pace.isRunning, endPause })
      nudge('headers')
    },
    hint() {
      trace?.({ what: 'wake', why: 'online' })
      hinted.ask()
    },
    replay: async () => settle(await wake(manual)),
    stop() {
      pace.isStopped = true
      for (const one of [timer, hinted, hurried, throttle]) one.stop()
    },
  }
}

/** Another page may leave something later: this one looks again. */
function mayRest({ isIdle }: Pace, { isSeen, waits }: DispatchDeps): boolean {
  return isIdle && !isSeen() && !waits()
}

/** A run; after one that failed the till tries again later. */
async function attempt(
  { wake, clock, onFault, onWell }: DispatchDeps,
  pace: Pace,
  urge: Urge,
): Promise<RunResult> {
  try {
    const result = await wake(urge)
    onWell()
    return result
  } catch (error) {
    if (!pace.isStopped) onFault(error)
    return { ...nothingDone, nextDueAt: clock.now() + faultMs }
  } finally {
    // A pause that could not be ended runs out by itself.
    await pace.endPause?.().catch(ignore)
  }
}

const ignore = (): void => undefined

interface Asked {
  ask: () => void
  stop: () => void
}

/** Works a random moment after the first of several calls. */
function createSpread({ random }: Clock, work: () => void): Asked {
  let isAsked = false
  const timer = createTimer(() => {
    isAsked = false
    work()
  })
  return {
    ask() {
      if (!isAsked) timer.set(random() * hintMsMax)
      isAsked = true
    },
    stop: timer.stop,
  }
}

/** Works at once, or as soon as it is long enough since it last did. */
function createRationing({ ticks }: Clock, work: () => void): Asked {
  let from = -Infinity
  const timer = createTimer(ask)
  function ask(): void {
    if (ticks() < from) {
      timer.set(from - ticks())
      return
    }
    from = ticks() + eagerMsMin
    work()
  }
  return { ask, stop: timer.stop }
}

/** Notifies a run, at most once per interval, that new operations wait; otherwise another run follows it. */
function createThrottle(notify: () => void): Asked {
  let isAsked = false
  const timer = createTimer(() => {
    isAsked = false
    notify()
  })
  return {
    ask() {
      if (!isAsked) timer.set(throttleMs)
      isAsked = true
    },
    stop: timer.stop,
  }
}

/** Records what a run's end means for the next one, and returns the time until the next check. */
function paceAfter(pace: Pace, { paused, isCut, nextDueAt }: RunResult, now: number): number {
  const until = paused ? Math.min(paused.until, now + pauseMsMax) : 0
  pace.quietUntil = pace.isWantedAgain ? 0 : until
  pace.isOut = paused !== undefined && isOut(paused)
  pace.isIdle = !paused && nextDueAt === undefined
  if (isCut && !paused) pace.isWantedAgain = true
  // Checking too often is cheap, but a timer set by a wrong clock could be long.
  return Math.min(idleMs, (paused ? until : (nextDueAt ?? now + idleMs)) - now)
}
