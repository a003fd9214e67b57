import type { TillStatus } from '../../till/status.js'
import { countWaiting } from './words.js'

/** How far a delivery has come. */
export interface Progress {
  done: number
  total: number
}

/** A delivery as a person sees it: from the first that goes to the last, in however many runs. */
export interface Wave {
  /** Takes note of a status; nothing where nothing is being delivered. */
  note(status: TillStatus): Progress | undefined
}

/** A worker delivers in slices, each a run that counts from nothing: here they are one. */
export function createWave(): Wave {
  let before = 0
  let last = 0
  return {
    note({ replay: { running, done, total }, counts, reach }) {
      if (countWaiting(counts) === 0 || reach === 'offline') {
        before = 0
        last = 0
      } else if (running) {
        if (done < last) before += last
        last = done
      }
      if (!running || total === undefined) return undefined
      return { done: before + done, total: before + total }
    },
  }
}
