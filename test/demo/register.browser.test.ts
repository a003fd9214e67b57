import { describe, expect, it, vi } from 'vitest'
import { formKinds } from '../../src/demo/register/forms.js'
import { StorageRefused, type Entry, type Till } from '../../src/index.js'
import {
  choose,
  focusedId,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  receiptOf,
  refund,
  said,
  scan,
  shown,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'
import { refundOf } from '../support/models.js'

prepareCounter()

describe('by the keyboard alone', () => {
  it('a refund is rung up, with a receipt of the till’s own', async () => {
    const till = await openShown()
    mount(till)
    await type('9001000000000042{Tab}4711{Tab}Scarf{Tab}12,50{Tab}2{Enter}')
    await kept()
    expect(said('confirmation')).toContain('Refund · €25.00 · ••••0042')
    expect(said('confirmation')).toContain('€25.00')
    expect(focusedId()).toBe('refund-card')
    expect(part('#refund-card').value).toBe('')
    expect(part('#refund-authorization').value).toBe('')
    const entry = await newest(till)
    expect(entry.operator).toBe('Ada')
    expect(receiptOf(entry)).toMatchObject({
      Products: [{ Name: 'Scarf', Price: 12.5, Quantity: 2 }],
      Total: 25,
      SenderData: { Shop: 'S01', Terminal: 'T1', Number: 1, Operator: 'Ada' },
    })
    expect(receiptOf(entry)?.IssueDate).toMatch(/^\d{4}-/)
    await vi.waitFor(() => {
      expect(said('slip')).toContain('Receipt no. 1')
    })
    await till.settled(entry.id)
    await vi.waitFor(() => {
      expect(said('recent')).toContain('Settled')
    })
    part('[data-testid=recent] button').focus()
    await type('{Enter}')
    expect(shown).toEqual([entry.id])
  })

  it('an association is rung up, and its PIN stays covered', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await choose('associate')
    expect(focusedId()).toBe('associate-card')
    await type('9001000000000017{Tab}Ada{Tab}Rossi{Tab}ada@example.test{Tab}4712')
    expect(part('#associate-pin').type).toBe('password')
    expect(part('#associate-pin').autocomplete).toBe('off')
    await type('{Enter}')
    await kept()
    expect((await newest(till)).request).toEqual({
      Card: '9001000000000017',
      Shop: 'S01',
      Terminal: 'T1',
      CardData: {
        AuthorizationPin: '4712',
        Holder: { FirstName: 'Ada', LastName: 'Rossi', Email: 'ada@example.test' },
      },
    })
    expect(part('#associate-pin').value).toBe('')
  })

  it('a migration is rung up', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await choose('migrate')
    await type('9001000000000058{Tab}9001000000000041{Tab}Balance{Tab}7.30{Enter}')
    await kept()
    const entry = await newest(till)
    expect(entry.request).toMatchObject({
      OldCardCode: '9001000000000058',
      StoredValueCardCode: '9001000000000041',
    })
    expect(receiptOf(entry)).toMatchObject({ Total: 7.3, SenderData: { Number: 1 } })
  })

  it('an order is rung up with several payments', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await choose('confirmOrder')
    await type('555{Tab}{Tab}{Tab}10.10{Tab}{Tab}{Enter}{Tab}0.20')
    expect(said('preview-total')).toBe('€10.30')
    await type('{Enter}')
    await kept()
    expect(said('confirmation')).toContain('€10.30')
    expect((await newest(till)).request).toMatchObject({
      OrderID: 555,
      Payments: [{ Value: 10.1 }, { Value: 0.2 }],
    })
  })

  it('a correction keeps the number of the receipt it corrects, also while that one waits', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await refund('9001000000000042')
    await kept()
    const first = await newest(till)
    await choose('updateReceipt')
    await type('9001000000000042')
    await vi.waitFor(() => {
      expect(said('updateReceipt-targets')).toContain('€12.50 · No. 1 · Waiting')
    })
    expect(part('#updateReceipt-transaction').checkVisibility()).toBe(false)
    await type('{Tab}{Tab}{Tab}{Control>}a{/Control}11{Enter}')
    await kept()
    const entry = await newest(till)
    expect(entry).toMatchObject({ kind: 'updateReceipt', transactionOf: first.id })
    expect(receiptOf(entry)).toEqual({
      ...receiptOf(first),
      Products: [{ Name: 'Scarf', Price: 11, Quantity: 1 }],
      Payments: [{ ...receiptOf(first)?.Payments?.[0], Amount: 11 }],
      Total: 11,
    })
    expect(await till.unusedNumbers()).toEqual([])
  })

  it('what could be corrected is not said to be missing where it cannot be read', async () => {
    const open = await openShown(nowhere)
    await open.refund(refundOf('9001000000000042'))
    let isBroken = true
    const entries: Till['entries'] = (filter) =>
      isBroken && filter?.card !== undefined
        ? Promise.reject(new DOMException('the disk is gone', 'UnknownError'))
        : open.entries(filter)
    mount({ ...open, entries })
    await choose('updateReceipt')
    await type('9001000000000042{Tab}')
    await vi.waitFor(() => {
      expect(said('updateReceipt-targets')).toMatch(/The list cannot be read: .*\(UnknownError\)/)
    })
    isBroken = false
    await scan('9001000000000042')
    await vi.waitFor(() => {
      expect(said('updateReceipt-targets')).toContain('€10.00')
    })
    expect(said('updateReceipt-targets')).not.toContain('cannot be read')
  })

  it('a correction that changes nothing is none, however quickly it is rung up', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await refund('9001000000000042')
    await kept()
    await choose('updateReceipt')
    await type('9001000000000042{Enter}')
    await vi.waitFor(() => {
      expect(said('updateReceipt-lines-1-price-error')).toContain('Change what is wrong')
    })
    expect(focusedId()).toBe('updateReceipt-lines-1-price')
    expect(await till.entries()).toHaveLength(1)
  })

  it.each([...formKinds])('the example of %s is rung up as it stands', async (kind) => {
    const till = await openShown()
    mount(till)
    testPart('example').click()
    await vi.waitFor(() => {
      expect(part('#refund-card').value).not.toBe('')
    })
    testPart('ring-up').click()
    await kept()
    await choose(kind)
    testPart('example').click()
    await vi.waitFor(() => {
      expect(part(`#form-${kind} input`).value).not.toBe('')
    })
    testPart('ring-up').click()
    await kept()
    const entry = await newest(till)
    expect(entry.kind).toBe(kind)
    expect((await till.settled(entry.id)).state).toBe('settled')
  })

  it('a correction may go by a transaction number', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await choose('updateReceipt')
    await type('9001000000000066{Tab}1001{Tab}44{Tab}Scarf{Tab}3{Enter}')
    await kept()
    const entry = await newest(till)
    expect(entry.request).toMatchObject({ TransactionID: 1001 })
    expect(receiptOf(entry)).toMatchObject({ Total: 3, SenderData: { Number: 44 } })
  })
})

describe('the recent operations', () => {
  it('keep the cursor as they change, and as the oldest leaves', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const rows = () => [...document.querySelectorAll<HTMLElement>('[data-testid=recent] button')]
    for (let index = 0; index < 8; index += 1) await till.associate({ Card: `card-${index}` })
    await vi.waitFor(() => {
      expect(rows()).toHaveLength(8)
    })
    const [newestRow, oldestRow] = [rows()[0], rows()[7]]
    newestRow?.focus()
    await till.associate({ Card: 'card-8' })
    await vi.waitFor(() => {
      expect(rows()[1]).toBe(newestRow)
    })
    expect(document.activeElement).toBe(newestRow)
    expect(oldestRow?.isConnected).toBe(false)
    rows()[7]?.focus()
    await till.associate({ Card: 'card-9' })
    await vi.waitFor(() => {
      expect(rows()[2]).toBe(newestRow)
    })
    expect(document.activeElement).toBe(rows()[7])
  })
})

describe('receipt numbers', () => {
  it('follow one another, and none is lost to what was refused or given up', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await refund('9001000000000001')
    await kept()
    await type('{Enter}')
    await refund('9001000000000002', 'ten')
    await vi.waitFor(() => {
      expect(said('refund-alert')).toContain('Not entered yet')
    })
    const refuse = vi.spyOn(till, 'refund').mockRejectedValueOnce(new StorageRefused('refund', 'full'))
    await refund('9001000000000003')
    await vi.waitFor(() => {
      expect(testPart('refund-alert').textContent).toContain('NOT saved. Do not hand anything over.')
    })
    refuse.mockRestore()
    testPart('clear').click()
    await refund('9001000000000004')
    await kept()
    await choose('migrate')
    await type('9001000000000058{Tab}9001000000000041{Enter}')
    await kept()
    const entries = (await till.entries()) as Entry[]
    expect(entries.map((entry) => receiptOf(entry)?.SenderData?.Number)).toEqual([3, 2, 1])
    expect(await till.unusedNumbers()).toEqual([])
  })
})
