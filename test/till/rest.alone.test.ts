import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Till, TillEvent } from '../../src/index.js'
import type { Sandbox } from '../../src/sandbox/index.js'
import { standInForPage, startTestSandbox } from '../support/node-till.js'
import { freshName } from '../support/journals.js'

const card = '9001000000000017'
const refund = (total: number) => ({
  StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
  StoredValueCardReceipt: { Total: total, Payments: [{ Amount: total }] },
})
const verdict = { by: 'Ada', reason: 'asked by phone' }

/** The line between the page and the server of its own files: cut until `come` is called. */
interface Server {
  come: () => void
  isDown: boolean
}

let server: Server
const tills: Till[] = []

beforeEach(() => {
  standInForPage()
  const files = new Promise<void>((resolve) => {
    server = {
      come: () => {
        resolve()
      },
      isDown: false,
    }
  })
  vi.resetModules()
  vi.doMock('../../src/till/rest.js', async (importOriginal) => {
    if (server.isDown) throw new TypeError('Failed to fetch dynamically imported module')
    await files
    return importOriginal()
  })
})

afterEach(() => {
  for (const till of tills.splice(0)) till.close()
  vi.doUnmock('../../src/till/rest.js')
})

async function open(sandbox: Sandbox): Promise<Till> {
  const { openTill } = await import('../../src/index.js')
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    worker: false,
    name: freshName(),
    service: { baseUrl: sandbox.url, timeoutMs: 60_000, lookUp: () => Promise.resolve('unknown') },
    balance: () => Promise.resolve({ amount: 5 }),
  })
  tills.push(till)
  return till
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code

/** Every call whose code is not among the first, and how it ends on a till with one operation that nobody took. */
function callAll(till: Till, id: string): Record<string, { call: () => Promise<unknown>; ends: string }> {
  const { attention } = till
  const now = new Date()
  const done = (call: () => Promise<unknown>) => ({ call, ends: 'done' })
  const refused = (call: () => Promise<unknown>, ends: string) => ({ call, ends })
  return {
    entries: done(() => till.entries()),
    receipts: done(() => till.receipts()),
    unusedNumbers: done(() => till.unusedNumbers()),
    day: done(() => till.day({ from: new Date(now.getTime() - 60_000), to: now })),
    verifyJournal: done(() => till.verifyJournal()),
    checkpoint: done(() => till.checkpoint()),
    exportJournal: done(() => till.exportJournal('a passphrase of some length')),
    importJournal: refused(
      () => till.importJournal(new Blob(['no file']), 'a passphrase'),
      'transfer-refused',
    ),
    handOvers: done(() => till.handOvers()),
    handOverFile: refused(() => till.handOverFile('none'), 'transfer-refused'),
    acknowledgeHandOver: refused(() => till.acknowledgeHandOver('none', verdict), 'transfer-refused'),
    takeBackHandOver: refused(() => till.takeBackHandOver('none', verdict), 'transfer-refused'),
    settled: refused(() => till.settled('none'), 'unknown-entry'),
    balance: done(() => till.balance?.(card) ?? Promise.reject(new Error('no balance'))),
    pause: done(() => till.pause({ by: 'Ada' })),
    resume: done(() => till.resume()),
    setHeaders: done(() => till.setHeaders({ 'X-Till': '1' })),
    replay: done(() => till.replay()),
    'attention.sendAgain': refused(() => attention.sendAgain('none', verdict), 'unknown-entry'),
    'attention.markApplied': refused(() => attention.markApplied('none', verdict), 'unknown-entry'),
    'attention.amend': refused(() => attention.amend('none', refund(1), verdict), 'unknown-entry'),
    'attention.check': done(() => attention.check(id, refund(1))),
    'attention.void': refused(() => attention.void('none', verdict), 'unknown-entry'),
    'attention.merge': done(() => attention.merge(id)),
    'attention.takeBack': refused(() => attention.takeBack('none', verdict), 'unknown-entry'),
    'attention.acknowledgeLosses': done(() => attention.acknowledgeLosses(verdict)),
    'attention.bringBack': refused(() => attention.bringBack(verdict), 'storage-refused'),
    'attention.showCards': refused(() => attention.showCards('none', { by: 'Ada' }), 'unknown-entry'),
    'attention.lookUp': refused(
      () => attention.lookUp?.('none', { by: 'Ada' }) ?? Promise.reject(new Error('no lookUp')),
      'unknown-entry',
    ),
  }
}

describe('a page that has loaded the first part of the till alone', () => {
  it('saves an operation, with its receipt, and tells the truth', async () => {
    const till = await open(await startTestSandbox())
    const receipt = await till.receipt(refund(25).StoredValueCardReceipt)
    expect(receipt.SenderData?.Number).toBe(1)
    const entry = await till.refund({ ...refund(25), StoredValueCardReceipt: receipt })
    expect(await till.entry(entry.id)).toMatchObject({ state: 'queued' })
    await vi.waitFor(() => {
      expect(till.status.value).toMatchObject({ counts: { queued: 1 }, parts: { state: 'loading' } })
    })
    expect(await till.safeToClose()).toMatchObject({ safe: false })
    await till.drafts.save('sale', { total: 3 })
    expect(await till.drafts.read('sale')).toMatchObject({ draft: { total: 3 } })
    await expect(till.refund(refund(25))).rejects.toMatchObject({ code: 'duplicate' })
  })

  it('lets every other call wait for the rest, and then do its work', async () => {
    const till = await open(await startTestSandbox())
    const { id } = await till.refund(refund(25))
    const calls = callAll(till, id)
    const ended: string[] = []
    const asked = Object.entries(calls).map(async ([name, { call }]) => {
      const [result] = await Promise.allSettled([call()])
      ended.push(name)
      return [name, codeOf(result)] as const
    })
    // The first part answers as long as one likes.
    for (let turn = 0; turn < 20; turn += 1) await till.entry(id)
    expect(ended).toEqual([])
    server.come()
    const expected = Object.entries(calls).map(([name, { ends }]) => [name, ends] as const)
    expect(await Promise.all(asked)).toEqual(expected)
    expect(till.status.value.parts).toEqual({ state: 'loaded' })
    expect(await till.settled(id)).toMatchObject({ state: 'settled' })
  })

  it('knows every call of the till', async () => {
    const till = await open(await startTestSandbox())
    const names = (handle: object) =>
      Object.entries(handle).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
    const first = [
      'associate',
      'refund',
      'migrate',
      'updateReceipt',
      'confirmOrder',
      'cardFault',
      'on',
      'entry',
    ]
    const known = [...first, 'receipt', 'safeToClose', 'close', ...Object.keys(callAll(till, ''))]
    const found = [...names(till), ...names(till.attention).map((name) => `attention.${name}`)]
    expect(found.sort()).toEqual(known.sort())
  })

  it('lets a listener hear what happened meanwhile, in order, once', async () => {
    const till = await open(await startTestSandbox())
    const events: TillEvent[] = []
    till.on('event', (event) => events.push(event))
    const { id } = await till.refund(refund(25))
    expect(events).toEqual([])
    server.come()
    await till.settled(id)
    const entries = () => events.filter((event) => 'id' in event && event.id === id).map(({ type }) => type)
    await vi.waitFor(() => {
      expect(entries()).toEqual(['rung-up', 'sending', 'attempted', 'settled'])
    })
    expect(events[0]).toMatchObject({ type: 'listening' })
    expect(events.filter(({ type }) => type === 'rung-up')).toHaveLength(1)
  })

  it('forgets a listener that has stopped before', async () => {
    const till = await open(await startTestSandbox())
    const listener = vi.fn()
    till.on('event', listener)()
    server.come()
    const { id } = await till.refund(refund(25))
    await till.settled(id)
    expect(listener).not.toHaveBeenCalled()
  })

  it('ends what waits when it is closed', async () => {
    const till = await open(await startTestSandbox())
    const asked = [till.entries(), till.attention.merge('none'), till.settled('none')]
    till.close()
    const ends = await Promise.allSettled(asked)
    expect(ends.map(codeOf)).toEqual(['till-closed', 'till-closed', 'till-closed'])
  })
})

describe('a page whose line breaks before the rest has come', () => {
  it('says that a part is missing, saves, and loads it by itself when the line is back', async () => {
    server.isDown = true
    const till = await open(await startTestSandbox())
    await vi.waitFor(() => {
      expect(till.status.value.parts).toMatchObject({ state: 'missing' })
    })
    const { id } = await till.refund(refund(25))
    await expect(till.entries()).rejects.toMatchObject({ code: 'load-failed', params: { action: 'entries' } })
    await expect(till.attention.merge(id)).rejects.toMatchObject({
      code: 'load-failed',
      params: { action: 'attention.merge' },
    })
    expect(till.status.value.storage.fault).toBeDefined()
    server.isDown = false
    server.come()
    await vi.waitFor(() => {
      expect(till.status.value.parts).toEqual({ state: 'loaded' })
    })
    expect(till.status.value.storage.fault).toBeUndefined()
    expect(await till.settled(id)).toMatchObject({ state: 'settled' })
  })
})
