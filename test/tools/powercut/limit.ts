/** What some work comes to; rejects where it takes longer than it may. */
export async function within<Result>(ms: number, what: string, work: Promise<Result>): Promise<Result> {
  // What was given up may still fail, when its browser is taken away.
  work.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${what} took longer than ${ms / 1_000} s`))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
