import type { Clock, Timer } from '../ports.js'
import type { OpenStatusStore, TillStatus } from './status.js'

/** Clocks are set and devices sleep: nobody trusts a timer for longer. */
const lookMsMax = 60_000

/** Says in the status since when the oldest that waits has waited too long; returns how to stop. */
export function watchStall(
  status: OpenStatusStore,
  clock: Pick<Clock, 'now' | 'after'>,
  stallAfterMs: number,
): () => void {
  let timer: Timer | undefined

  function note({ counts, oldestQueuedAt, stalledSince }: TillStatus): void {
    timer?.cancel()
    // Where nothing can be read, nothing is known to have changed.
    if (counts.queued === undefined) return
    const leftMs = oldestQueuedAt && oldestQueuedAt.getTime() + stallAfterMs - clock.now()
    const isStalled = leftMs !== undefined && leftMs <= 0
    if (leftMs !== undefined) wait(isStalled ? lookMsMax : leftMs)
    if (isStalled !== (stalledSince !== undefined)) {
      status.change({ stalledSince: isStalled ? new Date(clock.now()) : undefined })
    }
  }

  function wait(leftMs: number): void {
    timer = clock.after(Math.min(leftMs, lookMsMax))
    void timer.over.then(() => {
      note(status.value)
    })
  }

  const unsubscribe = status.subscribe(note)
  return () => {
    unsubscribe()
    timer?.cancel()
  }
}
