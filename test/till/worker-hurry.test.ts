import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { createBackground } from '../../src/till/background.js'
import { readOptions, setupToWorkerSetup } from '../../src/till/options.js'
import { createStatusStore } from '../../src/till/status.js'
import { freshName } from '../support/journals.js'
import { ring } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { standInForPage } from '../support/node-till.js'
import { startWorker } from '../support/worker.js'

beforeEach(standInForPage)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A journal with one refund that waits, as a page leaves it to its worker. */
async function openWithRefund(name: string): Promise<TillJournal> {
  const journal = await openJournal(name)
  const options = { shop: 'S01', terminal: 'T1', service: { baseUrl: 'http://127.0.0.1/' } }
  await journal.writeSetting('worker', setupToWorkerSetup(readOptions(options)))
  await ring(journal, 'refund', refundOf('A'))
  return journal
}

it('a worker asks the service before its time only if its page is in a hurry, and once', async () => {
  // Time stands still: however long this machine takes, the wait for the line is not over.
  vi.useFakeTimers({ toFake: ['Date'] })
  const name = freshName()
  const journal = await openWithRefund(name)
  const { fetch, wake, hurry } = await startWorker(name)
  expect(await wake()).toMatchObject([{ tag: 'heard' }, { tag: 'done' }])
  fetch.mockClear()
  await wake()
  expect(fetch).not.toHaveBeenCalled()
  expect(await hurry()).toEqual([])
  expect(fetch).not.toHaveBeenCalled()
  expect(await wake()).toMatchObject([{ tag: 'heard' }, { tag: 'done' }])
  expect(fetch).toHaveBeenCalledOnce()
  await wake()
  expect(fetch).toHaveBeenCalledOnce()
  journal.close()
})

it('a page in a hurry says so apart from the wake, which a worker of an earlier release answers', async () => {
  const heard: object[] = []
  const result = { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false }
  /** As release 0.2.0 reads a wake: with another field it leaves it unanswered. */
  const answerWake = (data: Record<string, unknown>, [port]: MessagePort[]) => {
    heard.push(data)
    const fields = Object.keys(data).sort().join()
    if (data.counterfoil === 'wake' && fields === 'counterfoil,isWish,name')
      port?.postMessage({ tag: 'done', result })
    if (data.counterfoil === 'hail') port?.postMessage({ tag: 'able' })
  }
  const active = {
    scriptURL: 'http://127.0.0.1/own.js',
    postMessage: (data: never, ports = []) => {
      answerWake(data, ports)
    },
  }
  const registration = Object.assign(new EventTarget(), {
    scope: 'http://127.0.0.1/',
    active,
    waiting: null,
    installing: null,
  })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
  const setup = readOptions({ shop: 'S01', terminal: 'T1', service: { baseUrl: 'http://127.0.0.1/' } })
  const background = createBackground({ ...setup, name: 'x' }, createStatusStore({ state: 'starting' }))
  await background.started
  expect(await background.wake({ isManual: false, isEager: true })).toEqual(result)
  expect(await background.wake({ isManual: false })).toEqual(result)
  expect(heard.slice(-3)).toEqual([
    { counterfoil: 'hurry', name: 'x' },
    { counterfoil: 'wake', name: 'x', isWish: false },
    { counterfoil: 'wake', name: 'x', isWish: false },
  ])
})

it('a new worker held every page of the shop back until it had its answers', async () => {
  const name = freshName()
  const journal = await openWithRefund(name)
  const { fetch, activate, deliver } = await startWorker(name)
  expect(activate()).toEqual([])
  expect(fetch).not.toHaveBeenCalled()
  // What it has written to itself is an event of its own, which no page waits for.
  await Promise.all(deliver())
  expect(fetch).toHaveBeenCalledOnce()
  journal.close()
})
