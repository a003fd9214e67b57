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
