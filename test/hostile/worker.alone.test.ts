import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wakeWorker } from '../../src/platform/messages.js'
import { freshName } from '../support/journals.js'
import { createFakeLocks } from '../support/locks.js'
import { chance } from './till.js'

interface Message {
  data: unknown
  ports: readonly { postMessage: (answer: unknown) => void }[]
  origin: string
  waitUntil: (work: Promise<unknown>) => void
}

let hear: (message: Message) => void

beforeEach(async () => {
  const listen = (type: string, listener: (message: Message) => void) => {
    if (type === 'message') hear = listener
  }
  vi.stubGlobal('self', { addEventListener: listen, location: { origin: 'https://till.example' } })
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing may be sent')))
  // The worker is compiled by itself: its types and a page's do not go together.
  const { installReplay } = await vi.importActual<{ installReplay: () => void }>('../../src/worker.js')
  installReplay()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What the worker answers to a message, once all that it began is over. */
async function tell(data: unknown, { origin = 'https://till.example', ports = 1 } = {}): Promise<unknown[]> {
  const answers: unknown[] = []
  const port = { postMessage: (answer: unknown) => answers.push(answer) }
  const own: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => own.push(work)
  hear({ data, ports: Array.from({ length: ports }, () => port), origin, waitUntil })
  await Promise.all(own)
  return answers
}

const wake = (name: unknown) => ({ counterfoil: 'wake', name, isWish: true })

describe('the worker', () => {
  it('answers a well-formed message of its own origin, and wakes no till that is not there', async () => {
    expect(await tell(wake(freshName()))).toEqual([{ tag: 'heard' }, { tag: 'declined', option: 'name' }])
    expect(await tell(wake('__proto__'))).toEqual([{ tag: 'heard' }, { tag: 'declined', option: 'name' }])
    expect(await tell(wake(''))).toHaveLength(2)
  })

  it('tells a page that asks whether it can deliver, and begins no run', async () => {
    const hail = { counterfoil: 'hail', name: freshName() }
    expect(await tell(hail)).toEqual([{ tag: 'heard' }, { tag: 'declined', option: 'name' }])
    expect(await tell({ ...hail, isManual: true })).toEqual([])
  })

  it('heeds nothing from another origin', async () => {
    for (const origin of ['https://evil.example', 'http://till.example', 'null'])
      expect(await tell(wake(freshName()), { origin })).toEqual([])
  })

  it('needs no port, and answers on the first of several', async () => {
    expect(await tell(wake(freshName()), { ports: 0 })).toEqual([])
    expect(await tell(wake(freshName()), { ports: 3 })).toHaveLength(2)
  })

  it('does not stumble over a name that cannot be written as text', async () => {
    expect(await tell(wake({ toString: 1, valueOf: 1 }))).toEqual([])
  })

  it('heeds nothing of another shape, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), async (data) => {
        expect(await tell(data)).toEqual([])
        expect(await tell({ ...wake('x'), name: data === '' ? 1 : [data] })).toEqual([])
        expect(await tell({ ...wake('x'), more: data })).toEqual([])
      }),
      { ...chance, numRuns: 300 },
    )
  })

  it('answers each of ten thousand messages at once', async () => {
    const names = Array.from({ length: 20 }, freshName)
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, (_, index) =>
        tell(index % 10 === 0 ? wake(names[index % 20]) : { index }),
      ),
    )
    expect(answers.filter(({ length }) => length === 2)).toHaveLength(1_000)
  })
})

describe('a page that asks its worker', () => {
  const message = { counterfoil: 'wake', name: 'x', isWish: false } as const
  const result = { settled: 1, parked: 0, requeued: 0, voided: 0, isCut: false }

  /** A worker that says all this, in order. */
  const workerOf = (...answers: unknown[]) =>
    ({
      postMessage(_: unknown, [port]: MessagePort[]) {
        for (const answer of answers) port?.postMessage(answer)
      },
    }) as unknown as ServiceWorker

  const done = { tag: 'done', result }
  const nonsense = [null, 1, 'done', [], {}, { tag: 'gone' }, { tag: 'done' }, { tag: 'done', result: null }]
  const near = [
    { tag: 'done', result: { ...result, nextDueAt: NaN } },
    { tag: 'declined' },
    { tag: 'declined', option: 1 },
  ]
  it.each([...nonsense, ...near])('does not take %j for an answer', async (answer) => {
    expect(await wakeWorker(workerOf(answer, done), message, { hearMsMax: 600_000 })).toEqual(done)
  })

  it('understands a worker of a newer release that pauses for a reason that is not known here', async () => {
    const counts = { settled: 2, parked: 0, requeued: 0, voided: 0, isCut: false }
    const pause = { scope: 'service', since: 1, until: 2, failures: 0, isFirm: false }
    const answerWith = (paused: object) => workerOf({ tag: 'done', result: { ...counts, paused } })
    const ask = (worker: ServiceWorker) => wakeWorker(worker, message, { hearMsMax: 600_000 })
    const known = { ...pause, reason: 'offline' }
    expect(await ask(answerWith(known))).toEqual({ tag: 'done', result: { ...counts, paused: known } })
    expect(await ask(answerWith({ ...pause, reason: 'tea' }))).toEqual({ tag: 'done', result: counts })
  })

  it('is not kept waiting by a worker that only ever says that it has heard', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let port: MessagePort | undefined
    const worker = { postMessage: (_: unknown, [given]: MessagePort[]) => (port = given) }
    const woken = wakeWorker(worker as unknown as ServiceWorker, message)
    const heard = async () => {
      port?.postMessage({ tag: 'heard' })
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await heard()
    vi.advanceTimersByTime(100_000)
    await heard()
    vi.advanceTimersByTime(100_000)
    vi.useRealTimers()
    expect(await woken).toEqual({ tag: 'silent', wasHeard: true })
  })
})
