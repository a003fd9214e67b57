/** The part of the browser's report that names the blocked request. */
interface Violation extends Event {
  blockedURI: string
  disposition: string
}

/** Notices when the Content Security Policy of this page or worker blocks a request to an address. */
export function watchPolicy(url: string): { hasBlocked: () => Promise<boolean>; stop: () => void } {
  // Node and some browsers' workers have no such event.
  const scope = globalThis as Partial<EventTarget> & { location?: { origin: string } }
  const origin = new URL(url, scope.location?.origin).origin
  let isBlocked = false
  const note = (event: Event) => {
    const { blockedURI, disposition } = event as Violation
    if (disposition === 'enforce' && URL.canParse(blockedURI) && new URL(blockedURI).origin === origin) {
      isBlocked = true
    }
  }
  scope.addEventListener?.('securitypolicyviolation', note)
  return {
    // The report comes in a separate task after the request has failed.
    async hasBlocked() {
      if (!isBlocked) await new Promise((resolve) => setTimeout(resolve))
      return isBlocked
    },
    stop() {
      scope.removeEventListener?.('securitypolicyviolation', note)
    },
  }
}
