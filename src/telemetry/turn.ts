/** Works in one tab of the origin at a time, for as long as that tab lives. Returns how to give it up. */
export function takeTurn(name: string, work: () => () => void): () => void {
  const { locks } = (globalThis.navigator as Partial<Navigator> | undefined) ?? {}
  // Without locks there is nobody to agree with.
  if (!locks) return work()
  const giving = new AbortController()
  locks
    .request(name, { signal: giving.signal }, async () => {
      const stop = work()
      await new Promise((resolve) => {
        giving.signal.addEventListener('abort', resolve, { once: true })
      })
      stop()
    })
    .catch(() => undefined)
  return () => {
    giving.abort()
  }
}
