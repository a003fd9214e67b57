import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  mount,
  openTestTill,
  partOf,
  press,
  status,
  textOf,
  tidyUp,
  untilShown,
  untilState,
} from '../support/elements.js'
import { parkedOf, pretend } from '../support/pretend.js'
import { calmSandbox, control } from '../support/service.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

const theirs = { Total: 25, Payments: [{ Amount: 25 }] }

/** A sale without payments that the service has with another total, paid. */
async function openClash() {
  const till = await openTestTill()
  await till.replay()
  await control('faults', 'POST', [status(409, { body: { StoredValueCardReceipt: theirs } })])
  const Products = [{ Code: 'P1', Price: 10, Quantity: 1 }]
  const receipt = await till.receipt({ Products })
  const { id } = await till.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000007719', AuthorizationCode: '1' }],
    StoredValueCardReceipt: receipt,
  })
  await untilState(till, id, 'parked conflict')
  const element = mount('counterfoil-attention', till)
  element.operator = 'Eva'
  await press('Compare and merge')
  await untilShown(element, /Total This till €10\.00 The service €25\.00/)
  await press('Both receipts compared')
  return { till, id, element }
}

function choose(element: Element, side: 'ours' | 'theirs', ...paths: string[]): void {
  for (const path of paths) partOf(element, `input[name="clash:${path}"][value=${side}]`).click()
}

describe('a sale that the service has with another total and a payment', () => {
  it.each(['ours', 'theirs'] as const)('is sent as either side has it (%s)', async (side) => {
    const { till, id, element } = await openClash()
    await untilShown(element, /Payments This till nothing The service Amount paid: €25\.00/)
    choose(element, side, 'Products', 'Payments', 'Total')
    await untilShown(element, `Total after merging: €${side === 'ours' ? '10.00' : '25.00'}`)
    await press('Review')
    await press('Send the merged receipt')
    const voided = await untilState(till, id, 'voided')
    const next = await till.settled('replacedBy' in voided ? (voided.replacedBy ?? '') : '')
    const { StoredValueCardReceipt: sent } = next.request as { StoredValueCardReceipt: object }
    if (side === 'theirs') expect(sent).toMatchObject(theirs)
    else expect(sent).toMatchObject({ Total: 10, Products: [{ Price: 10 }] })
    expect(Object.keys(sent)).not.toContain(side === 'ours' ? 'Payments' : 'Products')
  })

  it('is not reviewed while the choices do not add up', async () => {
    const { element } = await openClash()
    choose(element, 'ours', 'Products', 'Total')
    choose(element, 'theirs', 'Payments')
    await untilShown(element, 'Please fix: Total: does not add up')
    expect(partOf(element, '.clash.open legend').textContent).toBe('Total')
    await press('Review')
    await untilShown(element, 'Please fix: Total: does not add up')
    expect(textOf(element)).not.toContain('Is this right?')
    choose(element, 'ours', 'Payments')
    await expect.poll(() => textOf(element)).not.toContain('Please fix:')
    await press('Review')
    await untilShown(element, 'Is this right?')
  })
})

it('a merged receipt that the till’s rules refuse is not reviewed', async () => {
  const { till } = pretend({ entries: [parkedOf('conflict')] })
  till.attention.check = () =>
    Promise.resolve([{ path: 'StoredValueCardReceipt.UserData', expected: 'shop rules', found: 'text' }])
  const element = mount('counterfoil-attention', till)
  element.operator = 'Eva'
  await press('Compare and merge')
  await untilShown(element, 'Choose the value to keep')
  await press('Both receipts compared')
  expect(textOf(element)).not.toContain('Please fix:')
  for (const clash of element.shadowRoot?.querySelectorAll('.clash') ?? [])
    clash.querySelector<HTMLInputElement>('input')?.click()
  await untilShown(element, 'Please fix: Remarks: is not accepted by this till.')
  await press('Review')
  await untilShown(element, 'Please fix: Remarks: is not accepted by this till.')
  expect(textOf(element)).not.toContain('Is this right?')
})
