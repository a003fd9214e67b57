import { Workbox } from 'workbox-window'
import { trustScript } from './trust.js'

/** Whether a worker delivers where no page does, and if not, why; `docs/errors.md` tells what to do. */
export type WorkerState =
  | { state: 'none'; detail: string }
  | { state: 'starting' }
  | { state: 'active' }
  | { state: 'held-back'; detail: string }
  | { state: 'failed'; detail: string }

/** Registers the worker; the registration is there once a worker of it is active. */
export async function registerWorker(url: string): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await fetchWorker(new Workbox(trustScript(url)), url)
  if (registration) await untilActive(registration)
  return registration
}

/** A browser's own words do not always say which script it was, and never what to do. */
async function fetchWorker(workbox: Workbox, url: string): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await workbox.register({ immediate: true })
  } catch (cause) {
    const why = `${url} was not registered as a worker (${String(cause)}); serve the worker’s script there`
    throw new Error(why, { cause })
  }
}

/** Workbox's own promise waits only for a worker of its own making, not for one that another tab installs. */
function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = waiting ?? installing
  return new Promise((resolve, reject) => {
    if (active || !coming) {
      resolve()
      return
    }
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve()
      if (coming.state === 'redundant')
        reject(
          new Error(
            'the worker was not installed: its script failed as it began, and the browser’s console says why',
          ),
        )
    })
  })
}

/** Why no worker can be had here at all; none if it can. */
export function findWorkerObstacle(url: string | false): string | undefined {
  if (url === false) return 'the page replays by itself, as its options say'
  if (!('serviceWorker' in navigator)) return 'this browser, or this address, offers no service workers'
  return undefined
}
