export interface PageWakes {
  /** Somebody looks at the page again. */
  onLook: () => void
  /** The browser believes the line to be back. */
  onLine: () => void
  /** The page is about to freeze or to go away: it must claim nothing more. */
  onLeave: () => void
  /** The page lives again, from the back-forward cache or a freeze. */
  onReturn: () => void
}

/** What the page hears of the world around it: a hint each, never a fact. Returns how to stop listening. */
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

/** One timer at a time: setting it anew forgets the earlier one. */
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
