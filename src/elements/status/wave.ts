import type { TillStatus } from '../../till/status.js'
import { countWaiting } from './words.js'

export interface Progress {
  done: number
  total: number
}

/** A delivery as a person sees it: from the first operation to the last, in any number of runs. */
export interface Wave {
  /** Records a status; returns undefined while nothing is delivered. */
  note(status: TillStatus): Progress | undefined
}

/** Joins the runs of a worker, each of which counts from 0, into one delivery. */
export function createWave(): Wave {
  let before = 0
  let last = 0
  let left = 0
  return {
    note({ replay: { running, done, total }, counts, reach }) {
      const waiting = countWaiting(counts)
      const isOver = waiting === 0 || reach === 'offline'
      // An operation that is saved between two runs begins another delivery: what was left may be stuck for days.
      const isAnew = (!running || done < last) && (waiting ?? 0) > left
      if (isOver || isAnew) {
        before = 0
        last = 0
      }
      if (running && !isOver) {
        if (done < last) before += last
        last = done
        left = waiting ?? left
      }
      if (!running || total === undefined) return undefined
      return { done: before + done, total: before + total }
    },
  }
}
