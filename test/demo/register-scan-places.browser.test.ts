import { describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import {
  choose,
  focusedId,
  kept,
  mount,
  part,
  prepareCounter,
  press,
  said,
  scan,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

const card = '9001000000000042'
const other = '9001000000000059'
const goods = '8001234567893'
const cardCode = { pattern: /\d+/, lengthMin: 16, lengthMax: 16 }

/** A till that knows what its card numbers look like. */
function openStrict(): Promise<Till> {
  return openShown(nowhere, {}, { cardCode })
}

const question = () => document.querySelector('[data-testid=scan-question]')

describe('the five faults that a person found at the counter', () => {
  it('a scan that paused left only its last digits in the card field', async () => {
    mount(await openStrict())
    await scan(card, '{Enter}', 100)
    expect(part('#refund-card').value).toBe(card)
  })

  it('a scan into the order number emptied it', async () => {
    mount(await openStrict())
    await choose('confirmOrder')
    part('#confirmOrder-order').focus()
    await scan('20261122')
    expect(part('#confirmOrder-order').value).toBe('20261122')
    expect(said('scan-announcer')).toBe('Order number read: 20261122')
    expect(part('#confirmOrder-order').matches('[data-scanned]')).toBe(true)
  })

  it('the code of goods took the place of the card', async () => {
    mount(await openStrict())
    await scan(card)
    await scan(goods)
    expect(part('#refund-card').value).toBe(card)
    expect(part('#refund-lines-1-name').value).toBe(goods)
    expect(question()).toBeNull()
    expect(said('scan-announcer')).toBe(`Item read: ${goods}`)
    expect(focusedId()).toBe('refund-lines-1-price')
  })

  it('the cursor was nowhere after a scan', async () => {
    const till = await openStrict()
    mount(till)
    for (const kind of ['refund', 'associate', 'migrate', 'updateReceipt', 'confirmOrder'] as const) {
      await choose(kind)
      await scan(card)
      expect(document.activeElement?.closest(`#form-${kind}`)).not.toBeNull()
    }
  })

  it('Enter rang up a form that was half filled, or only complained', async () => {
    const till = await openStrict()
    mount(till)
    part('#refund-notes').focus()
    await type('torn{Enter}')
    expect(focusedId()).toBe('refund-card')
    await type(`${card}{Enter}`)
    expect(focusedId()).toBe('refund-lines-1-price')
    expect(said('refund-alert')).toBe('')
    expect(await till.entries()).toEqual([])
    await type('5{Enter}')
    await kept()
    expect(await till.entries()).toHaveLength(1)
  })
})

describe('a code that is no card number', () => {
  it('goes to the first line without an item, from the card field and from a price', async () => {
    mount(await openStrict())
    await scan(goods)
    expect([part('#refund-card').value, part('#refund-lines-1-name').value]).toEqual(['', goods])
    expect(focusedId()).toBe('refund-card')
    await scan(card)
    await type('5')
    await scan('8009876543210')
    expect(part('#refund-lines-1-price').value).toBe('5')
    expect(said('scan-announcer')).toContain('8009876543210 is not a card number')
    expect(part('#refund-lines-1-name').value).toBe(goods)
  })

  it('stays whole in a text that has the cursor, which is told', async () => {
    mount(await openStrict())
    part('#refund-notes').focus()
    await scan(goods)
    expect(part('#refund-notes').value).toBe(goods)
    expect(said('scan-announcer')).toBe(`Notes read: ${goods}`)
  })

  it('stays in an empty card field where it has no other place, says why, and makes room for the card', async () => {
    const till = await openStrict()
    mount(till)
    await choose('associate')
    await scan(goods)
    expect(part('#associate-card').value).toBe(goods)
    expect(said('associate-card-error')).toBe('A card number has 16 characters. This one has 13.')
    await scan(card)
    expect(part('#associate-card').value).toBe(card)
    expect(said('associate-card-error')).toBe('')
    expect(question()).toBeNull()
  })

  it('does not touch a card that stands there, and is told whole', async () => {
    mount(await openStrict())
    await choose('associate')
    await scan(card)
    part('#associate-card').focus()
    await scan(goods)
    expect(part('#associate-card').value).toBe(card)
    expect(said('scan-announcer')).toContain(`${goods} is not a card number`)
  })
})

describe('a card number by hand', () => {
  it('is refused as it is left, and is right as soon as it is', async () => {
    const till = await openStrict()
    mount(till)
    await type('abc{Tab}')
    expect(said('refund-card-error')).toBe('A card number has 16 characters. This one has 3.')
    part('#refund-card').select()
    await type(card)
    expect(said('refund-card-error')).toBe('')
    part('#refund-card').select()
    await type('9'.repeat(17))
    expect(said('refund-card-error')).toBe('A card number has 16 characters. This one has 17.')
    await type('{Tab}{Tab}{Tab}5')
    press()
    await vi.waitFor(() => {
      expect(said('refund-alert')).toBe('Not entered yet. Please check what is marked.')
    })
    expect(focusedId()).toBe('refund-card')
    expect(await till.entries()).toEqual([])
  })
})

describe('a slow scan', () => {
  it('into the notes, while the card holds another code, rings nothing up', async () => {
    const till = await openStrict()
    mount(till)
    await scan(card)
    await type('5')
    part('#refund-notes').focus()
    await scan(other, '{Enter}', 60)
    expect(part('#refund-card').value).toBe(card)
    expect(part('#refund-notes').value).toBe(other)
    expect(said('scan-announcer')).toBe(`Notes read: ${other}`)
    expect(await till.entries()).toEqual([])
    expect(said('refund-alert')).toBe('')
  })

  it('into the card field that holds another code asks', async () => {
    mount(await openStrict())
    await scan(card)
    part('#refund-card').focus()
    await scan(other, '{Enter}', 60)
    expect(part('#refund-card').value).toBe(card)
    expect(said('scan-question')).toContain('This field holds ••••0042. The scan reads ••••0059.')
  })

  it('is not a price that a quick hand types', async () => {
    const till = await openStrict()
    mount(till)
    await scan(card)
    await scan('1234.50', '{Enter}', 60)
    await kept()
    expect(await till.entries()).toHaveLength(1)
  })
})

it('what was told of a scan goes with the next key, and with the operation', async () => {
  mount(await openStrict())
  await scan(card)
  expect(testPart('scan-announcer').checkVisibility()).toBe(true)
  await type('5')
  expect(said('scan-announcer')).toBe('')
  expect(document.querySelector('[data-scanned]')).toBeNull()
})
