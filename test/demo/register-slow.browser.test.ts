import { describe, expect, it, vi } from 'vitest'
import type { Limits, Till } from '../../src/index.js'
import {
  choose,
  kept,
  mount,
  part,
  prepareCounter,
  press,
  said,
  scan,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown, partOf, textOf } from '../support/elements.js'

prepareCounter()

/** A till that saves a refund and a link of a card only when it is told to. */
async function openSlow(limits: Limits = {}): Promise<{ till: Till; save: () => void }> {
  const open = await openShown(nowhere, limits, {
    cardCode: { pattern: /\d+/, lengthMin: 16, lengthMax: 16 },
  })
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const slow: Partial<Till> = {
    refund: async (...given) => {
      await promise
      return open.refund(...given)
    },
    associate: async (...given) => {
      await promise
      return open.associate(...given)
    },
  }
  const till = new Proxy(open, {
    get: (target, name) => Reflect.get(name in slow ? slow : target, name) as unknown,
  })
  return {
    till,
    save: () => {
      resolve(undefined)
    },
  }
}

it('a card that is scanned while the sale before is being saved is the card of the next', async () => {
  const { till, save } = await openSlow()
  mount(till)
  await scan('9001000000000025')
  await type('5{Enter}')
  await scan('9001000000000033')
  save()
  await vi.waitFor(() => {
    expect(part('#refund-card').value).toBe('9001000000000033')
  })
  expect(part('#refund-lines-1-price').value).toBe('')
  const [entry, ...others] = await till.entries()
  expect(JSON.stringify(entry?.request)).toContain('9001000000000025')
  expect(others).toEqual([])
})

const item = '4006381333931'
const itemField = '#refund-lines-1-name'

describe('an item that is scanned while the sale before is being saved', () => {
  it.each([
    ['has no name of its own', '5{Enter}'],
    ['has a name', '{Shift>}{Tab}{/Shift}Scarf{Tab}5{Enter}'],
  ])('is the item of the next, also where that sale %s', async (_, keys) => {
    const { till, save } = await openSlow()
    mount(till)
    await scan('9001000000000025')
    await type(keys)
    await scan(item)
    save()
    await vi.waitFor(() => {
      expect(part(itemField).value).toBe(item)
    })
    expect(said('scan-announcer')).toContain(`read: ${item}`)
    expect(part(itemField).matches('[data-scanned]')).toBe(true)
    const [entry] = await till.entries()
    expect(JSON.stringify(entry?.request)).not.toContain(item)
  })

  it.each(['#refund-notes', itemField])('is put back into %s, in which it was typed', async (field) => {
    const { till, save } = await openSlow()
    mount(till)
    await scan('9001000000000025')
    await type('5')
    part(field).focus()
    press()
    await scan(item)
    save()
    await vi.waitFor(() => {
      expect(part('#refund-card').value).toBe('')
    })
    await vi.waitFor(() => {
      expect(part(field).value).toBe(item)
      expect(said('scan-announcer')).toContain(`read: ${item}`)
    })
    const [entry] = await till.entries()
    expect(JSON.stringify(entry?.request)).not.toContain(item)
  })

  it('stays where it was typed if that sale is not saved', async () => {
    const { till, save } = await openSlow({ perOperation: 1 })
    mount(till)
    await scan('9001000000000025')
    await type('5')
    part('#refund-notes').focus()
    await type('gift ')
    press()
    await scan(item)
    save()
    await vi.waitFor(() => {
      expect(said('scan-announcer')).toContain(`read: ${item}`)
    })
    expect(part('#refund-notes').value).toBe(`gift ${item}`)
    expect(await till.entries()).toEqual([])
  })

  it('is said to have no place, once that sale is saved, in a form without items', async () => {
    const { till, save } = await openSlow()
    mount(till)
    await choose('associate')
    await type('9001000000000025')
    press()
    part('#associate-card').blur()
    await scan(item)
    save()
    await kept()
    await vi.waitFor(() => {
      expect(said('scan-announcer')).toContain(`${item} is not a card number`)
    })
  })
})

it('who has taken over the till is named where what was saved before is cancelled', async () => {
  const till = await openShown(nowhere)
  const register = mount(till, 'en', 'Bob')
  await scan('9001000000000025')
  await type('5{Enter}')
  await kept()
  register.setOperator('Ada')
  const outcome = testPart('confirmation')
  const cancel = await vi.waitFor(() => partOf(outcome, '.cancel'))
  cancel.click()
  await vi.waitFor(() => {
    expect(textOf(partOf(outcome, '#panel'))).toContain('Ada')
  })
  expect(textOf(partOf(outcome, '#panel'))).not.toContain('Bob')
})
