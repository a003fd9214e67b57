import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../support/axe.js'
import type { LookedUp, TillOptions } from '../../src/index.js'
import { control, calmSandbox } from '../support/service.js'
import {
  freshCard,
  mount,
  openTestTill,
  press,
  status,
  textOf,
  tidyUp,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { refundOf } from '../support/models.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

/** A desk with a refund of €25 whose outcome is unknown, after a settled one of €10 on the same card. */
async function openDesk(options: Partial<TillOptions> = {}) {
  const till = await openTestTill(options)
  const card = freshCard()
  await till.settled((await till.refund(refundOf(card, 10))).id)
  await control('faults', 'POST', [status(202)])
  const { id } = await till.refund(refundOf(card, 25))
  const entry = await untilState(till, id, 'parked unknown')
  const element = mount('counterfoil-attention', till)
  await untilShown(element, 'Check the card')
  return { till, card, id, entry, element }
}

describe('before a person decides about an unknown outcome', () => {
  it('the whole card number is shown on demand, by a named person, on record', async () => {
    const { till, card, id, element } = await openDesk()
    await press('Check the card')
    await untilShown(element, 'Show card number')
    expect(textOf(element)).not.toContain(card)
    await press('Show card number')
    await untilShown(element, 'Enter your name.')
    expect(textOf(element)).not.toContain(card)
    await write('Your name', 'Eva')
    await press('Show card number')
    await untilShown(element, card)
    expect((await till.entry(id))?.history.at(-1)).toMatchObject({ what: 'show-cards', by: 'Eva' })
    await untilShown(element, 'Card number shown by Eva')
    await expectAccessible(element)
  })

  it('what was last confirmed on the card and what waits behind it is shown', async () => {
    const { till, card, element } = await openDesk()
    await till.pause()
    await till.refund(refundOf(card, 31))
    await press('Check the card')
    await untilShown(element, /Last confirmed on this card Refund · €10\.00/)
    await untilShown(element, /Waiting behind it Refund · €31\.00/)
  })

  it('a form that is open is not refused as outdated after a look', async () => {
    const { till, id, element } = await openDesk()
    element.operator = 'Eva'
    await press('Check the card')
    await press('It already went through')
    await press('I saw it on the card')
    await press('Show card number')
    await untilShown(element, 'Card number shown by Eva')
    await press('Yes, it went through')
    await untilState(till, id, 'settled')
  })

  it('the service is looked up now, and its answer is recorded but decides nothing', async () => {
    let word: LookedUp = 'unknown'
    const lookUp = () => Promise.resolve(word)
    const { till, id, element } = await openDesk({ service: { baseUrl: '/api', lookUp } })
    element.operator = 'Eva'
    await press('Check the card')
    await press('Look up now')
    await untilShown(element, 'The card service does not know.')
    word = { found: 'applied', transactionId: 77 }
    await press('Look up now')
    await untilShown(element, 'The card service has it: it went through.')
    expect((await till.entry(id))?.state).toBe('parked')
    element.shadowRoot?.querySelector<HTMLElement>('.answer button')?.click()
    await untilShown(element, 'Transaction number, if you know it')
    expect(element.shadowRoot?.querySelector<HTMLInputElement>('[name=transaction]')?.value).toBe('77')
    await press('The card service confirmed it')
    await press('Yes, it went through')
    const settled = await untilState(till, id, 'settled')
    expect(settled.history.slice(-2)).toMatchObject([
      { what: 'look-up', by: 'Eva', outcome: 'found-applied' },
      { what: 'mark-applied', by: 'Eva', reason: 'The card service confirmed it' },
    ])
  })

  it('an answer is shown only with the list that has it, so that the act after it is not outdated', async () => {
    let word: LookedUp = 'unknown'
    const lookUp = () => Promise.resolve(word)
    const { till, element } = await openDesk({ service: { baseUrl: '/api', lookUp } })
    element.operator = 'Eva'
    await press('Check the card')
    await untilShown(element, 'Nothing')
    word = 'applied'
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const read = till.entries.bind(till)
    let reads = 0
    till.entries = async (filter) => {
      reads += 1
      await held
      return read(filter)
    }
    await press('Look up now')
    await expect.poll(() => reads).toBeGreaterThan(0)
    expect(textOf(element)).not.toContain('The card service has it: it went through.')
    letGo()
    await untilShown(element, 'The card service has it: it went through.')
    await untilShown(element, /Card service asked by Eva/)
  })

  it('the balance is shown with what waits on this card, where the host gives one', async () => {
    const { element } = await openDesk({ balance: () => Promise.resolve({ amount: 40 }) })
    await press('Check the card')
    await untilShown(element, /Balance €40\.00 provisional: -€25\.00 waits on this card/)
  })

  it('a balance that cannot be read is said so, not shown as zero', async () => {
    const { element } = await openDesk({ balance: () => Promise.reject(new Error('no line')) })
    await press('Check the card')
    await untilShown(element, 'Balance The balance cannot be read now.')
  })

  it('nothing is offered to look up where the host gives no function for it', async () => {
    const { element } = await openDesk()
    await press('Check the card')
    await untilShown(element, 'Show card number')
    expect(textOf(element)).not.toContain('Look up now')
    expect(textOf(element)).not.toContain('Balance')
  })
})
