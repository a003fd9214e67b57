import { beforeEach, describe, expect, it } from 'vitest'
import type { Extra, Models, Till, TillOptions } from '../../src/index.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

const who = { by: 'Ada', reason: 'agreed' }

beforeEach(standInForPage)

/** A till without a line: what is rung up stays. */
async function openHeldTill(options: Partial<TillOptions> = {}, at?: string): Promise<Till> {
  const url = at ?? (await startTestSandbox()).url
  const till = await openNodeTill(url, options)
  await till.pause({ by: 'Ada' })
  return till
}

const cardsOf = (...codes: string[]): Models['refund'] => ({
  StoredValueCardCodeCollection: codes.map((StoredValueCardCode) => ({ StoredValueCardCode })),
})

describe('the button pressed twice', () => {
  it('makes one entry and a DuplicateOperation, though each press takes a receipt of its own', async () => {
    const till = await openHeldTill()
    const press = async () => {
      const receipt = await till.receipt({ Products: [{ Name: 'Voucher', Price: 25, Quantity: 1 }] })
      return till.refund({ ...cardsOf('9001'), StoredValueCardReceipt: receipt }, { operator: 'Bea' })
    }
    const presses = await Promise.allSettled([press(), press()])
    const [kept] = presses.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const [refused] = presses.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject({ name: 'DuplicateOperation', code: 'duplicate', id: kept?.id })
    expect(await till.entries()).toHaveLength(1)
    expect(await till.unusedNumbers()).toHaveLength(1)
  })

  it('returns the entry that stands, where a sale has one receipt and one id', async () => {
    const till = await openHeldTill()
    const receipt = await till.receipt({ Total: 25 })
    const press = () => till.refund({ ...cardsOf('9001'), StoredValueCardReceipt: receipt }, { id: 'sale-1' })
    const [first, second] = await Promise.all([press(), press()])
    expect(second.id).toBe(first.id)
    expect(await till.entries()).toHaveLength(1)
    expect(await till.unusedNumbers()).toEqual([])
  })

  it('is let through as a second sale by a named person, on record', async () => {
    const till = await openHeldTill()
    const first = await till.refund(refundOf('9001', 5))
    const second = await till.refund(refundOf('9001', 5), { allowDuplicate: who })
    expect(second.history).toMatchObject([{}, { what: 'duplicate-allowed', ...who, detail: first.id }])
  })
})

describe('a till in dinars', () => {
  it('sums, checks and corrects receipts to three decimals', async () => {
    const till = await openHeldTill({ currency: 'KWD' })
    const receipt = await till.receipt({ Products: [{ Name: 'Voucher', Price: 1.2345, Quantity: 1 }] })
    expect(receipt.Total).toBe(1.235)
    const { id } = await till.refund({ ...cardsOf('9001'), StoredValueCardReceipt: receipt })
    const wrong = { ...cardsOf('9001'), StoredValueCardReceipt: { ...receipt, Total: 1.237 } }
    await expect(till.refund(wrong)).rejects.toThrow('adds up')
    await expect(till.attention.amend(id, wrong, who)).rejects.toThrow('adds up')
  })
})

describe('a correction', () => {
  it('passes limits and likeness as ringing up does, or is let through by name', async () => {
    const till = await openHeldTill({ limits: { perOperation: 50 } })
    const { id } = await till.refund(refundOf('9001', 5))
    const amend = (verdicts: object) =>
      till.attention.amend(id, refundOf('9001', 5000), { ...who, ...verdicts })
    await expect(amend({})).rejects.toMatchObject({ code: 'limit-reached', limit: 'perOperation' })
    await expect(amend({ override: { by: 'Ada' } })).rejects.toMatchObject({
      code: 'invalid-operation',
      failures: [{ path: 'override', expected: 'by and reason, both as text' }],
    })
    expect(await till.entry(id)).toMatchObject({ state: 'queued' })
    expect(await amend({ override: who })).toMatchObject({
      replaces: id,
      amount: 5000,
      history: [{ what: 'rung-up' }, { what: 'limit-overridden', ...who }],
    })
  })

  it('is refused by the rules in force, and so is sending again what they refuse', async () => {
    const { url } = await startTestSandbox({ faults: [{ kind: 'status', status: 422 }] })
    const name = freshName()
    const till = await openNodeTill(url, { name })
    const { id } = await till.refund(cardsOf('nobody'))
    await expect.poll(async () => (await till.entry(id))?.state).toBe('parked')
    till.close()
    const strict = { needs: { refund: [{ what: 'a total', oneOf: ['StoredValueCardReceipt.Total'] }] } }
    const later = await openNodeTill(url, { name, rules: strict })
    const refused = {
      code: 'invalid-operation',
      failures: [{ path: 'StoredValueCardReceipt.Total', expected: 'a total', found: 'nothing' }],
    }
    await expect(later.attention.sendAgain(id, { by: 'Ada' })).rejects.toMatchObject(refused)
    await expect(later.attention.amend(id, cardsOf('other'), who)).rejects.toMatchObject(refused)
    expect(await later.entry(id)).toMatchObject({ state: 'parked' })
  })
})

describe('what is said beside a body', () => {
  it.each<[string, object, string]>([
    ['a word nobody knows', { operater: 'Bea' }, 'extra.operater'],
    ['half a character in the operator', { operator: 'B\ud83d' }, 'extra.operator'],
    ['a character that no database need store in the operator', { operator: 'B\0' }, 'extra.operator'],
    ['half a character in a reason', { override: { by: 'Ada', reason: '\udc00' } }, 'extra.override'],
    ['nothing at all', null as never, 'extra'],
  ])('is refused by name for %s', async (_, extra, path) => {
    const till = await openHeldTill()
    await expect(till.refund(refundOf('9001'), extra as Extra)).rejects.toMatchObject({
      code: 'invalid-operation',
      failures: [{ path }],
    })
    expect(await till.entries()).toEqual([])
  })
})

describe('a card', () => {
  const folding = { rules: { card: (code: string) => code.replace(/[\s-]/g, '').toUpperCase() } }

  it('is one card in duplicates, limits, masks and searches, however the host’s scanner writes it', async () => {
    const till = await openHeldTill({ ...folding, limits: { perCard: 30 } })
    const first = await till.refund(refundOf('ab-90 01', 20))
    expect(first.cards).toEqual(['••••001'])
    await expect(till.refund(refundOf('AB9001', 20))).rejects.toMatchObject({ code: 'duplicate' })
    await expect(till.refund(refundOf('AB9001', 11))).rejects.toMatchObject({ limit: 'perCard' })
    for (const card of ['ab9001', 'AB-9001', 'ab-90 01'])
      expect((await till.entries({ card })).map(({ id }) => id)).toEqual([first.id])
    expect((await till.entry(first.id))?.request).toMatchObject({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: 'ab-90 01' }],
    })
  })

  it('is the same with blanks around it and in either Unicode form, without a rule of the host', async () => {
    const till = await openHeldTill()
    const { id } = await till.refund(refundOf('caf\u00e9', 5))
    await expect(till.refund(refundOf(' cafe\u0301\u00a0', 5))).rejects.toMatchObject({
      code: 'duplicate',
      id,
    })
    await till.refund(refundOf('CAF\u00c9', 5))
    expect(await till.entries({ card: 'cafe\u0301 ' })).toHaveLength(1)
  })

  it('is refused at every way in where it is not what the host calls a card number', async () => {
    const { url } = await startTestSandbox()
    const cardCode = { pattern: /9001\d{12}/, lengthMin: 16, lengthMax: 16 }
    const lax = await openHeldTill({ terminal: 'T2' }, url)
    await lax.refund(refundOf('abc', 5))
    const file = await lax.exportJournal('a long passphrase', { handOver: who })
    const till = await openHeldTill({ rules: { cardCode } }, url)
    const good = '9001000000000042'
    const refused = {
      code: 'invalid-operation',
      failures: [{ path: expect.stringContaining('CardCode') as string, found: 'text of 3 characters' }],
    }
    await expect(till.refund(refundOf('abc', 5))).rejects.toMatchObject(refused)
    await expect(till.refund(refundOf('9'.repeat(120), 5))).rejects.toMatchObject({
      failures: [{ found: 'text of 120 characters' }],
    })
    const { id } = await till.refund(refundOf(good, 5))
    await expect(till.attention.amend(id, refundOf('abc', 5), who)).rejects.toMatchObject(refused)
    expect(await till.importJournal(file, 'a long passphrase')).toMatchObject({ imported: 1 })
    const [imported] = await till.entries({ state: 'parked' })
    expect(imported).toMatchObject({ reason: 'invalid', terminal: 'T2' })
    await expect(till.attention.sendAgain(imported?.id ?? '', { by: 'Ada' })).rejects.toMatchObject(refused)
    expect(till.cardFault(good)).toBeUndefined()
    expect(till.cardFault('abc')).toEqual({ tag: 'length', min: 16, max: 16 })
    expect(lax.cardFault('abc')).toBeUndefined()
  })

  it('that was rung up before the host had a rule is still found, and still counts', async () => {
    const name = freshName()
    const { url } = await startTestSandbox()
    const before = await openHeldTill({ name }, url)
    const old = await before.refund(refundOf('ab9001', 20))
    before.close()
    const till = await openHeldTill({ ...folding, name, limits: { perCard: 30 } }, url)
    await expect(till.refund(refundOf('ab9001', 11))).rejects.toMatchObject({ limit: 'perCard', found: 31 })
    const fresh = await till.refund(refundOf('ab9001', 5))
    const found = await till.entries({ card: 'ab9001' })
    expect(found.map(({ id }) => id)).toEqual([fresh.id, old.id])
  })
})
