import { clock } from '../platform/clock.js'
import { listenForWakes } from '../platform/wakes.js'

/** What is written beside the database is waited for no longer than this: the browser may leave it without an answer. */
const besideMsMax = 2_000

/** Waits for what is written beside the database, or for another end, but never long. */
export async function waitBriefly(...ends: readonly Promise<unknown>[]): Promise<void> {
  const { over, cancel } = clock.after(besideMsMax)
  await Promise.race([...ends, over])
  cancel()
}

/** What a closed till still does before its journal closes. */
export interface Closing {
  /** Resolves when nothing more is sent; undefined if nothing was. */
  sent: Promise<void> | undefined
  /** Writes beside the database what has changed last; rejects never. */
  write: () => Promise<unknown>
}

/**
 * Watches from now on whether the page is there. Of a page that leaves, the till that it closes waits for no writing:
 * such a page may be gone at any moment, or must hold nothing back in the back-forward cache.
 */
export function watchLeaving(): (closing: Closing) => Promise<void> {
  let isAway = false
  let leave: () => void = () => undefined
  const untilLeft = () =>
    new Promise<void>((resolve) => {
      leave = resolve
    })
  const stop = listenForWakes({
    onLook: () => undefined,
    onLine: () => undefined,
    onLeave() {
      isAway = true
      leave()
    },
    onReturn() {
      isAway = false
    },
  })
  return async ({ sent, write }) => {
    let isSent = sent === undefined
    const sending = sent?.then(() => {
      isSent = true
    })
    // A reply may take its time: what is saved is written at once, and what came of the sending once it is known.
    if (!isAway) await waitBriefly(write(), untilLeft())
    const isLate = !isSent
    await sending
    if (isLate && !isAway) await waitBriefly(write(), untilLeft())
    stop()
  }
}
