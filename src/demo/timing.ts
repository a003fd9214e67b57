/** Runs the work once at a time with a rest between, and once more if it was asked for during a run. */
export function coalesce(work: () => Promise<void>, restMs: number): () => void {
  let asked = 0
  let served = 0
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    try {
      while (served < asked) {
        served = asked
        await work()
        await rest(restMs)
      }
    } finally {
      isRunning = false
    }
  }

  return () => {
    asked += 1
    if (!isRunning) void run()
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
