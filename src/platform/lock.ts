import type { Clock, Lock } from '../ports.js'
import { clock } from './clock.js'

/** How long a request waits for the lock before it checks again whether the holder is alive. */
const waitMs = 30_000

interface LockDeps {
  locks: Pick<LockManager, 'request'>
  timers: Pick<Clock, 'after'>
}

/** A lock with one holder over all tabs and the worker; the browser releases it when its holder dies. */
export function createLock(
  name: string,
  { locks, timers }: LockDeps = { locks: navigator.locks, timers: clock },
): Lock {
  const resource = `counterfoil:${name}`
  return {
    async hold(work, isStale) {
      const ask = (options: LockOptions) => request(locks, resource, options, work)
      for (;;) {
        const held =
          (await ask({ ifAvailable: true })) ??
          ((await isStale()) ? await ask({ steal: true }) : await wait(ask, timers))
        if (held) return held.result
      }
    },
  }
}

/** Requests the lock and runs the work with it; undefined if the lock was not granted. */
async function request<Result>(
  locks: LockDeps['locks'],
  resource: string,
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const held: { work?: Promise<Result> } = {}
  try {
    await locks.request(resource, options, (lock) => {
      if (lock) held.work = work()
      return held.work
    })
  } catch (error) {
    // After its lock was stolen, the work continues to its own end; without work the waiting was aborted.
    if (!held.work && !(error instanceof Error && error.name === 'AbortError')) throw error
  }
  return held.work && { result: await held.work }
}

/** Waits for the lock for a limited time. */
async function wait<Held>(
  ask: (options: LockOptions) => Promise<Held>,
  timers: LockDeps['timers'],
): Promise<Held> {
  const waiting = new AbortController()
  const slice = timers.after(waitMs)
  void slice.over.then(() => {
    waiting.abort()
  })
  try {
    return await ask({ signal: waiting.signal })
  } finally {
    slice.cancel()
  }
}
