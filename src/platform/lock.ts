import type { Clock, Lock } from '../ports.js'
import { clock } from './clock.js'

/** How long a wake-up waits in line before it asks again whether the holder lives. */
const lookMs = 30_000

interface LockDoors {
  locks: Pick<LockManager, 'request'>
  timers: Pick<Clock, 'after'>
}

/** One holder over all tabs and the worker; the browser takes it back when its holder dies. */
export function createLock(
  name: string,
  { locks, timers }: LockDoors = { locks: navigator.locks, timers: clock },
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

/** Asks for the lock and does the work with it; nothing if the lock was not to be had. */
async function request<Result>(
  locks: LockDoors['locks'],
  resource: string,
  options: LockOptions,
  work: (isStolen: boolean) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const held: { work?: Promise<Result> } = {}
  try {
    await locks.request(resource, options, (lock) => {
      if (lock) held.work = work(options.steal === true)
      return held.work
    })
  } catch (error) {
    // Robbed, the work goes on to its own end; without any, the wait was given up.
    if (!held.work && !(error instanceof Error && error.name === 'AbortError')) throw error
  }
  return held.work && { result: await held.work }
}

/** Waits in line for a while. */
async function wait<Held>(
  ask: (options: LockOptions) => Promise<Held>,
  timers: LockDoors['timers'],
): Promise<Held> {
  const waiting = new AbortController()
  const slice = timers.after(lookMs)
  void slice.over.then(() => {
    waiting.abort()
  })
  try {
    return await ask({ signal: waiting.signal })
  } finally {
    slice.cancel()
  }
}
