import { Workbox } from 'workbox-window'

export type WorkerState =
  | { state: 'none'; detail: string }
  | { state: 'starting' }
  | { state: 'active' }
  | { state: 'held-back'; detail: string }
  | { state: 'failed'; detail: string }

/** Registers the worker; the registration is there once a worker of it is active. */
export async function registerWorker(url: string): Promise<ServiceWorkerRegistration | undefined> {
  const workbox = new Workbox(url)
  const registration = await workbox.register({ immediate: true })
  await workbox.active
  return registration
}

/** Why no worker can be had here at all; none if it can. */
export function findWorkerObstacle(url: string | false): string | undefined {
  if (url === false) return 'the page replays by itself, as its options say'
  if (!('serviceWorker' in navigator)) return 'this browser, or this address, offers no service workers'
  return undefined
}
