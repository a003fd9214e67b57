/** As much of the browser's own report as tells which request it is about. */
interface Violation extends Event {
  blockedURI: string
  disposition: string
}

/** Watches for the Content Security Policy of this page or worker that stops a request to an address. */
export function watchPolicy(url: string): { hasBlocked: () => Promise<boolean>; stop: () => void } {
  // Neither in every browser's worker nor in Node is there anything to listen to.
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
    // The report comes in a task of its own, after the request has failed.
    async hasBlocked() {
      if (!isBlocked) await new Promise((resolve) => setTimeout(resolve))
      return isBlocked
    },
    stop() {
      scope.removeEventListener?.('securitypolicyviolation', note)
    },
  }
}
