import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectAccessible } from '../support/axe.js'
import {
  clearShown,
  nowhere,
  openShown,
  partOf,
  press as pressButton,
  show,
  tabTo,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { refundOf } from '../support/models.js'
import { entryOf, pretend } from '../support/pretend.js'
import { control } from '../support/service.js'

afterEach(clearShown)

describe('an operation that waits', () => {
  it('can be cancelled where it is shown, by keyboard, with who and why', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('9001000000000017', 5))
    const element = await show('counterfoil-journal', { till, selected: id })
    const acted: unknown[] = []
    document.addEventListener('counterfoil-acted', ({ detail }) => acted.push(detail), { once: true })
    await vi.waitFor(() => partOf(element, '.cancel'))
    partOf(element, '.close').focus()
    await pressButton('Cancel this operation')
    await pressButton('Cancel the operation')
    await untilShown(element, 'Please fix: Enter your name.')
    expect((await till.entry(id))?.state).toBe('queued')
    await write('Your name', 'Ada')
    await write('Reason', 'The customer went')
    await pressButton('Cancel the operation')
    const voided = await untilState(till, id, 'voided')
    expect(voided.history.at(-1)).toMatchObject({ what: 'void', by: 'Ada', reason: 'The customer went' })
    await untilShown(element, 'Cancelled. It will not be sent.')
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(partOf(element, '.title'))
    })
    expect(acted).toEqual([{ act: 'void', ids: [id] }])
    expect(element.shadowRoot?.querySelector('.cancel')).toBeNull()
    await expectAccessible(element)
  })

  it('stays as it is where the form is closed by Escape, which leaves the operation open', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('9001000000000017', 5))
    const element = await show('counterfoil-journal', { till, selected: id, operator: 'Ugo' })
    await vi.waitFor(() => partOf(element, '.cancel'))
    partOf(element, '.close').focus()
    await pressButton('Cancel this operation')
    await untilShown(element, 'Deciding: Ugo')
    await tabTo('Reason')
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(partOf(element, '.cancel'))
    })
    expect(element.selected).toBe(id)
    expect((await till.entry(id))?.state).toBe('queued')
  })

  it('is not cancelled once it is sent meanwhile, and that is said', async () => {
    const till = await openShown()
    await control('outage', 'POST', { on: true })
    const { id } = await till.refund(refundOf('9001000000000017', 5))
    const element = await show('counterfoil-journal', { till, selected: id, operator: 'Ugo' })
    await vi.waitFor(() => partOf(element, '.cancel'))
    partOf(element, '.close').focus()
    await pressButton('Cancel this operation')
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled(id)
    await untilShown(element, 'Nothing was done: it has changed since you looked.')
    expect(element.shadowRoot?.querySelector('#panel')).toBeNull()
    expect(element.shadowRoot?.activeElement).toBe(partOf(element, '.title'))
    expect((await till.entry(id))?.state).toBe('settled')
  })

  it('is cancelled by the operator of now, though the form was open before', async () => {
    const waiting = entryOf('refund', refundOf('9001000000000017', 5), { state: 'queued' })
    const { till, asked } = pretend({ entries: [waiting] })
    const element = await show('counterfoil-journal', { till, selected: waiting.id, operator: 'Bob' })
    await vi.waitFor(() => partOf(element, '.cancel'))
    partOf(element, '.cancel').click()
    await untilShown(element, 'Deciding: Bob')
    element.operator = 'Ada'
    await untilShown(element, 'Deciding: Ada')
    await write('Reason', 'typo')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => {
      expect(asked).toEqual(['void Ada: typo'])
    })
  })

  it('warns where an earlier attempt may have gone through', async () => {
    const at = new Date()
    const history = [{ at, what: 'attempt', outcome: 'silent' }]
    const waiting = entryOf('refund', refundOf('9001000000000017', 5), { state: 'queued', history })
    const { till } = pretend({ entries: [waiting] })
    const element = await show('counterfoil-journal', { till, selected: waiting.id, operator: 'Ugo' })
    await vi.waitFor(() => partOf(element, '.cancel'))
    partOf(element, '.cancel').click()
    await untilShown(element, 'It was sent before and may have gone through. Check the card first.')
    await write('Reason', 'The customer left')
    await userEvent.keyboard('{Enter}')
    await untilShown(element, 'Cancelled. An earlier try may have gone through.')
  })

  it('cannot be cancelled while it is sent, nor once it is done with', async () => {
    const entries = (['sending', 'settled', 'voided'] as const).map((state) =>
      entryOf('refund', refundOf('9001000000000017', 5), { state, settledAt: new Date() }),
    )
    const { till } = pretend({ entries })
    const element = await show('counterfoil-journal', { till })
    for (const { id } of entries) {
      element.selected = id
      await untilShown(element, `Operation ${id}`)
      expect(element.shadowRoot?.querySelector('.cancel')).toBeNull()
    }
  })
})
