import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Witness } from '../../src/decide/witness.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { readOptions, setupToWorkerSetup } from '../../src/till/options.js'
import { freshName, stateOf } from '../support/journals.js'
import { createFakeLocks } from '../support/locks.js'
import { refundOf } from '../support/models.js'
import { standInForPage } from '../support/node-till.js'

const origin = 'http://127.0.0.1'
const till = { shop: 'S01', terminal: 'T1' }

let kept: Map<string, string>
let sent: string[]

beforeEach(() => {
  standInForPage()
  kept = new Map()
  sent = []
  const cache = {
    match: (path: string) => Promise.resolve(kept.has(path) ? new Response(kept.get(path)) : undefined),
    put: async (path: string, response: Response) => {
      kept.set(path, await response.text())
    },
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
  vi.stubGlobal('fetch', ({ method, url }: Request) => {
    if (method !== 'HEAD') sent.push(url)
    const headers = { 'content-type': 'application/json', date: new Date().toUTCString() }
    return Promise.resolve(new Response(method === 'HEAD' ? null : '{}', { headers }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const pathOf = (name: string) => `/counterfoil-witness/${name}.json`

/** A journal with one refund that waits, as a page leaves it to its worker. */
async function leaveRefund(name: string): Promise<{ id: string; witness: Witness }> {
  const journal = await openJournal(name)
  const service = { baseUrl: `${origin}/`, idempotencyKey: true }
  const options = { shop: 'S01', terminal: 'T1', service }
  await journal.writeSetting('worker', setupToWorkerSetup(readOptions(options)))
  const id = freshName()
  const draft = { id, kind: 'refund', request: refundOf('A'), key: 'a-key', ...till } as const
  await journal.append({ ...draft, createdAt: Date.now() })
  const witness = await journal.bearWitness(Date.now())
  journal.close()
  return { id, witness }
}

/** Wakes a worker that has just started, and waits until it is done. */
async function wakeWorker(name: string): Promise<void> {
  let hear: (message: object) => void = () => undefined
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: typeof hear) => {
      if (type === 'message') hear = listener
    },
    location: { origin },
  })
  vi.stubGlobal('navigator', { locks: createFakeLocks() })
  const { installReplay } = await vi.importActual<{ installReplay: () => void }>('../../src/worker.js')
  installReplay()
  const answers: unknown[] = []
  const own: Promise<unknown>[] = []
  hear({
    data: { counterfoil: 'wake', name, isWish: false },
    ports: [{ postMessage: (answer: unknown) => answers.push(answer) }],
    origin,
    waitUntil: (work: Promise<unknown>) => own.push(work),
  })
  await Promise.all(own)
  expect(answers).toMatchObject([{ tag: 'heard' }, { tag: 'done' }])
}

async function look<Result>(name: string, work: (journal: TillJournal) => Promise<Result>): Promise<Result> {
  const journal = await openJournal(name)
  const result = await work(journal)
  journal.close()
  return result
}

describe('a worker that wakes before any page is opened', () => {
  it('sends nothing of an older state of the database, though the service knows a repeat: it may be voided since', async () => {
    const name = freshName()
    const { id, witness } = await leaveRefund(name)
    kept.set(pathOf(name), JSON.stringify({ ...witness, turn: 9 }))
    await wakeWorker(name)
    expect(sent).toEqual([])
    expect(await look(name, (journal) => stateOf(journal, id))).toBe('parked/unknown')
  })

  it('delivers from the database that the witness is of, and writes how it stands then', async () => {
    const name = freshName()
    const { id, witness } = await leaveRefund(name)
    kept.set(pathOf(name), JSON.stringify(witness))
    await wakeWorker(name)
    expect(sent).toHaveLength(1)
    expect(await look(name, (journal) => stateOf(journal, id))).toBe('settled')
    const written = JSON.parse(kept.get(pathOf(name)) ?? '{}') as Witness
    expect(written).toMatchObject({ birth: witness.birth, turn: witness.turn + 1, unresolved: 0 })
  })
})
