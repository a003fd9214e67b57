import type { Lock, ReplayDoors } from '../ports.js'
import { runReplay, type RunResult } from './run.js'

//            wake                  lock won                 nothing more goes
//   idle ───────────▶ waiting ───────────────▶ running ───────────────────────▶ idle
//                        ▲                        │ woken since its last look
//                        └────────────────────────┘

export interface Replayer {
  /** Replays what can go; resolves with a run whose last look came after this call. */
  wake(wish?: { isWish: boolean }): Promise<RunResult>
  /** Claims no more; resolves when what is under way has been recorded. */
  halt(): Promise<void>
  /** Claims again, at the next wake. */
  resume(): void
}

/** One loop per page or worker; the lock sees to it that only one runs in the whole browser. */
export function createReplayer(doors: () => Promise<ReplayDoors>, lock: Lock): Replayer {
  let current: Promise<RunResult> | undefined
  let isWanted = false
  let isWish = false
  let isHalted = false

  const cues = {
    isHalted: () => isHalted,
    look: () => {
      const seen = { isWish }
      isWanted = false
      isWish = false
      return seen
    },
  }

  async function drain(): Promise<RunResult> {
    try {
      for (;;) {
        const result = await lock.hold(async () => runReplay(await doors(), cues))
        if (!isWanted || isHalted) return result
      }
    } finally {
      current = undefined
    }
  }

  return {
    wake(wish) {
      isWanted = true
      isWish ||= wish?.isWish ?? false
      current ??= drain()
      return current
    },
    async halt() {
      isHalted = true
      await current?.catch(() => undefined)
    },
    resume() {
      isHalted = false
    },
  }
}
