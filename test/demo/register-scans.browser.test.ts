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
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

const card = '9001000000000042'

describe('a scan', () => {
  it('into the card field stays there, submits nothing, and goes on to the next field', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await scan(card)
    expect(part('#refund-card').value).toBe(card)
    expect(focusedId()).toBe('refund-lines-1-name')
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
    await type('Scarf{Tab}5{Enter}')
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
    testPart('ring-up').focus()
    await scan('9001000000000059', '{Tab}')
    expect(part('#refund-card').value).toBe('9001000000000059')
    expect(said('refund-alert')).toBe('')
    expect(await till.entries()).toEqual([])
  })

  it('fills the old card and then the new one, and replaces the one that has the cursor', async () => {
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
    expect(part('#migrate-newCard').value).toBe('9001000000000003')
  })

  it('of a card to correct shows what was rung up on it', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await scan(card)
    await type('Scarf{Tab}5{Enter}')
    await kept()
    await choose('updateReceipt')
    await scan(card)
    await vi.waitFor(() => {
      expect(said('updateReceipt-targets')).toContain('€5.00 · No. 1')
    })
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
    expect(said('refund-alert')).toContain('Not rung up yet')
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
