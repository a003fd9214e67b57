import type { ReplayDoors, RunSigns } from '../ports.js'

/** Hidden tabs have their timers throttled to once a minute, so a minute would rob the living. */
const silenceMsMax = 90_000

/**
 * Whether whoever holds the lock shows no sign of life. A beat far in the future was written by a clock that
 * has been set back since. Where no run is on, the holder has not begun one: it is granted as long from now.
 */
export function isHolderStale(run: RunSigns | undefined, waitedMs: number, now: number): boolean {
  const isOn = run && run.endedAt === undefined
  const signAt = run?.endedAt ?? run?.beatAt ?? -Infinity
  const isSilent = !(Math.abs(now - signAt) <= silenceMsMax)
  return isSilent && (isOn === true || waitedMs > silenceMsMax)
}

/** Tells, for one wait for the lock and as often as it is asked, whether the holder is to be robbed. */
export function createWatch(doors: () => Promise<ReplayDoors>): () => Promise<boolean> {
  let waitingSince: number | undefined
  return async () => {
    const { journal, clock } = await doors()
    waitingSince ??= clock.ticks()
    return isHolderStale(await journal.readRun(), clock.ticks() - waitingSince, clock.now())
  }
}
