import { RunOvertaken, type Lock, type ReplayDoors } from '../ports.js'
import { createWatch } from './holder.js'
import { runReplay, type RunCues, type RunResult } from './run.js'

//            wake                  lock won                 nothing more goes
//   idle ───────────▶ waiting ───────────────▶ running ───────────────────────▶ idle
//                        ▲                        │ woken since its last look,
//                        └────────────────────────┘ or overtaken by a thief of the lock

export interface Replayer {
  /** Replays what can go; resolves with a run whose last look came after this call. */
  wake(wish?: { isWish: boolean }): Promise<RunResult>
  /** Claims no more; resolves when what is under way has been recorded. */
  halt(): Promise<void>
  /** Claims again, at the next wake. */
  resume(): void
  /** Accounts for what is under way, and then works while nothing is sent from anywhere. */
  still<Value>(work: () => Promise<Value>): Promise<Value>
}

const nothing: RunResult = { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false }

/** What a replayer has been told, and what of it the run that is on has taken up. */
interface Told {
  isWanted: boolean
  isWish: boolean
  isWishTaken: boolean
  isHalted: boolean
}

function createCues(told: Told): RunCues {
  return {
    isHalted: () => told.isHalted,
    look() {
      const { isWish } = told
      Object.assign(told, { isWanted: false, isWish: false, isWishTaken: told.isWishTaken || isWish })
      return { isWish }
    },
  }
}

const claimNothing: RunCues = { isHalted: () => true, look: () => ({ isWish: false }) }

/** One loop per page or worker; the lock sees to it that only one runs in the whole browser. */
export function createReplayer(doors: () => Promise<ReplayDoors>, lock: Lock): Replayer {
  const told: Told = { isWanted: false, isWish: false, isWishTaken: false, isHalted: false }
  let current: Promise<RunResult> | undefined

  /** Nothing if another run has overtaken this one: that one goes on, and this page waits in line again. */
  async function replay(isStolen: boolean): Promise<RunResult | undefined> {
    if (told.isHalted) return undefined
    told.isWishTaken = false
    try {
      return await runReplay(await doors(), createCues(told), isStolen)
    } catch (error) {
      if (!(error instanceof RunOvertaken)) throw error
      told.isWish ||= told.isWishTaken
      return undefined
    }
  }

  async function drain(): Promise<RunResult> {
    try {
      for (;;) {
        const watch = createWatch(doors)
        // Whoever is about to leave takes nothing from anybody.
        const result = await lock.hold(replay, async () => (await watch()) && !told.isHalted)
        if (told.isHalted) return result ?? nothing
        if (result && !told.isWanted) return result
      }
    } finally {
      current = undefined
    }
  }

  return {
    wake(wish) {
      told.isWanted = true
      told.isWish ||= wish?.isWish ?? false
      current ??= drain()
      return current
    },
    async halt() {
      told.isHalted = true
      await current?.catch(() => undefined)
    },
    resume() {
      told.isHalted = false
    },
    async still(work) {
      return lock.hold(async (isStolen) => {
        await runReplay(await doors(), claimNothing, isStolen)
        return work()
      }, createWatch(doors))
    },
  }
}
