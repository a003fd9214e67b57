import type { Till } from '../../index.js'

/** The state of a newer release of this page. */
export type UpdateState =
  | { tag: 'none' }
  /** It is downloaded, and waits for a person to accept it. */
  | { tag: 'ready' }
  /** A person has accepted it, but an operation is still in flight. */
  | { tag: 'waiting' }
  /** Another tab has activated it; this tab still runs the older release. */
  | { tag: 'elsewhere' }

export interface Updates {
  /** Activates the newer release when no operation is in flight. */
  apply(): void
  /** Asks the server now for a newer release. */
  check(): Promise<void>
}

export interface UpdateDeps {
  till: Till
  onState: (state: UpdateState) => void
  reload: () => void
}

/** Watches for a newer release of the page. It is not activated during a delivery, which the old worker may be doing. */
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
    // The first worker takes over a page that is current already.
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
