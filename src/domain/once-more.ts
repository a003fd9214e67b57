/**
 * Work that may be asked for more often than it can be done: begins at once, and however often it is asked for
 * meanwhile, is done once more after. The work itself sees to its failures.
 */
export function onceMore(work: () => Promise<void>): () => void {
  let isUnderWay = false
  let isAsked = false

  async function serve(): Promise<void> {
    isUnderWay = true
    while (isAsked) {
      isAsked = false
      await work()
    }
    isUnderWay = false
  }

  return () => {
    isAsked = true
    if (!isUnderWay) void serve()
  }
}
