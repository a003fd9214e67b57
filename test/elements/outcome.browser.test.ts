import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { parkReasons } from '../../src/domain/entry.js'
import type { Entry, ListedEntry, Till } from '../../src/index.js'
import { english } from '../../src/elements/texts/english.js'
import {
  clearShown,
  freshCard,
  nowhere,
  openShown,
  partOf,
  press,
  show,
  status,
  textOf,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { fullModels, refundOf } from '../support/models.js'
import { entryOf, parkedOf, pretend } from '../support/pretend.js'
import { control } from '../support/service.js'

afterEach(async () => {
  vi.restoreAllMocks()
  await clearShown()
})

const saved = 'Saved on this till. Not confirmed yet.'
const said = (element: Element, role: 'status' | 'alert') => textOf(partOf(element, `.unseen[role=${role}]`))
const newestOf = (element: Element) => textOf(partOf(element, '.newest'))

describe('the outcome of an operation', () => {
  it('turns from saved to confirmed in place, and says both politely', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    const { id } = await till.refund(refundOf(freshCard(), 5))
    const element = await show('counterfoil-outcome', { till, entryId: id })
    await untilShown(element, saved)
    expect(said(element, 'status')).toContain(saved)
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled(id)
    await untilShown(element, 'Confirmed by the card service.')
    expect(said(element, 'status')).toMatch(/^Confirmed by the card service\..*€5\.00/)
    expect(textOf(element)).not.toContain(saved)
    expect(said(element, 'alert')).toBe('')
  })

  it('stops in the service’s own words, at once', async () => {
    const till = await openShown()
    await till.replay()
    await control('faults', 'POST', [status(400, { body: { title: 'Card is blocked' } })])
    const { id } = await till.refund(refundOf(freshCard(), 5))
    const element = await show('counterfoil-outcome', { till, entryId: id })
    await untilState(till, id, 'parked rejected')
    await untilShown(element, 'The card service refused this card: Card is blocked.')
    expect(said(element, 'alert')).toContain('Stop. Not confirmed. The card service refused this card')
    expect(element.shadowRoot?.querySelector('.newest.stop')).not.toBeNull()
    expect(element.shadowRoot?.querySelector('.confirmed, .saved, .cancel')).toBeNull()
  })

  it.each(parkReasons)('has a plain sentence for: %s', async (reason) => {
    const entry = parkedOf(reason)
    const { till } = pretend({ entries: [entry] })
    const element = await show('counterfoil-outcome', { till, entry })
    const words =
      reason === 'rejected' ? 'The card service refused this card: ' : english.outcome.reasons[reason]
    await vi.waitFor(() => {
      expect(newestOf(element)).toContain(`Stop. Not confirmed. ${words}`)
    })
    expect(newestOf(element)).toContain('Do not hand anything over.')
  })

  it('that is being sent is still only saved, and cannot be cancelled', async () => {
    const entry = entryOf('refund', fullModels.refund, { state: 'sending' })
    const element = await show('counterfoil-outcome', { till: pretend({ entries: [entry] }).till, entry })
    await untilShown(element, 'cannot be cancelled while it is being sent')
    expect(newestOf(element)).toContain(`${saved} Sending…`)
    expect(element.shadowRoot?.querySelector('.cancel')).toBeNull()
  })

  it('is cancelled by a named person, who is named', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf(freshCard(), 5))
    const element = await show('counterfoil-outcome', { till, entryId: id })
    await untilShown(element, saved)
    const heard = new Promise<CustomEvent>((resolve) => {
      document.addEventListener('counterfoil-acted', resolve, { once: true })
    })
    await press(english.journal.cancel)
    await write(english.act.by, 'Eva')
    await write(english.act.reason, 'The customer left')
    await userEvent.keyboard('{Enter}')
    expect((await heard).detail).toEqual({ act: 'void', ids: [id] })
    await untilShown(element, 'Cancelled. It will not be sent. Cancelled by Eva.')
    expect((await untilState(till, id, 'voided')).history.at(-1)).toMatchObject({ what: 'void', by: 'Eva' })
  })

  it('follows the correction that took its place', async () => {
    const till = await openShown(nowhere)
    const card = freshCard()
    const { id } = await till.refund(refundOf(card, 5))
    const element = await show('counterfoil-outcome', { till, entryId: id })
    await untilShown(element, saved)
    await till.attention.amend(id, refundOf(card, 7), { by: 'Eva', reason: 'wrong amount' })
    await untilShown(element, 'Corrected by Eva. This is the correction.')
    expect(newestOf(element)).toMatch(/Saved on this till.*€7\.00/)
  })

  it('tells in a line that an older operation has been refused, and what is newest stays large', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    const first = await till.refund(refundOf(freshCard(), 5))
    const element = await show('counterfoil-outcome', { till, entry: first })
    const second = await till.refund(refundOf(freshCard(), 6))
    element.entry = second
    await untilShown(element, '€6.00')
    expect(element.shadowRoot?.querySelector('.line')).toBeNull()
    await control('faults', 'POST', [status(422)])
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled(second.id)
    await untilState(till, first.id, 'parked rejected')
    await vi.waitFor(() => {
      expect(newestOf(element)).toContain('Confirmed by the card service. Refund · €6.00')
      expect(textOf(partOf(element, '.line'))).toMatch(/^Stop\. Not confirmed\. Refund · €5\.00/)
    })
    element.entry = await till.refund(refundOf(freshCard(), 7))
    await untilShown(element, '€7.00')
    expect(element.shadowRoot?.querySelectorAll('.line.stop')).toHaveLength(1)
  })

  it.each([
    ['by its id, before it was read', 'id', false],
    ['by its id, in the same moment', 'id', true],
    ['as an entry, in the same moment', 'entry', true],
  ] as const)('tells of a refusal of an operation that was replaced %s', async (_, how, isAtOnce) => {
    const waiting = () => entryOf('refund', fullModels.refund, { state: 'queued' })
    const [first, second] = [waiting(), waiting()]
    const entries: ListedEntry[] = [first, second]
    const { till, change } = pretend({ entries })
    const element = await show('counterfoil-outcome', { till })
    await element.updateComplete
    const give = (entry: Entry) => {
      if (how === 'id') element.entryId = entry.id
      else element.entry = entry
    }
    give(first)
    if (!isAtOnce) await element.updateComplete
    give(second)
    await vi.waitFor(() => {
      expect(newestOf(element)).toContain(saved)
    })
    expect(element.shadowRoot?.querySelector('.line')).toBeNull()
    expect(said(element, 'alert')).toBe('')
    entries[0] = { ...first, state: 'parked', reason: 'rejected' } as unknown as ListedEntry
    change({})
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '.line'))).toMatch(/^Stop\. Not confirmed\. Refund/)
    })
    expect(said(element, 'alert')).toContain('Stop. Not confirmed.')
    expect(newestOf(element)).toContain(saved)
  })

  it('goes when it is dismissed, and comes back if the operation is refused later', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    const entry = await till.refund(refundOf(freshCard(), 5))
    const element = await show('counterfoil-outcome', { till, entry })
    let dismissed = 0
    document.body.addEventListener('counterfoil-dismiss', () => (dismissed += 1), { once: true })
    await press('Dismiss')
    await vi.waitFor(() => {
      expect(textOf(element)).toBe('')
    })
    expect(dismissed).toBe(1)
    await control('faults', 'POST', [status(422)])
    await control('outage', 'POST', { on: false })
    await till.replay()
    await untilState(till, entry.id, 'parked rejected')
    await untilShown(element, 'Stop. Not confirmed.')
  })

  it('says that the till does not have the operation', async () => {
    const element = await show('counterfoil-outcome', { till: pretend({}).till, entryId: 'sale-1' })
    await untilShown(element, 'This till does not have this operation.')
  })

  it('goes, and can no longer be cancelled, where the host takes the entry away by `null`', async () => {
    const entry = entryOf('refund', fullModels.refund, { state: 'queued' })
    const { till } = pretend({ entries: [entry] })
    const element = await show('counterfoil-outcome', { till, entry })
    await vi.waitFor(() => partOf(element, '.cancel'))
    Object.assign(element, { entry: null })
    await element.updateComplete
    expect(element.shadowRoot?.querySelector('.newest, .cancel')).toBeNull()
  })

  it('is told by its own till alone, where another one is given while the first is asked', async () => {
    const entry = entryOf('refund', fullModels.refund)
    const { till } = pretend({ entries: [entry] })
    const answer = Promise.withResolvers<typeof entry>()
    const slow = { ...till, entry: () => answer.promise }
    const element = await show('counterfoil-outcome', { till: slow, entryId: entry.id })
    await element.updateComplete
    element.till = pretend({}).till
    await element.updateComplete
    answer.resolve(entry)
    await untilShown(element, 'This till does not have this operation.')
    expect(textOf(element)).not.toContain('Confirmed')
    expect(said(element, 'status')).toBe('')
  })

  it('that was replaced before it was read is told by its own till alone', async () => {
    const [first, second] = [entryOf('refund', fullModels.refund), entryOf('refund', fullModels.refund)]
    const { till } = pretend({ entries: [second] })
    const answer = Promise.withResolvers<typeof first>()
    const asked: string[] = []
    const slow: Till = {
      ...till,
      entry: (id) => {
        asked.push(id)
        return id === first.id ? answer.promise : till.entry(id)
      },
    }
    const element = await show('counterfoil-outcome', { till: slow })
    Object.assign(element, { entryId: first.id })
    Object.assign(element, { entryId: second.id })
    await vi.waitFor(() => {
      expect(asked).toContain(first.id)
    })
    element.till = pretend({}).till
    answer.resolve(first)
    await untilShown(element, 'This till does not have this operation.')
    expect(textOf(element)).not.toContain('Confirmed')
    expect(said(element, 'status')).toBe('')
  })

  it('speaks Italian where the page does', async () => {
    document.documentElement.lang = 'it'
    const entry = parkedOf('rejected')
    const element = await show('counterfoil-outcome', { till: pretend({ entries: [entry] }).till, entry })
    await untilShown(
      element,
      /Stop\. Non confermato\. Il servizio carte ha rifiutato questa carta: Card is blocked\./,
    )
    expect(element.shadowRoot?.querySelector('.dismiss')?.ariaLabel).toBe('Chiudi')
  })
})

describe('what is felt and heard', () => {
  const touch = () => vi.spyOn(navigator.userActivation, 'hasBeenActive', 'get').mockReturnValue(true)

  it('of a stop is off by a switch each', async () => {
    touch()
    const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
    const start = vi.spyOn(OscillatorNode.prototype, 'start')
    const entry = parkedOf('rejected')
    const { till } = pretend({ entries: [entry] })
    await untilShown(
      await show('counterfoil-outcome', { till, entry, noSound: true, noVibration: true }),
      'Stop.',
    )
    expect([vibrate.mock.calls.length, start.mock.calls.length]).toEqual([0, 0])
    await untilShown(await show('counterfoil-outcome', { till, entry, noSound: true }), 'Stop.')
    expect([vibrate.mock.calls, start.mock.calls.length]).toEqual([[[[200, 100, 200]]], 0])
    await untilShown(await show('counterfoil-outcome', { till, entry, noVibration: true }), 'Stop.')
    expect([vibrate.mock.calls.length, start.mock.calls.length]).toEqual([1, 2])
  })

  it('is nothing where the browser refuses, and the words stand all the same', async () => {
    touch()
    const fail = () => {
      throw new Error('not here')
    }
    vi.spyOn(navigator, 'vibrate').mockImplementation(fail)
    vi.spyOn(OscillatorNode.prototype, 'start').mockImplementation(fail)
    const entry = parkedOf('rejected')
    await untilShown(
      await show('counterfoil-outcome', { till: pretend({ entries: [entry] }).till, entry }),
      'Stop.',
    )
  })
})
