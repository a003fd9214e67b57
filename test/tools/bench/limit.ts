/** A contender that needs longer than this for one cell is cut off. */
export const limitMs = 60_000

/** What the work comes to, or nothing when it takes longer. */
export async function withinLimit<Value>(work: Promise<Value>, ms = limitMs): Promise<Value | undefined> {
  // The browser is taken away in the midst of what was cut off.
  work.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined)
    }, ms)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
