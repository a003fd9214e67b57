import { describe, expect, it, vi } from 'vitest'
import {
  choose,
  focusedId,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  said,
  scan,
  testPart,
  type,
} from '../support/counter.js'
import type { Till } from '../../src/index.js'
import { nowhere, openShown } from '../support/elements.js'
import { refundOf } from '../support/models.js'

prepareCounter()

const card = '9001000000000042'

/** Rings a refund up on the card, and turns to its correction. */
async function ringUpToCorrect(): Promise<void> {
  mount(await openShown(nowhere))
  await scan(card)
  await type('5{Enter}')
  await kept()
  await choose('updateReceipt')
}

describe('a scan', () => {
  it('into the card field stays there, submits nothing, and goes on to the next field', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await scan(card)
    expect(part('#refund-card').value).toBe(card)
    expect(focusedId()).toBe('refund-lines-1-price')
    expect(part('#refund-card').matches('[data-scanned]')).toBe(true)
    expect(said('scan-announcer')).toBe('Card read: ••••0042')
    expect(said('refund-alert')).toBe('')
    expect(await till.entries()).toEqual([])
  })

  it('into the notes lands in the card field, and the notes are as they were', async () => {
    const till = await openShown(nowhere)
    mount(till)
    part('#refund-notes').focus()
    await type('torn')
    await scan(card)
    expect(part('#refund-notes').value).toBe('torn')
    expect(part('#refund-card').value).toBe(card)
    await type('5{Enter}')
    await kept()
    expect((await newest(till)).request).toMatchObject({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
      Notes: 'torn',
    })
  })

  it('into a price puts the price back, and its total', async () => {
    mount(await openShown(nowhere))
    part('#refund-lines-1-price').focus()
    await type('5')
    await scan(card)
    expect(part('#refund-lines-1-price').value).toBe('5')
    expect(said('preview-total')).toBe('€5.00')
    expect(part('#refund-card').value).toBe(card)
  })

  it('right after a typed digit leaves the digit, and never becomes an amount', async () => {
    const till = await openShown(nowhere)
    mount(till)
    part('#refund-lines-1-price').focus()
    await type('5')
    await scan(card, '{Enter}', 6, 200)
    expect(part('#refund-lines-1-price').value).toBe('5')
    expect(part('#refund-card').value).toBe(card)
    await choose('confirmOrder')
    part('#confirmOrder-payments-1-amount').focus()
    await type('5')
    await scan('4006381333931', '{Enter}', 6, 144)
    expect(part('#confirmOrder-payments-1-amount').value).toBe('5')
    expect(part('#confirmOrder-order').value).toBe('4006381333931')
    expect(await till.entries()).toEqual([])
  })

  it('while a choice has the cursor changes no choice', async () => {
    mount(await openShown(nowhere))
    part('#refund-method').focus()
    await scan('B00001')
    expect(part('#refund-method').value).toBe('stored-value')
    expect(part('#refund-card').value).toBe('B00001')
  })

  it('while nothing or a button has the cursor is read all the same, and presses nothing', async () => {
    const till = await openShown(nowhere)
    mount(till)
    part('#refund-card').blur()
    await scan(card)
    expect(part('#refund-card').value).toBe(card)
    part('#refund-card').value = ''
    testPart('ring-up').focus()
    await scan('9001000000000059', '{Tab}')
    expect(part('#refund-card').value).toBe('9001000000000059')
    expect(said('refund-alert')).toBe('')
    expect(await till.entries()).toEqual([])
  })

  it('asks about cards with the same last digits by as many digits as tell them apart', async () => {
    mount(await openShown(nowhere))
    await scan('9001000000010017')
    part('#refund-card').focus()
    await scan('9001000000020017')
    expect(said('scan-question')).toMatch(/Keep ••••10017 Use ••••20017$/)
  })

  it('fills the old card and then the new one, and asks before it replaces one', async () => {
    mount(await openShown(nowhere))
    await choose('migrate')
    await scan('9001000000000001')
    expect(focusedId()).toBe('migrate-newCard')
    await scan('9001000000000002')
    expect(part('#migrate-oldCard').value).toBe('9001000000000001')
    expect(part('#migrate-newCard').value).toBe('9001000000000002')
    expect(focusedId()).toBe('migrate-lines-1-name')
    part('#migrate-newCard').focus()
    await scan('9001000000000003')
    expect(part('#migrate-newCard').value).toBe('9001000000000002')
    expect(said('scan-question')).toContain('This field holds ••••0002. The scan reads ••••0003.')
    await type('{Tab}{Enter}')
    expect(part('#migrate-newCard').value).toBe('9001000000000003')
    expect(document.querySelector('[data-testid=scan-question]')).toBeNull()
  })

  it('that pauses between two keys is read whole, wherever the cursor is', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await scan('9001777700001234', '{Enter}', 95)
    expect(part('#refund-card').value).toBe('9001777700001234')
    expect(said('scan-announcer')).toBe('Card read: ••••1234')
    part('#refund-card').value = ''
    part('#refund-notes').focus()
    await scan('9001777700001234', '{Enter}', 95)
    expect(part('#refund-card').value).toBe('9001777700001234')
    expect(part('#refund-notes').value).toBe('')
  })

  it('that stops for longer leaves the code whole in its field, and never its tail alone', async () => {
    mount(await openShown(nowhere))
    await scan('900177770', '')
    await type('0')
    await scan('001234', '{Tab}', 6, 160)
    expect(part('#refund-card').value).toBe('9001777700001234')
    expect(said('scan-announcer')).not.toContain('Card read')
    part('#refund-card').value = ''
    part('#refund-card').focus()
    await scan('9001777700', '')
    await scan('001234', '{Enter}', 6, 700)
    expect(part('#refund-card').value).toBe('9001777700')
    expect(said('scan-question')).toContain('The scan reads ••••34.')
  })

  it('of goods leaves the card that stands there, whatever has the cursor, unless somebody says so', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await scan(card)
    part('#refund-lines-1-price').focus()
    await type('5')
    await scan('8001234567893')
    expect(part('#refund-card').value).toBe(card)
    expect(part('#refund-lines-1-price').value).toBe('5')
    expect(said('scan-question')).toContain('This field holds ••••0042. The scan reads ••••7893.')
    expect(document.activeElement?.textContent).toBe('Keep ••••0042')
    await scan('8001234567893')
    expect(part('#refund-card').value).toBe(card)
    await type('{Enter}')
    expect(document.querySelector('[data-testid=scan-question]')).toBeNull()
    expect(await till.entries()).toEqual([])
  })

  it('of the same card once more asks nothing', async () => {
    mount(await openShown(nowhere))
    await scan(card)
    part('#refund-card').focus()
    part('#refund-card').setSelectionRange(16, 16)
    await scan(card)
    expect(part('#refund-card').value).toBe(card)
    expect(document.querySelector('[data-testid=scan-question]')).toBeNull()
  })

  it('of an order number stays in its field and is not rung up', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await choose('confirmOrder')
    part('#confirmOrder-order').focus()
    await scan('20261122')
    expect(part('#confirmOrder-order').value).toBe('20261122')
    expect(focusedId()).toBe('confirmOrder-externalOrder')
    expect(said('scan-announcer')).toBe('Order number read: 20261122')
    part('#confirmOrder-payments-1-amount').focus()
    await type('7')
    await scan('8001234567893')
    expect(part('#confirmOrder-payments-1-amount').value).toBe('7')
    expect(await till.entries()).toEqual([])
  })

  it('of a card to correct shows what was rung up on it', async () => {
    await ringUpToCorrect()
    await scan(card)
    await vi.waitFor(() => {
      expect(said('updateReceipt-targets')).toContain('€5.00 · No. 1')
    })
    expect(document.activeElement).toBe(part('input[name=updateReceipt-target]:checked'))
  })

  it('of a card to correct leaves what was typed before, and goes on saying that it was read', async () => {
    await ringUpToCorrect()
    part('#updateReceipt-lines-1-name').focus()
    await type('Scarf{Tab}7')
    part('#updateReceipt-card').focus()
    await scan(card)
    await vi.waitFor(() => {
      expect(said('updateReceipt-targets')).toContain('€5.00 · No. 1')
    })
    expect(said('scan-announcer')).toBe('Card read: ••••0042')
    expect(part('#updateReceipt-card').matches('[data-scanned]')).toBe(true)
    expect(part('#updateReceipt-lines-1-name').value).toBe('Scarf')
    expect(part('#updateReceipt-lines-1-price').value).toBe('7')
  })

  it('of another card to correct brings its own lines, although a person had changed those of the first', async () => {
    const till = await openShown(nowhere)
    mount(till)
    for (const [code, price] of [
      [card, '5'],
      ['9001000000000059', '6'],
    ] as const) {
      await scan(code)
      await type(`${price}{Enter}`)
      await kept()
      await vi.waitFor(async () => {
        expect(await newest(till)).toMatchObject({ amount: Number(price) })
      })
    }
    await choose('updateReceipt')
    await scan(card)
    const price = () => part('#updateReceipt-lines-1-price')
    await vi.waitFor(() => {
      expect(price().value).toBe('5.00')
    })
    price().focus()
    await type('0')
    part('#updateReceipt-card').focus()
    part('#updateReceipt-card').select()
    await type('9001000000000059{Tab}')
    await vi.waitFor(() => {
      expect(price().value).toBe('6.00')
    })
  })

  it('that looks its card up twice shows the choice once and keeps the cursor in it', async () => {
    const till = await openShown(nowhere)
    const searches: (() => void)[] = []
    const slow: Till = {
      ...till,
      async entries(filter) {
        if (filter?.card === card) await new Promise<void>((resolve) => searches.push(resolve))
        return await till.entries(filter)
      },
    }
    await till.refund(refundOf(card))
    mount(slow)
    await choose('updateReceipt')
    await scan(card)
    await vi.waitFor(() => {
      expect(searches.length).toBeGreaterThan(1)
    })
    const chosen = () => document.querySelector('input[name=updateReceipt-target]:checked')
    for (const answer of searches) {
      answer()
      await till.entries({ card })
      await till.entries({ card })
    }
    await vi.waitFor(() => {
      expect(chosen()).not.toBeNull()
    })
    expect(document.activeElement).toBe(chosen())
  })
})

describe('a secret', () => {
  it.each([
    ['associate', 'pin'],
    ['refund', 'authorization'],
  ] as const)('of %s keeps what was scanned into it, and is never submitted by it', async (kind, name) => {
    const till = await openShown(nowhere)
    mount(till)
    await choose(kind)
    part(`#${kind}-card`).focus()
    await type('9001000000000017')
    part(`#${kind}-${name}`).focus()
    await scan(card)
    expect(part(`#${kind}-${name}`).value).toBe(card)
    expect(part(`#${kind}-card`).value).toBe('9001000000000017')
    expect(focusedId()).toBe(`${kind}-${name}`)
    expect(said('scan-announcer')).not.toContain('0042')
    expect(said(`${kind}-alert`)).toBe('')
    expect(await till.entries()).toEqual([])
  })

  it('typed by hand is rung up by Enter as ever', async () => {
    mount(await openShown(nowhere))
    await choose('associate')
    await type('9001000000000017{Tab}{Tab}{Tab}{Tab}471200{Enter}')
    await kept()
  })
})

describe('no scan', () => {
  it('is what a hand types, wherever it types it', async () => {
    mount(await openShown(nowhere))
    part('#refund-notes').focus()
    await type('9001000000000042')
    expect(part('#refund-notes').value).toBe('9001000000000042')
    await type('{Enter}')
    expect(part('#refund-notes').value).toBe('9001000000000042')
    expect(part('#refund-card').value).toBe('')
    expect(focusedId()).toBe('refund-card')
    expect(said('scan-announcer')).toBe('')
  })

  it('is read while the register is not shown, or after it was stopped', async () => {
    const register = mount(await openShown(nowhere))
    const other = document.createElement('input')
    document.body.append(other)
    register.element.hidden = true
    other.focus()
    await scan(card)
    register.element.hidden = false
    register.stop()
    other.focus()
    await scan(card)
    expect(part('#refund-card').value).toBe('')
    expect(other.value).toBe(`${card}${card}`)
  })

  it('is taken out of a dialog of the page', async () => {
    mount(await openShown(nowhere))
    const dialog = document.createElement('dialog')
    const field = document.createElement('input')
    dialog.append(field)
    document.body.append(dialog)
    dialog.showModal()
    field.focus()
    await scan(card, '{Tab}')
    expect(field.value).toBe(card)
    expect(part('#refund-card').value).toBe('')
  })
})
