import { isOut } from '../../../src/domain/outcome.js'
import type { Clock, ReplayDeps } from '../../../src/ports.js'
import { createReplayer } from '../../../src/replay/replayer.js'
import type { Urge } from '../../../src/replay/cues.js'
import { createFakeLock } from '../../support/replay.js'
import type { World } from './world.js'

/** As often at most, the page ends a wait for the line because something was rung up. */
const eagerMsMin = 3_000

/** Starts the real loop of one till; returns what wakes it because something was rung up. */
export function startLoop(world: World, deps: ReplayDeps): () => void {
  const replayer = createReplayer(() => Promise.resolve(deps), createFakeLock())
  let quietUntil = 0
  let isOutNow = false
  let eagerFrom = 0
  let isUnderWay = false
  let isWantedAgain = false
  /** As the page does: it looks again when a run said it was worth it, and whenever something was rung up. */
  async function serve(): Promise<void> {
    if (isUnderWay) {
      isWantedAgain = true
      return
    }
    if (deps.clock.now() < quietUntil) return
    await run({ isManual: false })
  }
  async function run(urge: Urge): Promise<void> {
    isUnderWay = true
    const { paused, nextDueAt } = await replayer.wake(urge)
    isUnderWay = false
    quietUntil = paused?.until ?? 0
    isOutNow = paused !== undefined && isOut(paused)
    const next = paused?.until ?? nextDueAt
    if (next !== undefined) world.after(next - deps.clock.now(), () => void serve())
    if (isWantedAgain) {
      isWantedAgain = false
      void serve()
    }
  }
  return function hurry(): void {
    if (isUnderWay || !isOutNow) void serve()
    else if (world.now() < eagerFrom) world.after(eagerFrom - world.now(), hurry)
    else {
      eagerFrom = world.now() + eagerMsMin
      void run({ isManual: false, isEager: true })
    }
  }
}

/** A till's clock, which the world moves; `now` says what it shows, where that is not the world's time. */
export function createClock(world: World, random: () => number, now: () => number = world.now): Clock {
  return {
    now,
    ticks: world.now,
    after: (delayMs) => world.after(delayMs, () => undefined),
    random,
    id: () => '',
  }
}
