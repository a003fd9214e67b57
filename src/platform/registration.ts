import { Workbox } from 'workbox-window'
import { errorToName, OwnError } from '../domain/error-name.js'
import { trustScript } from './trust.js'

/** Whether a worker delivers while no page is open, and if not, why; `docs/errors.md` says what to do. */
export type WorkerState =
  | { state: 'none'; detail: string }
  | { state: 'starting' }
  | { state: 'active' }
  | { state: 'held-back'; detail: string }
  /** A worker is registered but does not deliver, because `what` is missing; `script` is the worker's address. */
  | { state: 'missing'; what: MissingPart; script: string; detail: string }
  | { state: 'failed'; detail: string }

/** The reason why a registered worker does not deliver. */
export type MissingPart =
  /** The worker does not call `installReplay`. */
  | 'replay'
  /** The same, and a newer worker waits until the pages of this one are closed. */
  | 'takeover'
  /** The registration was removed while the page was open. */
  | 'registration'
  /** Another worker has the scope of the ready-made one, or takes it once all pages are closed. */
  | 'scope'

/** The worker's registration and script, and the script of another worker that has the scope. */
export interface Registered {
  registration: ServiceWorkerRegistration
  url: string
  other?: string
}

/** The ready-made script; any other script is the host's own, which may replace an earlier one. */
const readyMadeName = '/counterfoil-sw.js'

/** As the browser reads it, which goes by the page's base. */
const toAddress = (script: string) => new URL(script, document.baseURI)

const isReadyMade = (script: string) => toAddress(script).pathname.endsWith(readyMadeName)

/** Registers the worker, unless another one has its scope; resolves once a worker is active there. */
export async function registerWorker(url: string): Promise<Registered | undefined> {
  const isOurs = isReadyMade(url)
  const found = isOurs ? await findOther(url) : undefined
  const registration = found?.registration ?? (await fetchWorker(url))
  if (!registration) return undefined
  const other = found?.other ?? (isOurs ? await restore(registration) : undefined)
  await untilActive(registration)
  return { registration, url, ...(other !== undefined && { other }) }
}

/** Registers a host's worker again that was registered at the same time as ours: the host's worker comes first. */
async function restore(registration: ServiceWorkerRegistration): Promise<string | undefined> {
  const { scope, updateViaCache, active, waiting } = registration
  const scripts = [waiting, active].flatMap((worker) => worker?.scriptURL ?? [])
  const other = scripts.find((script) => !isReadyMade(script))
  if (other === undefined) return undefined
  const register = (options?: RegistrationOptions) =>
    navigator.serviceWorker.register(trustScript(other), { scope, updateViaCache, ...options })
  // A registration does not tell whether its script is a module, and a module fails as a classic script.
  await register().catch(() => register({ type: 'module' }))
  return new URL(other).pathname
}

/** The other script that is registered at the scope of this one. */
async function findOther(url: string): Promise<Omit<Required<Registered>, 'url'> | undefined> {
  const registration = await findStanding(url)
  if (!registration) return undefined
  const newest = findNewest(registration)?.scriptURL ?? url
  return isReadyMade(newest) ? undefined : { registration, other: toAddress(newest).pathname }
}

/** What is registered at the scope of a script. */
async function findStanding(url: string): Promise<ServiceWorkerRegistration | undefined> {
  const scope = new URL('.', toAddress(url)).href
  // Without an answer the registration itself tells what is wrong.
  const registration = await navigator.serviceWorker.getRegistration(scope).catch(() => undefined)
  return registration?.scope === scope ? registration : undefined
}

function findNewest({ installing, waiting, active }: ServiceWorkerRegistration): ServiceWorker | null {
  return installing ?? waiting ?? active
}

/** Whether the browser still has the registration: without it no worker is woken once the pages are closed. */
export async function isRegistered({ scope }: ServiceWorkerRegistration): Promise<boolean> {
  try {
    return (await navigator.serviceWorker.getRegistration(scope))?.scope === scope
  } catch {
    // A failed request does not mean that the registration is gone.
    return true
  }
}

/** The state of a worker that did not answer, and what to do about it. */
export function findMissing({ registration, other, url }: Registered): WorkerState {
  const script = toAddress(registration.active?.scriptURL ?? '').pathname
  if (other !== undefined) return toMissing('scope', script, describeWays(other, url))
  if (registration.waiting) {
    return toMissing(
      'takeover',
      script,
      `the worker ${script} does not deliver, and a newer one waits: close all pages of this site, then open one again`,
    )
  }
  return toMissing('replay', script, `the worker ${script} does not answer: call installReplay() in it`)
}

/** The state where the ready-made worker delivers, and another one waits to take its scope. */
export function findTaken({ registration, url }: Registered): WorkerState | undefined {
  const { installing, waiting, active } = registration
  const coming = (installing ?? waiting)?.scriptURL ?? url
  if (isReadyMade(coming) || !isReadyMade(url) || !isReadyMade(active?.scriptURL ?? '')) return undefined
  const { pathname } = toAddress(coming)
  return toMissing('scope', pathname, describeWays(pathname, url))
}

const toMissing = (what: MissingPart, script: string, detail: string) => ({
  state: 'missing' as const,
  what,
  script,
  detail,
})

/** The state of a worker whose registration was removed. */
export function toUnregistered({ scope }: ServiceWorkerRegistration): WorkerState {
  const script = toAddress(scope).pathname
  return toMissing('registration', script, `the registration for ${script} was removed: load the page again`)
}

function describeWays(other: string, url: string): string {
  return (
    `the worker ${other} takes the scope of ${url}: call installReplay() in ${other}, ` +
    `or importScripts('${url}') there, or serve the ready-made script from a folder of its own and name it ` +
    `in the option worker, as in '/cards${readyMadeName}'`
  )
}

/** The browser's error is kept as the cause only: it never says what to do, and may quote its input. */
async function fetchWorker(url: string): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await new Workbox(trustScript(url)).register({ immediate: true })
  } catch (cause) {
    // A module of the host fails as the classic script that is registered here.
    const there = await findStanding(url)
    if (there && findNewest(there)?.scriptURL === toAddress(url).href) return there
    const why = `${url} was not registered as a worker (${errorToName(cause)}): serve the worker’s script there`
    throw new OwnError(why, { cause })
  }
}

/** Workbox waits only for a worker that it registered itself, not for one that another tab installs. */
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
          new OwnError(
            'the worker was not installed: its script failed as it began. Look at the browser’s console',
          ),
        )
    })
  })
}
