import { RunOvertaken, type Lock, type ReplayDeps } from '../ports.js'
import type { RunCues, Urge } from './cues.js'
import { createWatch } from './holder.js'
import { nothingDone, runReplay, type RunResult } from './run.js'

//            wake                  lock won                 nothing more goes
//   idle ───────────▶ waiting ───────────────▶ running ───────────────────────▶ idle
//                        ▲                        │ woken since its last look,
//                        └────────────────────────┘ or overtaken by another run

export interface Replayer {
  /** Replays what can go; resolves with a run whose last look came after this call. */
  wake(how?: Urge): Promise<RunResult>
  /** Claims no more; resolves when what is under way has been recorded. */
  halt(): Promise<void>
  /** Claims again, at the next wake. */
  resume(): void
  /** Accounts for entries left as sending, then works while nothing is sent from any page. */
  still<Value>(work: () => Promise<Value>): Promise<Value>
}

/** The later one ends more waits. */
const urgencies = ['nothing', 'run', 'eager-run', 'manual-run'] as const
type Asked = (typeof urgencies)[number]

/** Whether runs may go on, and what has been asked for since a run last looked. */
interface State {
  tag: 'open' | 'halted'
  asked: Asked
  /** Tells the run that waits. */
  ring?: () => void
}

const claimNothing: RunCues = {
  isHalted: () => true,
  look: () => ({ isManual: false }),
  untilAsked: () => new Promise(() => undefined),
}

function ask(state: State, asked: Asked): State {
  state.ring?.()
  const isMore = urgencies.indexOf(asked) > urgencies.indexOf(state.asked)
  // A new object each time: who looks at the state twice sees that something was asked meanwhile.
  return { ...state, asked: isMore ? asked : state.asked }
}

/** Resolves once something is asked for; at once if it has been. */
function untilAsked(state: State): Promise<void> {
  return new Promise((resolve) => {
    state.ring = resolve
    if (state.asked !== 'nothing') resolve()
  })
}

function urgeToAsked({ isManual, isEager }: Urge): Asked {
  return isManual ? 'manual-run' : isEager ? 'eager-run' : 'run'
}

/** A run's result, which counts what the runs before it did too: the call waited for all of them. */
function addTo(done: RunResult, last: RunResult): RunResult {
  return {
    ...last,
    settled: done.settled + last.settled,
    parked: done.parked + last.parked,
    requeued: done.requeued + last.requeued,
    voided: done.voided + last.voided,
  }
}

/** One loop per page or worker; the lock makes sure that only one runs in the whole browser. */
export function createReplayer(deps: () => Promise<ReplayDeps>, lock: Lock): Replayer {
  let state: State = { tag: 'open', asked: 'nothing' }
  let current: Promise<RunResult> | undefined
  let isHolding = false
  const isHalted = () => state.tag === 'halted'

  /** Nothing if another run, which goes on, has overtaken this one; the run has traced that. */
  async function replay(): Promise<RunResult | undefined> {
    if (isHalted()) return undefined
    isHolding = true
    const taken: State['asked'][] = []
    const look = () => {
      taken.push(state.asked)
      state = { ...state, asked: 'nothing' }
      return { isManual: taken.at(-1) === 'manual-run', isEager: taken.at(-1) === 'eager-run' }
    }
    try {
      return await runReplay(await deps(), { isHalted, look, untilAsked: () => untilAsked(state) })
    } catch (error) {
      if (!(error instanceof RunOvertaken)) throw error
      if (taken.includes('manual-run')) state = ask(state, 'manual-run')
      return undefined
    }
  }

  async function drain(): Promise<RunResult> {
    try {
      for (let done = nothingDone; ;) {
        const seen = state
        isHolding = false
        // Asked before the lock is held: a tab that freezes between the two would begin a run with a stolen lock.
        const isIdle = await (await deps()).journal.isAtRest()
        if (isIdle && state === seen) return addTo(done, nothingDone)
        if (isIdle) continue
        const result = await lock.hold(replay, watchUnless(isHalted, deps))
        done = addTo(done, result ?? nothingDone)
        if (isHalted() || (result && state.asked === 'nothing')) return done
      }
    } finally {
      current = undefined
    }
  }

  return {
    wake(how) {
      state = ask(state, how ? urgeToAsked(how) : 'run')
      return (current ??= drain())
    },
    async halt() {
      state = { ...state, tag: 'halted' }
      // What waits in line begins nothing any more. The call that began the run hears how it failed.
      if (isHolding) await current?.catch(() => undefined)
    },
    resume() {
      state = { ...state, tag: 'open' }
    },
    still: (work) => standStill(deps, lock, work),
  }
}

/** A page that is about to leave steals no lock. */
function watchUnless(isHalted: () => boolean, deps: () => Promise<ReplayDeps>): () => Promise<boolean> {
  const watch = createWatch(deps)
  return async () => !isHalted() && (await watch())
}

async function standStill<Value>(
  deps: () => Promise<ReplayDeps>,
  lock: Lock,
  work: () => Promise<Value>,
): Promise<Value> {
  const stillAll = async () => {
    await runReplay(await deps(), claimNothing)
    return work()
  }
  return lock.hold(stillAll, createWatch(deps))
}
