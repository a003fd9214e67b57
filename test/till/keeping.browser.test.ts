import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTill, type Entry, type Till, type TillOptions } from '../../src/index.js'
import { freshName, openRaw } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { control } from '../support/service.js'

/** Nobody listens there, so that whatever is rung up stays. */
const nowhere = 'http://127.0.0.1:9'
const who = { by: 'Ada', reason: 'T3 is broken' }
const passphrase = 'correct horse battery'

const tills: Till[] = []
beforeEach(async () => {
  await control('reset', 'POST')
})
afterEach(() => {
  for (const till of tills.splice(0)) till.close()
})

async function open(options: Partial<TillOptions> = {}): Promise<Till> {
  const till = await openTill({
    shop: 'S01',
    terminal: 'T3',
    service: { baseUrl: nowhere },
    worker: false,
    name: freshName(),
    ...options,
  })
  tills.push(till)
  return till
}

const ringTwo = async (till: Till): Promise<Entry[]> => [
  await till.refund(refundOf('A', 10)),
  await till.refund(refundOf('B', 20)),
]

async function readEffects(): Promise<unknown[]> {
  const reply = await fetch('/api/_sandbox/ledger')
  return ((await reply.json()) as { effects: unknown[] }).effects
}

describe('a page that is not secure', () => {
  it('is told so, in place of a till that could seal nothing', async () => {
    vi.stubGlobal('isSecureContext', false)
    await expect(open()).rejects.toThrow('Not a secure context: serve the page over https')
    vi.unstubAllGlobals()
  })
})

describe('what a worker is told', () => {
  it('is written anew only where it has changed', async () => {
    const name = freshName()
    const readSetup = async () => {
      const raw = await openRaw(name)
      const row = (await raw.table('settings').get('worker')) as { value: Uint8Array }
      raw.close()
      return String(row.value)
    }
    await open({ name })
    const first = await readSetup()
    await open({ name })
    expect(await readSetup()).toBe(first)
    await open({ name, service: { baseUrl: nowhere, timeoutMs: 1_234 } })
    expect(await readSetup()).not.toBe(first)
  })
})

describe('limits', () => {
  it('refuse what passes them, by name and number, and let a supervisor through on record', async () => {
    const till = await open({ limits: { total: 25, count: 3 } })
    await till.refund(refundOf('A', 10))
    await till.refund(refundOf('B', 15))
    await expect(till.refund(refundOf('C', 1))).rejects.toMatchObject({
      code: 'limit-reached',
      limit: 'total',
      max: 25,
      found: 26,
    })
    const { history } = await till.refund(refundOf('C', 1), { override: who })
    expect(history).toMatchObject([{ what: 'rung-up' }, { what: 'limit-overridden', by: 'Ada' }])
    await expect(till.associate({ Card: 'D' })).rejects.toMatchObject({ limit: 'count' })
  })

  it('are checked as options', async () => {
    await expect(open({ limits: { total: -1 } })).rejects.toMatchObject({ code: 'invalid-options' })
    await expect(open({ retention: { settledDays: Infinity } })).rejects.toMatchObject({
      code: 'invalid-options',
    })
  })

  it('of age park what has waited too long, with its secrets until its age is certain', async () => {
    const till = await open({ limits: { ageHours: 0 } })
    const { id } = await till.refund(refundOf('A'), { override: who })
    await expect
      .poll(async () => {
        await till.replay()
        return till.entry(id)
      })
      .toMatchObject({ state: 'parked', reason: 'expired' })
    expect(JSON.stringify((await till.entry(id))?.request)).toContain('auth-A')
  })
})

describe('the same thing rung up twice', () => {
  it('is refused with the first one’s id, and let through by name', async () => {
    const till = await open()
    const first = await till.refund(refundOf('A'))
    await expect(till.refund({ ...refundOf('A'), Notes: 'again' })).rejects.toMatchObject({
      code: 'duplicate',
      id: first.id,
    })
    expect(await till.refund(refundOf('A'), { allowDuplicate: who })).toMatchObject({
      history: [{}, { what: 'duplicate-allowed', by: 'Ada', detail: first.id }],
    })
    await expect(
      till.refund(refundOf('A'), { allowDuplicate: { by: '', reason: '' } }),
    ).rejects.toMatchObject({
      failures: [{ path: 'extra.allowDuplicate' }],
    })
  })
})

describe('a receipt', () => {
  it('is completed and numbered, and its number is missed until it is rung up', async () => {
    const till = await open()
    const receipt = await till.receipt({ Products: [{ Price: 0.1, Quantity: 3 }] })
    expect(receipt).toMatchObject({ Total: 0.3, SenderData: { Shop: 'S01', Terminal: 'T3', Number: 1 } })
    expect(await till.unusedNumbers()).toMatchObject([{ number: 1, shop: 'S01', terminal: 'T3' }])
    const { id } = await till.refund({ ...refundOf('A'), StoredValueCardReceipt: receipt })
    expect(await till.unusedNumbers()).toEqual([])
    expect(await till.receipts({ card: 'A' })).toMatchObject([{ id, number: 1, total: 0.3 }])
    await expect(till.receipt({ Total: 1, Payments: [{ Amount: 2 }] })).rejects.toMatchObject({
      code: 'invalid-receipt',
    })
    expect(await till.receipt({})).toMatchObject({ SenderData: { Number: 2 } })
  })
})

describe('an act', () => {
  it('about an entry that has changed since it was looked at is refused', async () => {
    const till = await open()
    const { id, revision } = await till.refund(refundOf('A'))
    const seen = { ...who, revision }
    await till.attention.amend(id, refundOf('B'), seen)
    await expect(till.attention.void(id, seen)).rejects.toThrow('changed since')
  })
})

describe('a journal', () => {
  it('verifies, and says what would be lost with it', async () => {
    const till = await open()
    expect(await till.safeToClose()).toEqual({ safe: true, reasons: [] })
    const [first] = await ringTwo(till)
    await till.attention.void(first?.id ?? '', who)
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true, entries: 2 })
    expect(await till.safeToClose()).toEqual({ safe: false, reasons: [{ code: 'queued', count: 1 }] })
  })
})

describe('a file', () => {
  it('that is a copy shows what there is, and changes nothing anywhere', async () => {
    const till = await open()
    const rung = await ringTwo(till)
    const copy = await till.exportJournal(passphrase)
    const other = await open({ terminal: 'T4' })
    const report = await other.importJournal(copy, passphrase)
    expect(report).toMatchObject({ kind: 'copy', shop: 'S01', terminal: 'T3', imported: 0, left: [] })
    expect(report.entries.map(({ id, state }) => [id, state])).toEqual(rung.map(({ id }) => [id, 'queued']))
    expect(await other.entries()).toEqual([])
    expect(await till.safeToClose()).toMatchObject({ reasons: [{ code: 'queued', count: 2 }] })
  })

  it('is handed over to another till only, and until then nothing is given up', async () => {
    const till = await open()
    await ringTwo(till)
    const file = till.exportJournal(passphrase, { handOver: { ...who, to: 'T3' } })
    await expect(file).rejects.toMatchObject({ code: 'transfer-refused' })
    expect(await till.safeToClose()).toMatchObject({ reasons: [{ code: 'queued', count: 2 }] })
  })

  it('that hands over leaves nothing to send here, and is sent there, once', async () => {
    const till = await open()
    const rung = await ringTwo(till)
    const file = await till.exportJournal(passphrase, { handOver: { ...who, to: 'T4' } })
    expect(await till.entries({ state: 'parked' })).toMatchObject([{ reason: 'moved' }, { reason: 'moved' }])
    await expect(till.attention.sendAgain(rung[0]?.id ?? '', who)).rejects.toMatchObject({
      code: 'act-refused',
    })
    const service = { baseUrl: '/api', replaces: [nowhere] }
    const stranger = await open({ terminal: 'T5', service })
    await expect(stranger.importJournal(file, passphrase)).rejects.toThrow('The file is for terminal T4')
    const other = await open({ terminal: 'T4', service })
    expect(await other.importJournal(file, passphrase)).toMatchObject({ imported: 2 })
    for (const { id } of rung) await other.settled(id)
    expect(await other.importJournal(file, passphrase)).toMatchObject({ imported: 0 })
    expect(await readEffects()).toHaveLength(2)
    expect(await other.entry(rung[0]?.id ?? '')).toMatchObject({
      shop: 'S01',
      terminal: 'T3',
      history: [{ what: 'rung-up' }, { what: 'handed-over' }, { what: 'imported' }, { what: 'attempt' }],
    })
  })

  it('that was lost can be taken back, entry by entry', async () => {
    const till = await open()
    const [first] = await ringTwo(till)
    await till.exportJournal(passphrase, { handOver: who })
    expect(await till.attention.takeBack(first?.id ?? '', who)).toMatchObject({ state: 'queued' })
  })

  it('of a dead till is taken over as unknown, or queued by key where nothing changed there since', async () => {
    const service = { baseUrl: nowhere, idempotencyKey: true }
    const till = await open({ service })
    await ringTwo(till)
    const copy = await till.exportJournal(passphrase)
    const careful = await open({ terminal: 'T4', service })
    expect(await careful.importJournal(copy, passphrase, { takeOver: who })).toMatchObject({ imported: 2 })
    expect(await careful.entries()).toMatchObject([{ reason: 'unknown' }, { reason: 'unknown' }])
    const keyed = await open({ terminal: 'T5', service })
    await keyed.importJournal(copy, passphrase, { takeOver: { ...who, unchanged: true } })
    expect(await keyed.entries()).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
  })

  it('that is cut, or opened with another passphrase, touches nothing', async () => {
    const till = await open()
    await ringTwo(till)
    await expect(till.exportJournal('short', { handOver: who })).rejects.toMatchObject({
      code: 'transfer-refused',
    })
    expect(await till.entries({ state: 'parked' })).toEqual([])
    const file = await till.exportJournal(passphrase, { handOver: who })
    const other = await open({ terminal: 'T4' })
    for (const [blob, words] of [
      [file, 'another passphrase'],
      [file.slice(0, file.size - 1), passphrase],
      [new Blob(['no file of ours']), passphrase],
    ] as const)
      await expect(other.importJournal(blob, words)).rejects.toMatchObject({ code: 'transfer-refused' })
    expect(await other.entries()).toEqual([])
  })
})
