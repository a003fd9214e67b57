import { quantile } from '../bench/stats.js'

/** The time of a frame at 60 in a second. */
export const frameMs = 1_000 / 60

/** What is left of a row of frames. */
export interface FrameSummary {
  frames: number
  median: number
  longest: number
  /** Frames that came after the next refresh of the screen, and so made it skip one. */
  late: number
  /** Frames in which a row in view was not read yet. */
  unread: number
  /** How far was scrolled. */
  pixels: number
}

/** Browsers give times of frames in whole tenths of a millisecond, so that an equal time may look a little longer. */
const toleranceMs = 1

export function summarizeFrames(
  gaps: readonly number[],
  limitMs: number,
): Omit<FrameSummary, 'unread' | 'pixels'> {
  return {
    frames: gaps.length,
    median: quantile(gaps, 0.5),
    longest: Math.max(...gaps),
    late: gaps.filter((gap) => gap > limitMs + toleranceMs).length,
  }
}

export interface DelaySummary {
  changes: number
  median: number
  longest: number
}

export function summarizeDelays(delays: readonly number[]): DelaySummary {
  return { changes: delays.length, median: quantile(delays, 0.5), longest: Math.max(...delays) }
}
