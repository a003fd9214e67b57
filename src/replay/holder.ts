import type { ReplayDeps, RunSigns } from '../ports.js'

/** More than a minute, since browsers run the timers of a hidden tab once a minute. */
export const silenceMsMax = 90_000

/** Whether the lock's holder shows no sign of life; before it begins a run, the wait for the lock counts. */
export function isHolderStale(run: RunSigns | undefined, waitedMs: number, now: number): boolean {
  const isOn = run && run.endedAt === undefined
  const signAt = run?.endedAt ?? run?.beatAt ?? -Infinity
  const isSilent = !(Math.abs(now - signAt) <= silenceMsMax)
  return isSilent && (isOn === true || waitedMs > silenceMsMax)
}

/** Tells during one wait for the lock whether it may be stolen. */
export function createWatch(deps: () => Promise<ReplayDeps>): () => Promise<boolean> {
  let waitingSince: number | undefined
  return async () => {
    const { journal, clock } = await deps()
    waitingSince ??= clock.ticks()
    return isHolderStale(await journal.readRun(), clock.ticks() - waitingSince, clock.now())
  }
}
