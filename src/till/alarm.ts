import type { Clock, Timer } from '../ports.js'
import type { OpenStatusStore, TillStatus } from './status.js'

/** The longest timer: clocks are set and devices sleep, so a longer one is not reliable. */
const timerMsMax = 60_000

/** Sets `stalledSince` while the oldest waiting entry has waited too long; returns a function that stops it. */
export function watchStall(
  status: OpenStatusStore,
  clock: Pick<Clock, 'now' | 'after'>,
  stallAfterMs: number,
): () => void {
  let timer: Timer | undefined

  function note({ counts, oldestQueuedAt, stalledSince }: TillStatus): void {
    timer?.cancel()
    // While the journal cannot be read, no change is known.
    if (counts.queued === undefined) return
    const leftMs = oldestQueuedAt && oldestQueuedAt.getTime() + stallAfterMs - clock.now()
    const isStalled = leftMs !== undefined && leftMs <= 0
    if (leftMs !== undefined) wait(isStalled ? timerMsMax : leftMs)
    if (isStalled !== (stalledSince !== undefined)) {
      status.change({ stalledSince: isStalled ? new Date(clock.now()) : undefined })
    }
  }

  function wait(leftMs: number): void {
    timer = clock.after(Math.min(leftMs, timerMsMax))
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
