import { StoreUnavailable } from './store.js'

/** How long an operation may take, unless its owner says otherwise: a till waits no longer, unless it is told to. */
export const workMsDefault = 30_000

/** How long an operation waits for others before its caller is told to come again, unless its owner says otherwise. */
export const waitMsDefault = 15_000

/** The result of the work; where it takes too long, the caller goes on without it. */
export async function inTime<Result>(
  work: Promise<Result>,
  ms: number,
  words = 'The operation did not end',
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable(`${words} within ${ms / 1_000} seconds`))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
