import { describe, expect, it, vi } from 'vitest'
import {
  InvalidOperation,
  LimitReached,
  StorageRefused,
  TillClosed,
  TillOutdated,
  type Entry,
} from '../../src/index.js'
import {
  choose,
  focusedId,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  press,
  receiptOf,
  refund,
  said,
  shown,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

const card = '9001000000000042'

async function asked(kind: string): Promise<HTMLElement> {
  return vi.waitFor(() => testPart(`${kind}-question`))
}

function pressIn(question: HTMLElement, words: string): void {
  const button = [...question.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  if (!button) throw new Error(`there is no button ${words}`)
  button.click()
}

describe('what is wrong', () => {
  it('is said beside its field, and the first one has the cursor', async () => {
    const till = await openShown(nowhere)
    mount(till)
    part('#refund-lines-1-name').focus()
    await type('Tea{Tab}1.250{Tab}{Backspace}x')
    press()
    await vi.waitFor(() => {
      expect(focusedId()).toBe('refund-card')
    })
    expect(said('refund-card-error')).toBe('Scan or type the card.')
    expect(said('refund-lines-1-price-error')).toContain('without a separator for thousands')
    expect(said('refund-lines-1-quantity-error')).toContain('Type a quantity')
    expect(part('#refund-card').getAttribute('aria-describedby')).toBe('refund-card-error')
    await type(`${card}{Tab}{Tab}{Tab}`)
    expect(focusedId()).toBe('refund-lines-1-price')
    await type('{Control>}a{/Control}1.25{Tab}{Control>}a{/Control}1{Enter}')
    await kept()
    expect(part('#refund-card').hasAttribute('aria-invalid')).toBe(false)
    expect(await till.unusedNumbers()).toEqual([])
  })

  it('by the till’s own rules stands beside its field too', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const failure = { path: 'CardData.AuthorizationPin', expected: 'four digits', found: 'text' }
    vi.spyOn(till, 'associate').mockRejectedValueOnce(new InvalidOperation('associate', [failure]))
    await choose('associate')
    await type(`${card}{Enter}`)
    await vi.waitFor(() => {
      expect(said('associate-pin-error')).toBe('The till does not take this value.')
    })
    expect(focusedId()).toBe('associate-pin')
  })

  it('is said in Italian on an Italian page', async () => {
    mount(await openShown(nowhere), 'it')
    await type('{Enter}')
    await vi.waitFor(() => {
      expect(said('refund-card-error')).toBe('Passare la carta o digitarne il numero.')
    })
    await type(`${card}{Tab}{Tab}Sciarpa{Tab}12,50`)
    expect(said('preview-total')).toMatch(/^12,50\s€$/)
    testPart('clear').click()
    testPart('example').click()
    await vi.waitFor(() => {
      expect(part('#refund-lines-1-price').value).toMatch(/^\d+,\d\d$/)
    })
  })
})

describe('a second one like the first', () => {
  it('is asked about, shown, and let through by name', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await refund(card)
    await kept()
    const first = await newest(till)
    await refund(card)
    const question = await asked('refund')
    expect(said('refund-question')).toMatch(/You already entered this at \d\d:\d\d/)
    expect(document.activeElement).toBe(question)
    expect(await till.entries()).toHaveLength(1)
    pressIn(question, 'Show it')
    expect(shown).toEqual([first.id])
    pressIn(question, 'Enter it again')
    expect(focusedId()).toBe('refund-reason')
    expect(said('refund-reason-error')).toContain('cannot be left empty')
    await type('Two scarves{Enter}')
    await kept()
    const second = await newest(till)
    expect(second.history).toContainEqual(
      expect.objectContaining({
        what: 'duplicate-allowed',
        by: 'Ada',
        reason: 'Two scarves',
        detail: first.id,
      }),
    )
    expect(receiptOf(second)?.SenderData?.Number).toBe(2)
    expect(await till.unusedNumbers()).toEqual([])
  })

  it('may be left, and another amount is no second one', async () => {
    const till = await openShown(nowhere)
    mount(till)
    await refund(card)
    await kept()
    await refund(card)
    pressIn(await asked('refund'), 'Cancel')
    expect(document.querySelector('.question')).toBeNull()
    expect(focusedId()).toBe('refund-card')
    part('#refund-lines-1-price').focus()
    await type('{Control>}a{/Control}13{Enter}')
    await kept()
    expect(await till.entries()).toHaveLength(2)
    expect(await till.unusedNumbers()).toEqual([])
  })

  it.each<[string, () => unknown]>([
    [
      'a double press',
      () => {
        ;[1, 2].forEach(() => {
          testPart('ring-up').click()
        })
      },
    ],
    ['a double Enter', () => type('{Enter}{Enter}')],
  ])('is not made by %s, nor by one more on a slow disk', async (_, press) => {
    const till = await openShown(nowhere)
    mount(till)
    const { refund: keep } = till
    const disk = Promise.withResolvers<undefined>()
    const asking = vi.spyOn(till, 'refund').mockImplementation(async (...words) => {
      await disk.promise
      return keep(...words)
    })
    part('#refund-card').focus()
    await type(`${card}{Tab}{Tab}Scarf{Tab}12.50`)
    await press()
    await vi.waitFor(() => {
      expect(asking).toHaveBeenCalled()
    })
    await type('{Enter}')
    disk.resolve(undefined)
    await kept()
    await type('{Enter}')
    expect(await till.entries()).toHaveLength(1)
    expect(await till.unusedNumbers()).toEqual([])
    expect(document.querySelector('.question')).toBeNull()
  })

  it('that the till itself has seen is let through on record', async () => {
    const till = await openShown(nowhere)
    mount(till, 'en', '')
    await choose('associate')
    await type(`${card}{Enter}`)
    await kept()
    const first = await newest(till)
    await type(`${card}{Enter}`)
    await asked('associate')
    await type('{Tab}Bea{Tab}Card was blocked{Enter}')
    await kept()
    const { history, id } = await newest(till)
    expect(id).not.toBe(first.id)
    expect(history).toContainEqual(
      expect.objectContaining({ what: 'duplicate-allowed', by: 'Bea', reason: 'Card was blocked' }),
    )
  })
})

describe('a limit', () => {
  it('is told with what waits, and let through by a supervisor', async () => {
    const till = await openShown(nowhere, { perCard: 20 })
    mount(till)
    await refund(card)
    await kept()
    await refund(card, '10')
    await asked('refund')
    expect(said('refund-question')).toContain('With it, €22.50 would wait on this card. The most is €20.00.')
    await type('{Tab}Bea{Tab}Regular customer{Enter}')
    await kept()
    const entry = await newest(till)
    expect(entry.history).toContainEqual(
      expect.objectContaining({ what: 'limit-overridden', by: 'Bea', reason: 'Regular customer' }),
    )
    expect(receiptOf(entry)?.SenderData?.Number).toBe(2)
    expect(await till.unusedNumbers()).toEqual([])
  })

  it('for one operation is told as it is typed, and who allowed it is shown', async () => {
    const limits = { perOperation: 20 }
    const till = await openShown(nowhere, limits)
    mount(till, 'en', 'Ada', limits)
    part('#refund-card').focus()
    await type(`${card}{Enter}20`)
    expect(said('ceiling')).toBe('')
    expect(testPart('ceiling').checkVisibility()).toBe(true)
    await type('.01')
    expect(said('ceiling')).toBe('Above €20.00: a supervisor must allow it.')
    await type('{Enter}')
    await asked('refund')
    expect(said('refund-question')).toContain('Not entered: a supervisor must allow it.')
    expect(said('refund-question')).not.toContain('Wait until')
    await type('{Tab}Bea{Tab}Checked the goods{Enter}')
    await kept()
    expect(said('scan-announcer')).toBe('Allowed by Bea')
    expect(said('ceiling')).toBe('')
    await vi.waitFor(() => {
      expect(said('recent')).toContain('Allowed by Bea')
    })
    expect((await newest(till)).history).toContainEqual(
      expect.objectContaining({ what: 'limit-overridden', by: 'Bea', reason: 'Checked the goods' }),
    )
  })

  it.each([
    ['count', 3, 2, 'With it, 3 operations would wait. The most is 2.'],
    ['ageHours', 24.12, 24, 'The oldest operation has waited for 24.2 hours. The most is 24 hours.'],
    ['total', 30, 20, 'With it, €30.00 would wait on this till. The most is €20.00.'],
    ['perOperation', 30, 20, 'The amount is €30.00. One operation may have €20.00 at most.'],
  ] as const)('of %s has words of its own', async (limit, found, max, words) => {
    const till = await openShown(nowhere)
    mount(till)
    vi.spyOn(till, 'refund').mockRejectedValueOnce(new LimitReached('refund', { limit, found, max }))
    await refund(card)
    await asked('refund')
    expect(said('refund-question')).toContain(words)
  })
})

describe('the till', () => {
  it.each([
    [new StorageRefused('refund', 'full'), 'NOT saved. Do not hand anything over.'],
    [new TillOutdated('refund'), 'NOT entered. This page is out of date.'],
    [new TillClosed('refund'), 'NOT entered. This till has been closed.'],
    [new Error('what is this'), 'Not certain that it was saved.'],
  ])('that throws %s says so, and what was typed stays', async (error, words) => {
    const till = await openShown(nowhere)
    mount(till)
    vi.spyOn(till, 'refund').mockRejectedValueOnce(error)
    await refund(card)
    await vi.waitFor(() => {
      expect(said('refund-alert')).toContain(words)
    })
    expect(said('confirmation')).toBe('')
    expect(document.activeElement).toBe(testPart('refund-alert'))
    expect(part('#refund-card').value).toBe(card)
  })
})

describe('a second press', () => {
  it('rings up nothing more, and takes no good news away', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const asking = vi.spyOn(till, 'refund')
    part('#refund-card').focus()
    await type(`${card}{Tab}{Tab}Scarf{Tab}5`)
    testPart('ring-up').click()
    testPart('ring-up').click()
    await kept()
    testPart('ring-up').click()
    await type('{Enter}{Enter}')
    expect(said('confirmation')).toContain('Saved on this till. Not confirmed yet.')
    expect(said('refund-alert')).toBe('')
    expect(focusedId()).toBe('refund-card')
    expect(asking).toHaveBeenCalledOnce()
    expect(await till.entries()).toHaveLength(1)
    expect(await till.unusedNumbers()).toEqual([])
  })

  it('after a failure that leaves open what came of it finds the one that was kept', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const refundOnce = till.refund
    vi.spyOn(till, 'refund').mockImplementationOnce(async (...words) => {
      await refundOnce(...words)
      throw new Error('the answer was lost')
    })
    await refund(card)
    await vi.waitFor(() => {
      expect(said('refund-alert')).toContain('it cannot be entered twice')
    })
    testPart('ring-up').click()
    await kept()
    expect(await till.entries()).toHaveLength(1)
    await refund(card, '3')
    await kept()
    const entries = (await till.entries()) as Entry[]
    expect(entries.map((entry) => receiptOf(entry)?.SenderData?.Number)).toEqual([2, 1])
  })

  it('with something else in the form does not pass for the first', async () => {
    const till = await openShown(nowhere)
    mount(till)
    const refundOnce = till.refund
    vi.spyOn(till, 'refund').mockImplementationOnce(async (...words) => {
      await refundOnce(...words)
      throw new Error('the answer was lost')
    })
    await refund(card)
    await vi.waitFor(() => {
      expect(said('refund-alert')).toContain('it cannot be entered twice')
    })
    const first = await newest(till)
    part('#refund-lines-1-price').focus()
    await type('{Control>}a{/Control}13{Enter}')
    const question = await asked('refund')
    expect(said('refund-question')).toContain('The first press was saved after all.')
    expect(await till.entries()).toHaveLength(1)
    pressIn(question, 'Show it')
    expect(shown).toEqual([first.id])
    pressIn(question, 'Enter as a new one')
    await kept()
    const second = await newest(till)
    expect(second.id).not.toBe(first.id)
    expect(receiptOf(second)).toMatchObject({ Total: 13, SenderData: { Number: 2 } })
  })
})
