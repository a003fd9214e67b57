import type { Clock } from '../ports.js'
import type { StatusStore } from './status.js'

/** Work that is asked for waits for the one under way, and is done once for all who wait. */
export function createFollower(work: () => Promise<void>): () => Promise<void> {
  let present = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= present.then(() => {
      next = undefined
      present = work()
      return present
    })
    return next
  }
}

/** Changes within this time are followed by one run of the work; with what it takes itself, within a second. */
export const pauseMs = 800

/** Runs the work within a second after each saved change, and after storage has changed; the result ends this. */
export function followSaving(
  { status, clock }: { status: StatusStore; clock: Pick<Clock, 'after'> },
  work: () => Promise<void>,
): () => void {
  let isDue = false
  let last: string | undefined
  async function workSoon(): Promise<void> {
    if (isDue) return
    isDue = true
    // A hidden page's timers are slow, so it does not wait.
    if (document.visibilityState === 'visible') await clock.after(pauseMs).over
    isDue = false
    await work()
  }
  return status.subscribe(({ counts, storage }) => {
    const present = JSON.stringify([counts, storage.state])
    if (counts.queued === undefined || present === last) return
    last = present
    void workSoon()
  })
}
