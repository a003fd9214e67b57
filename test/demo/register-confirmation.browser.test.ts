import { describe, expect, it, vi } from 'vitest'
import {
  focusedId,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  refund,
  said,
  shown,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown, textOf } from '../support/elements.js'
import { control } from '../support/service.js'

prepareCounter()

const card = '9001000000000042'
const saved = 'Saved on this till. Not confirmed yet.'

/** What is told at the next pause of a screen reader, and what is told at once. */
const told = (role: 'status' | 'alert') => {
  const element = testPart('confirmation').shadowRoot?.querySelector(`.unseen[role=${role}]`)
  return element ? textOf(element) : ''
}

describe('what was entered last', () => {
  it('is saved until the service confirms it, and then confirmed', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    mount(till)
    await refund(card)
    await vi.waitFor(() => {
      expect(told('status')).toContain(saved)
    })
    expect(told('status')).not.toMatch(/[Kk]ept|Safe to hand over|Confirmed/)
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled((await newest(till)).id)
    await vi.waitFor(() => {
      expect(told('status')).toContain('Confirmed by the card service. Refund · €12.50 · ••••0042')
    })
    expect(told('alert')).toBe('')
  })

  it('is not green once the service has refused it, and what the service said is told at once', async () => {
    const till = await openShown()
    await till.replay()
    await control('faults', 'POST', [{ kind: 'status', status: 422, body: { title: 'Card is blocked' } }])
    mount(till)
    await refund(card)
    await vi.waitFor(() => {
      expect(told('alert')).toContain(
        'Stop. Not confirmed. The card service refused this card: Card is blocked.',
      )
    })
    expect(told('status')).toBe('')
    expect(testPart('confirmation').shadowRoot?.querySelector('.confirmed')).toBeNull()
    expect(said('confirmation')).toContain('Refund · €12.50 · ••••0042')
  })

  it('that is refused while the next one is typed is told all the same, and takes nothing from the form', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    mount(till)
    await refund(card)
    await kept()
    await type('9001')
    await vi.waitFor(() => {
      expect(said('confirmation')).toBe('')
    })
    await control('faults', 'POST', [{ kind: 'status', status: 422 }])
    await control('outage', 'POST', { on: false })
    await till.replay()
    await vi.waitFor(() => {
      expect(told('alert')).toContain(
        'Stop. Not confirmed. The card service refused this card: A scripted fault.',
      )
    })
    expect(document.activeElement).toBe(part('#refund-card'))
    await type('0')
    expect(part('#refund-card').value).toBe('90010')
    expect(told('alert')).toContain('Stop.')
    testPart('clear').click()
    expect(said('confirmation')).toContain('Stop.')
    testPart('confirmation').shadowRoot?.querySelector<HTMLElement>('.dismiss')?.click()
    await vi.waitFor(() => {
      expect(said('confirmation')).toBe('')
    })
  })

  it('is confirmed in a line while the next one is typed', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    mount(till)
    await refund(card)
    await kept()
    await type('9001')
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled((await newest(till)).id)
    await vi.waitFor(() => {
      expect(testPart('recent').querySelector('[data-state=settled]')).not.toBeNull()
    })
    await vi.waitFor(() => {
      const line = testPart('confirmation').shadowRoot?.querySelector('.line')?.textContent
      expect(line).toContain('Confirmed by the card service.')
    })
    expect(document.activeElement).toBe(part('#refund-card'))
  })

  it('is cancelled where a supervisor has cancelled it', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await refund(card)
    await kept()
    await till.attention.void((await newest(till)).id, { by: 'Eva', reason: 'The customer went' })
    await vi.waitFor(() => {
      expect(told('status')).toContain('Cancelled. It will not be sent.')
    })
    expect(shown).toEqual([])
  })

  it('says so in Italian', async () => {
    const till = await openShown(nowhere)
    mount(till, 'it')
    await refund(card)
    await vi.waitFor(() => {
      expect(told('status')).toContain('Salvato su questa cassa. Non ancora confermato.')
    })
  })

  it('is dismissed with the focus in the form', async () => {
    mount(await openShown(nowhere))
    await refund(card)
    await kept()
    const button = testPart('confirmation').shadowRoot?.querySelector<HTMLElement>('.dismiss')
    button?.focus()
    button?.click()
    await vi.waitFor(() => {
      expect(testPart('confirmation').shadowRoot?.querySelector('.newest')).toBeNull()
    })
    expect(focusedId()).toBe('refund-card')
  })
})
