import { wakeWorker } from '../platform/messages.js'
import { createTimer } from '../platform/wakes.js'
import type { Clock } from '../ports.js'
import type { Replayer } from '../replay/replayer.js'
import type { RunResult } from '../replay/run.js'

export interface WakeDoors {
  /** Until then nobody replays: it is not yet clear who can. */
  ready: Promise<unknown>
  name: string
  replayer: Replayer
  worker: () => ServiceWorker | undefined
  /** Told whether the worker takes the replay, and if not, which option holds it back. */
  onWorker: (heldBackBy: string | undefined) => void
}

export type Wake = (isWish: boolean) => Promise<RunResult>

/** Wakes the worker's replay if it can take it, else this page's own. */
export function createWake({ ready, name, replayer, worker, onWorker }: WakeDoors): Wake {
  return async (isWish) => {
    await ready
    const active = worker()
    if (active) {
      const woken = await wakeWorker<RunResult>(active, { counterfoil: 'wake', name, isWish })
      if (woken.tag === 'done') {
        onWorker(undefined)
        return woken.result
      }
      if (woken.tag === 'declined') onWorker(woken.option)
    }
    return replayer.wake({ isWish })
  }
}

export interface DispatchDoors {
  wake: Wake
  clock: Clock
  onFault: (error: unknown) => void
  /** A run has ended as it should, whatever the line was like. */
  onWell: () => void
  /** With nothing waiting, only a page somebody looks at asks after the line. */
  isSeen: () => boolean
}

/** When to replay. */
export interface Dispatch {
  /** Something may go now. Cheap: a wake that is already due or under way serves every nudge. */
  nudge: () => void
  /** What it waited for is there: the wait is over. */
  resume: () => void
  /** The line may be back; tills of one shop hear that together, so each waits a moment of its own. */
  hint: () => void
  /** A person asks: no wait counts. Resolves when that run has ended. */
  replay: () => Promise<RunResult>
  stop: () => void
}

/** A clock set back must not turn a short pause into a long one. */
const pauseMsMax = 60_000
const hintMsMax = 40_000
const idleMs = 120_000
const faultMs = 30_000

interface Pace {
  isUnderWay: boolean
  isWantedAgain: boolean
  isHinted: boolean
  isIdle: boolean
  isStopped: boolean
  quietUntil: number
}

const atRest: Pace = {
  isUnderWay: false,
  isWantedAgain: false,
  isHinted: false,
  isIdle: false,
  isStopped: false,
  quietUntil: 0,
}

export function createDispatch({ wake, clock, onFault, onWell, isSeen }: DispatchDoors): Dispatch {
  const pace = { ...atRest }
  const timer = createTimer(() => {
    pace.quietUntil = 0
    if (!pace.isIdle || isSeen()) nudge()
  })

  function nudge(): void {
    if (pace.isStopped) return
    if (pace.isUnderWay) pace.isWantedAgain = true
    else if (clock.now() >= pace.quietUntil) void serve()
  }

  async function serve(): Promise<void> {
    const isWish = pace.isHinted
    Object.assign(pace, { isUnderWay: true, isWantedAgain: false, isHinted: false })
    try {
      settle(await wake(isWish))
      onWell()
    } catch (error) {
      if (!pace.isStopped) onFault(error)
      settle({
        settled: 0,
        parked: 0,
        requeued: 0,
        voided: 0,
        isCut: false,
        nextDueAt: clock.now() + faultMs,
      })
    }
    pace.isUnderWay = false
    if (pace.isWantedAgain) nudge()
  }

  function settle(result: RunResult): void {
    if (!pace.isStopped) timer.set(paceAfter(pace, result, clock.now()))
  }

  return {
    nudge,
    resume() {
      pace.quietUntil = 0
      nudge()
    },
    hint() {
      Object.assign(pace, { isHinted: true, isIdle: false })
      timer.set(clock.random() * hintMsMax)
    },
    async replay() {
      const result = await wake(true)
      settle(result)
      return result
    },
    stop() {
      pace.isStopped = true
      timer.stop()
    },
  }
}

/** Notes what a run's end means for the next one, and tells after how long it is worth looking again. */
function paceAfter(pace: Pace, { paused, isCut, nextDueAt }: RunResult, now: number): number {
  pace.quietUntil = paused ? Math.min(paused.until, now + pauseMsMax) : 0
  pace.isIdle = !paused && nextDueAt === undefined
  if (isCut && !paused) pace.isWantedAgain = true
  // Looking a little too often is cheap; a timer set by a wrong clock would be a long one.
  return Math.min(idleMs, (paused ? pace.quietUntil : (nextDueAt ?? now + idleMs)) - now)
}
