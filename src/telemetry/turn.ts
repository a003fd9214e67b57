/** Runs work in one tab of the origin at a time, as long as that tab lives; returns a function that ends it. */
export function takeTurn(name: string, work: () => () => void): () => void {
  const { locks } = (globalThis.navigator as Partial<Navigator> | undefined) ?? {}
  // Without locks every tab works by itself.
  if (!locks) return work()
  const giving = new AbortController()
  locks
    .request(name, { signal: giving.signal }, async () => {
      // It may be given up between the grant and this call, and then no event tells of it.
      if (giving.signal.aborted) return
      const stop = work()
      await new Promise((resolve) => {
        giving.signal.addEventListener('abort', resolve, { once: true })
      })
      stop()
    })
    // A turn that is given up, or that the browser refuses, is none: another tab sends.
    .catch(() => undefined)
  return () => {
    giving.abort()
  }
}
