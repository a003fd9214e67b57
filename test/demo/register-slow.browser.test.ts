import { expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { kept, mount, part, prepareCounter, scan, testPart, type } from '../support/counter.js'
import { nowhere, openShown, partOf, textOf } from '../support/elements.js'

prepareCounter()

/** A till that saves a refund only when it is told to. */
async function openSlow(): Promise<{ till: Till; save: () => void }> {
  const open = await openShown(nowhere)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const refund = async (...given: Parameters<Till['refund']>) => {
    await promise
    return open.refund(...given)
  }
  const till = new Proxy(open, {
    get: (target, name) => (name === 'refund' ? refund : (Reflect.get(target, name) as unknown)),
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
