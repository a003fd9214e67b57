/** Work that is asked for waits for the one under way, and is done once for all who wait. */
export function createFollower(work: () => Promise<void>): () => Promise<void> {
  let present = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= present.then(() => {
      next = undefined
      present = work()
      return present
    })
    return next
  }
}
