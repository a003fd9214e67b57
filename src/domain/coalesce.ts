/**
 * Coalesces repeated work: it begins at once, and however often it is requested meanwhile, it runs once more
 * afterwards. The work handles its own failures.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false

  async function serve(): Promise<void> {
    isRunning = true
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } finally {
      isRunning = false
    }
  }

  return () => {
    isAsked = true
    if (!isRunning) void serve()
  }
}
