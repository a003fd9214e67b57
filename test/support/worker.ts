import { vi } from 'vitest'
import { createFakeLocks } from './locks.js'

type Hear = (event: object) => void

/** What an event of a worker waits for. */
type Waiting = Promise<unknown>[]

const origin = 'http://127.0.0.1'

/** A worker in this process, whose line is down, and what its page and the browser can do. */
export async function startWorker(name: string) {
  const listeners = new Map<string, Hear>()
  const posted: object[] = []
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('no line')))
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Hear) => listeners.set(type, listener),
    location: { origin },
    registration: { active: { postMessage: (data: object) => posted.push(data) } },
  })
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
  vi.stubGlobal('fetch', fetch)
  const { installReplay } = await vi.importActual<{ installReplay: (options: object) => void }>(
    '../../src/worker.js',
  )
  installReplay({ names: [name] })
  const dispatch = (type: string, event: object): Waiting => {
    const waiting: Waiting = []
    listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => waiting.push(one) })
    return waiting
  }
  const post = async (data: object): Promise<unknown[]> => {
    const answers: unknown[] = []
    const ports = [{ postMessage: (answer: unknown) => answers.push(answer) }]
    await Promise.all(dispatch('message', { data, ports, origin }))
    return answers
  }
  return {
    fetch,
    wake: () => post({ counterfoil: 'wake', name, isWish: false }),
    hurry: () => post({ counterfoil: 'hurry', name }),
    activate: () => dispatch('activate', {}),
    /** Gives the worker what it has written to itself. */
    deliver: () => posted.splice(0).flatMap((data) => dispatch('message', { data, ports: [], origin })),
  }
}
