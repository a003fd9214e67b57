import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/index.js'
import {
  freshCard,
  mount,
  openTestTill,
  partOf,
  press,
  status,
  textOf,
  tidyUp,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { parkedOf, pretend } from '../support/pretend.js'
import { calmSandbox, control } from '../support/service.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

const products = [
  { Code: 'P1', Name: 'Wool scarf', Price: 20, Quantity: 1 },
  { Code: 'P2', Name: 'Gift wrap', Price: 5, Quantity: 1 },
]

/** A desk with a refused refund of two items, and its form of correction. */
async function openCorrection() {
  const till = await openTestTill()
  await till.replay()
  await control('faults', 'POST', [status(422)])
  const { id } = await till.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: freshCard(), AuthorizationCode: '1' }],
    StoredValueCardReceipt: { Products: products, Payments: [{ Amount: 25 }], Total: 25 },
  })
  await untilState(till, id, 'parked rejected')
  const element = mount('counterfoil-attention', till)
  element.operator = 'Eva'
  await press('Correct')
  return { till, id, element }
}

const inputOf = (element: Element, path: string) =>
  partOf(element, `input[name="field:StoredValueCardReceipt.${path}"]`) as HTMLInputElement

describe('a correction', () => {
  it('names the items, recalculates the total, and says the difference as it is written', async () => {
    const { till, id, element } = await openCorrection()
    const legends = [...(element.shadowRoot?.querySelectorAll('.one-item legend') ?? [])]
    expect(legends.map(({ textContent }) => textContent.trim())).toEqual(['Wool scarf', 'Gift wrap'])
    await untilShown(element, 'The total stays the same.')
    await write('Price', '21,50')
    await untilShown(element, /Was €25\.00 Becomes €26\.50 €1\.50 more than before/)
    expect(inputOf(element, 'Total').value).toBe('26.50')
    expect(inputOf(element, 'Payments[0].Amount').value).toBe('26.50')
    await press('Wrong amount')
    await press('Review')
    await press('Send the correction')
    const voided = await untilState(till, id, 'voided')
    const next = await till.settled('replacedBy' in voided ? (voided.replacedBy ?? '') : '')
    expect(next.request).toMatchObject({
      StoredValueCardReceipt: { Products: [{ Price: 21.5 }, {}], Payments: [{ Amount: 26.5 }], Total: 26.5 },
    })
  })

  it('says what the till’s rules find wrong while it is written, and offers the sum of the items', async () => {
    const { element } = await openCorrection()
    await write('Total', '30')
    await untilShown(element, 'Please fix:')
    expect(inputOf(element, 'Total').getAttribute('aria-invalid')).toBe('true')
    await press('The items come to €25.00: use it')
    await expect.poll(() => textOf(element)).not.toContain('Please fix:')
    expect(inputOf(element, 'Total').value).toBe('25.00')
  })

  it('takes no dot between thousands for that of decimals, and says so', async () => {
    const { element } = await openCorrection()
    await write('Total', '1.250')
    await untilShown(element, 'Total: too many decimals. Write thousands without a dot or a comma.')
    expect(textOf(partOf(element, '.sums'))).not.toContain('€1.25')
    await press('Wrong amount')
    await press('Review')
    expect(textOf(element)).not.toContain('Is this right?')
  })

  it('that corrects nothing is not sent', async () => {
    const { till, id, element } = await openCorrection()
    await press('Wrong amount')
    await press('Review')
    await untilShown(element, 'Nothing has been changed, so there is nothing to send.')
    expect(textOf(element)).not.toContain('Is this right?')
    expect((await till.entry(id))?.state).toBe('parked')
  })

  it('of a cashier who types slowly is not called wrong by an answer that came late', async () => {
    const { till } = pretend({ entries: [parkedOf('rejected')] })
    const answers: ((found: { path: string; expected: string; found: string }[]) => void)[] = []
    till.attention.check = () => new Promise((resolve) => answers.push(resolve))
    const element = mount('counterfoil-attention', till)
    await press('Correct')
    await write('Total', '7')
    await write('Total', '8')
    await expect.poll(() => answers.length).toBeGreaterThan(1)
    answers.at(-1)?.([])
    answers[0]?.([{ path: 'StoredValueCardReceipt.Total', expected: 'a number', found: 'text' }])
    await element.updateComplete
    expect(textOf(element)).not.toContain('Please fix:')
  })
})

describe('two receipts whose totals clash', () => {
  it('offer the sum of the merged items as the total', async () => {
    const receipt = (total: number, price: number) => ({
      Total: total,
      Products: [{ Code: 'P1', Name: 'Scarf', Price: price, Quantity: 2 }],
    })
    const entry = {
      ...parkedOf('conflict'),
      request: { CardCode: '9001', TransactionID: 7, StoredValueCardReceipt: receipt(20, 10) },
      reply: { status: 409, headers: {}, at: new Date(), body: { StoredValueCardReceipt: receipt(24, 12) } },
    } as unknown as ListedEntry
    const { till } = pretend({ entries: [entry] })
    const bodies: object[] = []
    till.attention.amend = (_, model) => {
      bodies.push(model)
      return Promise.resolve(entry)
    }
    const merge = till.attention.merge
    till.attention.merge = async (...asked) => {
      const found = await merge(...asked)
      const model = found && { ...found.model, StoredValueCardReceipt: receipt(20, 11) }
      return found && ({ ...found, model } as typeof found)
    }
    const element = mount('counterfoil-attention', till)
    element.operator = 'Eva'
    await press('Compare and merge')
    await untilShown(element, /Sum of the items €22\.00/)
    for (const clash of element.shadowRoot?.querySelectorAll('.clash') ?? [])
      clash.querySelector<HTMLInputElement>('input')?.click()
    partOf(element, 'input[name="clash:Total"][value=sum]').click()
    await untilShown(element, /Total after merging ?: €22\.00/)
    await press('Both receipts compared')
    await press('Review')
    await press('Send the merged receipt')
    await expect.poll(() => bodies).toMatchObject([{ StoredValueCardReceipt: { Total: 22 } }])
  })
})
