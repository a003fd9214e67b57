import type { Till } from '../../index.js'

/** What is known of a newer release of this page. */
export type UpdateState =
  | { tag: 'none' }
  /** It has been fetched, and waits for somebody's word. */
  | { tag: 'ready' }
  /** Somebody has said so; something is still on its way to the service. */
  | { tag: 'waiting' }
  /** Another tab has brought it in: this one still runs the older release. */
  | { tag: 'elsewhere' }

export interface Updates {
  /** Brings the newer release in as soon as nothing is on its way. */
  apply(): void
  /** Asks the server now whether there is one. */
  check(): Promise<void>
}

export interface UpdateDeps {
  till: Till
  onState: (state: UpdateState) => void
  reload: () => void
}

/** Watches for a newer release of the page. A worker that is being replaced may be in the midst of a delivery. */
export function watchUpdates({ till, onState, reload }: UpdateDeps): Updates {
  const { serviceWorker: container } = navigator as { serviceWorker?: ServiceWorkerContainer }
  let registration: ServiceWorkerRegistration | undefined
  let isAsked = false
  let hadController = Boolean(container?.controller)

  function look(): void {
    if (registration?.waiting && container?.controller) onState({ tag: isAsked ? 'waiting' : 'ready' })
  }

  async function bringIn(): Promise<void> {
    if (!isAsked || !registration?.waiting) return
    const { reasons } = await till.safeToClose()
    if (!reasons.some(({ code }) => code === 'sending'))
      registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  }

  container?.addEventListener('controllerchange', () => {
    // The first worker of all takes over a page that is new already.
    if (!hadController) hadController = true
    else if (isAsked) reload()
    else onState({ tag: 'elsewhere' })
  })
  void container?.ready.then((ready) => {
    registration = ready
    ready.addEventListener('updatefound', () => {
      ready.installing?.addEventListener('statechange', look)
    })
    look()
  })
  till.status.subscribe(() => void bringIn())

  return {
    apply() {
      isAsked = true
      look()
      void bringIn()
    },
    async check() {
      await registration?.update()
    },
  }
}
