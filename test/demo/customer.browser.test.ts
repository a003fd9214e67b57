import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import customerSheet from '../../src/demo/customer/customer.css?inline'
import { startCustomerDisplay } from '../../src/demo/customer/customer.js'
import { createSalePublisher, followSale, idleSale } from '../../src/demo/customer/sale.js'
import { codeToCurrency } from '../../src/demo/currency.js'
import { chooseDatabase, isTrainingName } from '../../src/demo/database.js'
import type { Till } from '../../src/index.js'
import {
  choose,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  refund,
  testPart,
  type,
  untilLeft,
} from '../support/counter.js'
import { expectAccessible } from '../support/axe.js'
import { nowhere, openShown, textOf } from '../support/elements.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { control } from '../support/service.js'
import { wearStyles } from '../support/styles.js'

prepareCounter()
wearStyles(customerSheet)

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** The customer's window, beside the register in one page: what they share is a channel between windows. */
function display(till: Till, training?: string): HTMLElement {
  const host = document.createElement('div')
  document.body.append(host)
  stops.push(startCustomerDisplay(host, { till: till.name, shop: 'S01', language: 'en', training }))
  return host
}
const shows = (host: HTMLElement, words: string | RegExp) =>
  vi.waitFor(() => {
    expect(textOf(host)).toMatch(words)
  })

describe('the customer display', () => {
  it('follows the sale from the first line to the confirmation, and shows no whole card number', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openShown()
    const host = display(till)
    await shows(host, 'Welcome')
    mount(till)
    part('#refund-card').focus()
    await type('9001000000000042{Tab}{Tab}Scarf{Tab}12.50')
    await shows(host, /Refund Card ••••0042 Scarf €12\.50 Total €12\.50/)
    expect(host.textContent).not.toContain('9001')
    await type('{Enter}')
    await kept()
    await shows(host, /Scarf €12\.50 Total €12\.50 Saved\. Your card will be updated soon\./)
    await control('outage', 'POST', { on: false })
    await till.replay()
    await shows(host, 'Confirmed. Thank you!')
    await type('9')
    await shows(host, /^(?!.*(Confirmed|Scarf)).*Refund Card/)
  })

  it('asks for a moment where the service refuses the card, and says nothing of why', async () => {
    const till = await openShown()
    await till.replay()
    const host = display(till)
    await control('faults', 'POST', [{ kind: 'status', status: 422, body: { title: 'Card is blocked' } }])
    mount(till)
    await refund('9001000000000042')
    await shows(host, 'One moment, please.')
    expect(host.textContent).not.toContain('blocked')
  })

  it('that is opened in the midst of a sale shows it at once', async () => {
    const till = await openShown(nowhere)
    mount(till)
    part('#refund-card').focus()
    await type('9001000000000042{Tab}{Tab}Scarf{Tab}12.50')
    await shows(display(till), 'Scarf €12.50')
  })

  it('welcomes the next customer once the sale is cleared, and once the till is closed', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    const host = display(till)
    await refund('9001000000000042')
    await kept()
    await shows(host, 'Saved.')
    testPart('clear').click()
    await shows(host, 'Welcome')
    await refund('9001000000000059')
    await shows(host, 'Saved.')
    register.stop()
    await shows(host, 'Welcome')
  })

  it('says that a sale was cancelled', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const host = display(till)
    await refund('9001000000000042')
    await shows(host, 'Saved.')
    await till.attention.void((await newest(till)).id, { by: 'Eva', reason: 'The customer went' })
    await shows(host, 'Cancelled.')
  })

  it('of a sale that was corrected shows the correction, and not that it was cancelled', async () => {
    const till = await openShown()
    await till.replay()
    await control('faults', 'POST', [{ kind: 'status', status: 422 }])
    mount(till)
    const host = display(till)
    await refund('9001000000000042')
    await shows(host, 'One moment, please.')
    await till.pause()
    const decided = { by: 'Eva', reason: 'typing mistake' }
    const first = await newest(till)
    const second = await till.attention.amend(first.id, refundOf('9001000000000059', 7.25), decided)
    await shows(host, /^S01 Refund Card ••••0059 Total €7\.25 Saved\./)
    const withoutTotal = { ...refundOf('9001000000000059'), StoredValueCardReceipt: {} }
    const third = await till.attention.amend(second.id, withoutTotal, decided)
    await shows(host, /^S01 Refund Card ••••0059 .*Saved\./)
    await vi.waitFor(() => {
      expect(part('.customer-total').hidden).toBe(true)
    })
    await till.attention.void(third.id, decided)
    await shows(host, 'Cancelled.')
  })

  it('of a till for training says so, and no other does', async () => {
    const till = await openShown(nowhere)
    const marks = (host: HTMLElement) =>
      [...host.querySelectorAll('.training-badge, .watermark')].map(({ textContent }) => textContent)
    expect(marks(display(till, 'Training'))).toEqual(['Training', 'Training'])
    expect(marks(display(till))).toEqual([])
    const names = [true, false].flatMap((isTraining) =>
      ['EUR', 'JPY'].map((code) => chooseDatabase({ isTraining }, codeToCurrency(code)).name),
    )
    expect(names.map(isTrainingName)).toEqual([true, true, false, false])
  })

  it('shows no total where nothing is summed up', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const host = display(till)
    expect(part('.customer-total').hidden).toBe(true)
    await choose('associate')
    await type('9001000000000042')
    await shows(host, /Card link Card ••••0042/)
    expect(part('.customer-total').hidden).toBe(true)
    await choose('migrate')
    await type('9001000000000042')
    await shows(host, /Card replacement/)
    expect(part('.customer-total').hidden).toBe(true)
  })

  it('shows a card that is replaced, without lines too, until it is confirmed', async () => {
    const till = await openShown()
    mount(till)
    const host = display(till)
    await choose('migrate')
    await type('9001000000000042')
    await shows(host, /Card replacement Card ••••0042/)
    await type('{Enter}9001000000000059')
    await shows(host, /Card replacement Card ••••0059/)
    testPart('ring-up').click()
    await kept()
    await till.replay()
    await shows(host, /Card replacement Card ••••0059 .*Confirmed\. Thank you!/)
  })

  it('names what was saved right before the page was loaded', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await refund('9001000000000042')
    await kept()
    const { id } = await newest(till)
    const host = display(till)
    register.stop()
    document.querySelector('main:has(.register)')?.remove()
    await untilLeft(till)
    await till.drafts.save('register/refund', { id, fields: {}, lines: [], payments: [] })
    mount(till)
    await shows(host, /Refund .*Saved\./)
  })

  it('that is opened in the midst of a sale is told nothing by a tab without one', async () => {
    const till = await openShown(nowhere)
    mount(till)
    part('#refund-card').focus()
    await type('9001000000000042{Tab}{Tab}Scarf{Tab}12.50')
    const idle = createSalePublisher(till.name)
    const told: string[] = []
    stops.push(
      () => {
        idle.stop()
      },
      followSale(till.name, ({ state }) => told.push(state)),
    )
    await shows(display(till), 'Scarf €12.50')
    // What a tab tells arrives in order: an answer to either question would come before this.
    idle.publish({ ...idleSale, state: 'cancelled' })
    await vi.waitFor(() => {
      expect(told).toContain('cancelled')
    })
    expect(new Set(told.slice(0, told.indexOf('cancelled')))).toEqual(new Set(['open']))
  })

  it('shows the payments of an order', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const host = display(till)
    await choose('confirmOrder')
    testPart('example').click()
    await shows(host, /Order confirmation .*Total €/)
  })
})

describe.each([
  [800, 600],
  [1024, 768],
  [390, 844],
])('a sale of twelve lines on a display of %d by %d', (width, height) => {
  afterEach(() => page.viewport(414, 896))

  it.each(['open', 'saved', 'stop'] as const)(
    'leaves its newest line, total and state in view while %s',
    async (state) => {
      await page.viewport(width, height)
      const name = freshName()
      const host = document.createElement('div')
      document.body.append(host)
      stops.push(startCustomerDisplay(host, { till: name, shop: 'S01', language: 'en' }))
      const publisher = createSalePublisher(name)
      stops.push(() => {
        publisher.stop()
      })
      const items = Array.from({ length: 12 }, (_, index) => ({
        name: `Scarf of wool no. ${index + 1}`,
        detail: '2 × €12.50',
        amount: '€25.00',
      }))
      publisher.publish({ state, title: 'Refund', card: '••••0042', items, total: '€300.00' })
      await shows(host, 'no. 12')
      const bottoms = ['.customer-items li:last-child', '.customer-total', '.customer-state'].map(
        (selector) => part(selector).getBoundingClientRect().bottom,
      )
      expect(bottoms).toEqual([...bottoms].sort((left, right) => left - right))
      expect(Math.max(...bottoms)).toBeLessThanOrEqual(innerHeight)
      const list = part('.customer-items').getBoundingClientRect()
      expect(bottoms[0]).toBeLessThanOrEqual(list.bottom + 1)
      expect(list.height).toBeGreaterThan(60)
      expect(document.documentElement.scrollHeight).toBe(innerHeight)
      expect(document.documentElement.scrollWidth).toBe(width)
      await expectAccessible(host)
    },
  )
})
