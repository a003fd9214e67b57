export interface PageWakes {
  /** The page is visible again. */
  onLook: () => void
  /** The browser reports that the line is back. */
  onLine: () => void
  /** The page freezes or closes soon: it must claim nothing more. */
  onLeave: () => void
  /** The page is back from the back-forward cache or a freeze. */
  onReturn: () => void
}

/** Listens for the browser's hints that a replay may be possible; returns a function that stops it. */
export function listenForWakes({ onLook, onLine, onLeave, onReturn }: PageWakes): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onLook()
  }
  addEventListener('online', onLine, { signal })
  addEventListener('pagehide', onLeave, { signal })
  addEventListener('pageshow', onReturn, { signal })
  document.addEventListener('freeze', onLeave, { signal })
  document.addEventListener('resume', onReturn, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  return () => {
    listening.abort()
  }
}

/** One timer: setting it cancels the earlier one. */
export function createTimer(ring: () => void): { set: (delayMs: number) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    set(delayMs) {
      clearTimeout(timer)
      timer = setTimeout(ring, Math.max(0, delayMs))
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
