/** Estimates the remaining time from the pace so far. */
export interface Pace {
  /** Records the progress; returns the time left, or undefined while there is no basis for an estimate. */
  note(done: number, total: number, now: number): number | undefined
  reset(): void
}

/** The shortest basis of an estimate, and how far it looks back, so that it follows a slower line. */
const basisMsMin = 3_000
const basisCountMin = 10
const lookBackMs = 30_000

export function createPace(): Pace {
  let samples: { done: number; at: number }[] = []
  return {
    note(done, total, now) {
      const last = samples.at(-1)
      if (last && (done < last.done || now < last.at)) samples = []
      samples = [...samples.filter(({ at }) => now - at <= lookBackMs), { done, at: now }]
      const [first] = samples
      if (!first) return undefined
      const [passed, count] = [now - first.at, done - first.done]
      if (passed < basisMsMin || count < basisCountMin) return undefined
      return Math.max(0, ((total - done) * passed) / count)
    },
    reset() {
      samples = []
    },
  }
}
