import { setMaxListeners } from 'node:events'
import { onTestFinished, vi } from 'vitest'
import { openTill, type Till, type TillEvent, type TillOptions } from '../../src/index.js'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js'
import { freshName } from './journals.js'
import { createFakeLocks, type Locks } from './locks.js'

/** As much of a page as a till asks for, so that one can be opened in Node. */
export function standInForPage(): void {
  const page = new EventTarget()
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    baseURI: 'http://127.0.0.1/',
  })
  // A test may open more tills in it than a page would.
  setMaxListeners(0, page, document)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { locks: createNamedLocks() })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
}

/** The stand-in for locks knows one lock: here is one for each name. */
function createNamedLocks(): Locks {
  const byName = new Map<string, Locks>()
  const request = (name: string, ...words: [never, never]): unknown => {
    const locks = byName.get(name) ?? createFakeLocks()
    byName.set(name, locks)
    return locks.request(name, ...words)
  }
  return { request: request as Locks['request'] }
}

/** A service of its own, which stops with the test. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A real till in Node, which closes with the test. */
export async function openNodeTill(baseUrl: string, options: Partial<TillOptions> = {}): Promise<Till> {
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    worker: false,
    name: freshName(),
    ...options,
    // A machine that stalls for seconds is no service that does not answer.
    service: { baseUrl, timeoutMs: 60_000, ...options.service },
  })
  onTestFinished(() => {
    till.close()
  })
  return till
}

/** What a listener has heard, from its first word on. */
export interface Ear {
  events: TillEvent[]
  /** Their types, without those that this machine decides. */
  types: () => string[]
  stop: () => void
}

export async function listenTo(till: Till, after?: string): Promise<Ear> {
  const events: TillEvent[] = []
  const stop = till.on('event', (event) => events.push(event), { after })
  await vi.waitFor(() => {
    if (events[0]?.type !== 'listening') throw new Error('nobody listens yet')
  })
  return { events, stop, types: () => events.map(({ type }) => type).filter((type) => type !== 'storage') }
}
