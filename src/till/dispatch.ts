import type { Trace, WakeReason } from '../domain/trace.js'
import { createTimer } from '../platform/wakes.js'
import type { Clock } from '../ports.js'
import type { Replayer } from '../replay/replayer.js'
import type { RunResult } from '../replay/run.js'

export interface WakeDeps {
  /** Replaying starts after this, when it is known whether the worker can replay. */
  ready: Promise<unknown>
  replayer: Pick<Replayer, 'wake'>
  /** Makes the worker replay; undefined if it cannot. */
  askWorker: (isManual: boolean) => Promise<RunResult | undefined>
}

export type Wake = (isManual: boolean) => Promise<RunResult>

/** Wakes the worker's replay, or this page's own if the worker cannot. */
export function createWake({ ready, replayer, askWorker }: WakeDeps): Wake {
  return async (isManual) => {
    await ready
    return (await askWorker(isManual)) ?? replayer.wake({ isManual })
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
  trace?: Trace | undefined
}

/** Decides when to replay. */
export interface Dispatch {
  /** An entry may be due. Cheap: a wake that is due or running serves all calls. */
  nudge: (why: WakeReason) => void
  /** Ends the wait, because its reason is gone. */
  resume: () => void
  /** The line may be back. Each till waits a random time, because all tills of a shop notice it at once. */
  hint: () => void
  /** A person asks for a replay: it ends every wait. Resolves when the run has ended. */
  replay: () => Promise<RunResult>
  stop: () => void
}

/** A clock set back must not turn a short pause into a long one. */
const pauseMsMax = 60_000
const hintMsMax = 40_000
const idleMs = 120_000
const faultMs = 30_000

const nothingDone: RunResult = { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false }

/** The interval at which a run is notified of new operations, instead of once for each. */
const throttleMs = 50

interface Pace {
  isRunning: boolean
  isWantedAgain: boolean
  isHinted: boolean
  isIdle: boolean
  isStopped: boolean
  quietUntil: number
}

const atRest: Pace = {
  isRunning: false,
  isWantedAgain: false,
  isHinted: false,
  isIdle: false,
  isStopped: false,
  quietUntil: 0,
}

export function createDispatch({ wake, clock, onFault, onWell, isSeen, trace }: DispatchDeps): Dispatch {
  const pace = { ...atRest }
  const throttle = createThrottle(() => {
    // The call that began the run reports how it ends.
    if (pace.isRunning) wake(false).catch(() => undefined)
    else nudge()
  })
  const timer = createTimer(() => {
    pace.quietUntil = 0
    if (!pace.isIdle || isSeen()) nudge('timer')
  })

  function nudge(why?: WakeReason): void {
    if (why) trace?.({ what: 'wake', why })
    if (pace.isStopped) return
    if (pace.isRunning) throttle.ask()
    else if (clock.now() >= pace.quietUntil) void serve()
  }

  async function serve(): Promise<void> {
    const isManual = pace.isHinted
    Object.assign(pace, { isRunning: true, isWantedAgain: false, isHinted: false })
    try {
      settle(await wake(isManual))
      onWell()
    } catch (error) {
      settle({ ...nothingDone, nextDueAt: clock.now() + faultMs })
      if (!pace.isStopped) onFault(error)
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
    resume() {
      pace.quietUntil = 0
      nudge('headers')
    },
    hint() {
      trace?.({ what: 'wake', why: 'online' })
      Object.assign(pace, { isHinted: true, isIdle: false })
      timer.set(clock.random() * hintMsMax)
    },
    replay: async () => settle(await wake(true)),
    stop() {
      pace.isStopped = true
      timer.stop()
      throttle.stop()
    },
  }
}

/** Notifies a run, at most once per interval, that new operations wait; otherwise another run follows it. */
function createThrottle(notify: () => void): { ask: () => void; stop: () => void } {
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
  pace.quietUntil = paused ? Math.min(paused.until, now + pauseMsMax) : 0
  pace.isIdle = !paused && nextDueAt === undefined
  if (isCut && !paused) pace.isWantedAgain = true
  // Checking too often is cheap, but a timer set by a wrong clock could be long.
  return Math.min(idleMs, (paused ? pace.quietUntil : (nextDueAt ?? now + idleMs)) - now)
}
