import { expect, it, vi } from 'vitest'
import type { OperationKind } from '../../src/index.js'
import {
  choose,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  receiptOf,
  scan,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'
import { refundOf } from '../support/models.js'

prepareCounter()

const card = '9001000000000042'
const rules = { cardCode: { pattern: /\d+/, lengthMin: 16, lengthMax: 16 } }

/** What a person does, from the tab of the operation to the end. */
interface Cost {
  scans: number
  keys: number
  taps: number
}

/** Counts what a person does, and does it. */
function createHand() {
  const cost: Cost = { scans: 0, keys: 0, taps: 0 }
  return {
    cost,
    async scan(code: string) {
      cost.scans += 1
      await scan(code)
    },
    async press(...keys: string[]) {
      cost.keys += keys.length
      await type(keys.map((key) => (key.length > 1 ? `{${key}}` : key)).join(''))
    },
    tap(element: HTMLElement) {
      cost.taps += 1
      element.click()
    },
  }
}

type Hand = ReturnType<typeof createHand>

const keyOf = (name: string) => part(`[data-testid=keypad] [aria-label="${name}"]`)

const acts: [string, OperationKind, Cost, (hand: Hand) => Promise<void>, number | undefined][] = [
  [
    'a refund of 12.50 by scanner and keyboard',
    'refund',
    { scans: 1, keys: 6, taps: 0 },
    async (hand) => {
      await hand.scan(card)
      await hand.press('1', '2', '.', '5', '0', 'Enter')
    },
    12.5,
  ],
  [
    'a refund of 12.50 by scanner and touch',
    'refund',
    { scans: 1, keys: 0, taps: 6 },
    async (hand) => {
      await hand.scan(card)
      for (const key of ['1', '2', 'Decimal point', '5', '0']) hand.tap(keyOf(key))
      hand.tap(testPart('ring-up'))
    },
    12.5,
  ],
  [
    'a refund of a quick amount by scanner and touch',
    'refund',
    { scans: 1, keys: 0, taps: 2 },
    async (hand) => {
      await hand.scan(card)
      hand.tap(keyOf('€20.00'))
      hand.tap(testPart('ring-up'))
    },
    20,
  ],
  [
    'a refund with its goods, all by scanner',
    'refund',
    { scans: 2, keys: 2, taps: 0 },
    async (hand) => {
      await hand.scan(card)
      await hand.scan('8001234567893')
      await hand.press('5', 'Enter')
    },
    5,
  ],
  [
    'an association',
    'associate',
    { scans: 1, keys: 1, taps: 0 },
    async (hand) => {
      await hand.scan(card)
      await hand.press('Enter')
    },
    undefined,
  ],
  [
    'an association by touch',
    'associate',
    { scans: 1, keys: 0, taps: 1 },
    async (hand) => {
      await hand.scan(card)
      hand.tap(testPart('ring-up'))
    },
    undefined,
  ],
  [
    'a migration without a balance',
    'migrate',
    { scans: 2, keys: 1, taps: 0 },
    async (hand) => {
      await hand.scan('9001000000000058')
      await hand.scan(card)
      await hand.press('Enter')
    },
    undefined,
  ],
  [
    'an order that was paid elsewhere',
    'confirmOrder',
    { scans: 1, keys: 1, taps: 0 },
    async (hand) => {
      await hand.scan('20261122')
      await hand.press('Enter')
    },
    undefined,
  ],
]

it.each(acts)('%s costs no more than it may', async (_, kind, cost, act, total) => {
  localStorage.setItem('counterfoil-demo:keypad', cost.taps > 0 ? 'yes' : 'no')
  const till = await openShown(nowhere, {}, rules)
  mount(till)
  await choose(kind)
  const hand = createHand()
  await act(hand)
  await kept()
  expect(hand.cost).toEqual(cost)
  const entry = await newest(till)
  expect(entry.kind).toBe(kind)
  if (total !== undefined) expect(receiptOf(entry)?.Total).toBe(total)
  localStorage.removeItem('counterfoil-demo:keypad')
})

it.each([
  ['a scanner', false],
  ['a scanner that is slower than the search', true],
])('a correction of a price costs no more than it may, by %s', async (_, isSlow) => {
  const till = await openShown(nowhere, {}, rules)
  const receipt = await till.receipt({ Products: [{ Name: 'Scarf', Price: 12.5, Quantity: 1 }] })
  await till.refund({ ...refundOf(card), StoredValueCardReceipt: receipt })
  mount(till)
  await choose('updateReceipt')
  const hand = createHand()
  if (isSlow) {
    // The operation is found before the scanner has sent its last key.
    await scan(card, '')
    const early = await vi.waitFor(() => part('[type=radio]'))
    hand.cost.scans += 1
    await scan('', '{Enter}', 6, 0)
    await expect.poll(() => early.isConnected).toBe(false)
  } else await hand.scan(card)
  await expect.poll(() => document.activeElement?.matches('[type=radio]:checked')).toBe(true)
  await hand.press('Tab', 'Tab', '1', '1', 'Enter')
  await kept()
  expect(hand.cost).toEqual({ scans: 1, keys: 5, taps: 0 })
  expect(receiptOf(await newest(till))?.Total).toBe(11)
})
