/** One call at a time, with a rest between: however often it is asked for, nothing asked for is missed. */
export function coalesce(work: () => Promise<void>, restMs: number): () => void {
  let asked = 0
  let served = 0
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (served < asked) {
      served = asked
      await work()
      await rest(restMs)
    }
    isRunning = false
  }

  return () => {
    asked += 1
    if (!isRunning) void run()
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
