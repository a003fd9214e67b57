import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/index.js'
import {
  focused,
  focusedWords,
  freshCard,
  mount,
  openTestTill,
  park,
  partOf,
  press,
  silence,
  status,
  tabTo,
  textOf,
  tidyUp,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { calmSandbox, control } from '../support/service.js'
import { refundOf } from '../support/models.js'
import { parkedOf, pretend } from '../support/pretend.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

const inputOf = (element: Element, name: string) => partOf(element, `[name=${name}]`) as HTMLInputElement

describe('whatever the service says', () => {
  it('is shown as text', async () => {
    const title = '<img src=x onerror="globalThis.wasRun = true"><b>bold</b>'
    const { till } = await park(status(422, { body: { title, detail: '${1}<script>' } }), 'rejected')
    const element = mount('counterfoil-attention', till)
    await untilShown(element, /bold/)
    expect(textOf(element)).toContain(title)
    expect(element.shadowRoot?.querySelectorAll('img, b, script')).toHaveLength(0)
    expect('wasRun' in globalThis).toBe(false)
  })
})

describe('the list', () => {
  it('says that the address looks wrong where operations wait for it, and not that nothing needs a person', async () => {
    const since = new Date()
    const hints = [{ likely: 'address' as const, kinds: ['refund' as const], since }]
    const { till, change } = pretend({ status: { hints } })
    const element = mount('counterfoil-attention', till)
    await untilShown(element, /Refund: The address looks wrong.*Ask support/)
    expect(element.shadowRoot?.querySelector('[part~=empty]')).toBeNull()
    change({ hints: [] })
    await expect.poll(() => element.shadowRoot?.querySelector('[part~=empty]')).not.toBeNull()
    expect(textOf(element)).not.toContain('address')
  })

  it('keeps the focus when something is added, and moves it on when what had it is gone', async () => {
    const { till, entry } = await park(status(422), 'rejected')
    const element = mount('counterfoil-attention', till)
    const button = await tabTo('Send again')
    await control('faults', 'POST', [status(422)])
    const { id } = await till.refund(refundOf(freshCard(), 31))
    await untilState(till, id, 'parked rejected')
    await untilShown(element, '2 operations need attention.')
    await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(2)
    expect(focused()).toBe(button)
    await till.attention.void(entry.id, { by: 'Eva', reason: 'elsewhere' })
    await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(1)
    await expect.poll(focusedWords).toContain('€31.00')
  })

  it('of one till is not shown under another, nor is its form or its filter', async () => {
    const [first, second] = [pretend({ entries: [parkedOf('rejected'), parkedOf('refused')] }), pretend({})]
    const other = pretend({ entries: [parkedOf('expired'), parkedOf('expired')] })
    const element = mount('counterfoil-attention', first.till)
    await untilShown(element, 'Card is blocked')
    partOf(element, 'article input[type=checkbox]').click()
    const filter = partOf(element, '.selection select') as HTMLSelectElement
    filter.value = 'rejected'
    filter.dispatchEvent(new Event('change'))
    await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(1)
    await press('Void')
    element.till = other.till
    await element.updateComplete
    expect(textOf(element)).not.toContain('Card is blocked')
    expect(element.shadowRoot?.querySelector('#panel, #bulk')).toBeNull()
    await untilShown(element, 'Too old to send automatically.')
    expect(element.shadowRoot?.querySelectorAll('article')).toHaveLength(2)
    element.till = second.till
    await untilShown(element, 'Nothing needs attention.')
  })

  it('of a till that answers late is not shown under the next', async () => {
    const entry = parkedOf('rejected')
    const [first, second] = [pretend({ entries: [entry] }), pretend({ entries: [parkedOf('expired')] })]
    const late = Promise.withResolvers<ListedEntry[]>()
    first.till.entries = () => late.promise
    const element = mount('counterfoil-attention', first.till)
    await element.updateComplete
    element.till = second.till
    await element.updateComplete
    const seen: string[] = []
    const watch = new MutationObserver(() => seen.push(textOf(element)))
    watch.observe(element.renderRoot, { childList: true, subtree: true })
    late.resolve([entry])
    await untilShown(element, 'Too old to send automatically.')
    watch.disconnect()
    expect(seen.filter((text) => text.includes('Card is blocked'))).toEqual([])
  })

  it.each(['Void', 'Send again'])('has a form (%s) that records the operator of now', async (act) => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.operator = 'Bob'
    await press(act)
    await untilShown(element, 'Deciding: Bob')
    element.operator = 'Ada'
    await untilShown(element, 'Deciding: Ada')
    await write('Reason', 'typo')
    await press(act === 'Void' ? 'Void it' : 'Review')
    if (act === 'Void') {
      await expect.poll(() => asked).toEqual(['void Ada: typo'])
      return
    }
    await untilShown(element, 'Is this right?')
    element.operator = ''
    await write('Your name', 'Eva')
    element.operator = 'Bob'
    await element.updateComplete
    await press('Review')
    await press('Send it again')
    await expect.poll(() => asked).toEqual(['sendAgain Eva: typo'])
  })

  it('asks for a name once, and not without one', async () => {
    const till = await openTestTill()
    await till.replay()
    await control('faults', 'POST', [status(422, { times: 2 })])
    for (const amount of [5, 6]) {
      const { id } = await till.refund(refundOf(freshCard(), amount))
      await untilState(till, id, 'parked rejected')
    }
    const element = mount('counterfoil-attention', till)
    await press('Void')
    await press('Void it')
    await untilShown(element, 'Enter your name.')
    expect(focused()?.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => till.status.value.counts.parked).toBe(2)
    await write('Your name', 'Ada')
    await write('Reason', 'Rung up twice')
    await press('Void it')
    await expect.poll(() => till.status.value.counts.voided).toBe(1)
    await expect.poll(focusedWords).toContain('Refund')
    await press('Void')
    await untilShown(element, 'Deciding: Ada')
    await press('Rung up twice')
    await press('Void it')
    await expect.poll(() => till.status.value.counts.voided).toBe(2)
  })

  it('asks for a name once in all the elements of a tab, and offers the last reason without choosing it', async () => {
    const entries = [parkedOf('rejected'), parkedOf('refused')]
    const { till, asked } = pretend({ entries })
    const first = mount('counterfoil-attention', till)
    await press('Void')
    await write('Your name', 'Ada')
    await write('Reason', 'Rung up twice')
    await press('Void it')
    await expect.poll(() => asked.at(-1)).toBe('void Ada: Rung up twice')
    first.remove()
    const second = mount('counterfoil-attention', till)
    await press('Void')
    await untilShown(second, 'Deciding: Ada')
    expect(inputOf(second, 'reason').value).toBe('')
    await press('Rung up twice')
    expect(inputOf(second, 'reason').value).toBe('Rung up twice')
    await press('Cancel')
    await press('Send again')
    expect(inputOf(second, 'reason').value).toBe('')
    await press('Another person')
    await write('Your name', 'Eva')
    await press('The cause was fixed')
    await press('Review')
    await press('Send it again')
    await expect.poll(() => asked.at(-1)).toBe('sendAgain Eva: The cause was fixed')
  })

  it('asks for no name where the host says who is signed in, and somebody else may still decide', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected'), parkedOf('refused')] })
    const element = mount('counterfoil-attention', till)
    element.operator = 'Ugo'
    await press('Void')
    await untilShown(element, 'Deciding: Ugo')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked.at(-1)).toBe('void Ugo: Entered twice')
    await press('Void')
    await press('Another person')
    await write('Your name', 'Eva')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked.at(-1)).toBe('void Eva: Entered twice')
    await press('Void')
    await untilShown(element, 'Deciding: Ugo')
  })

  it('asks where the host says that nobody is signed in, and remembers the answer', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.operator = ''
    await press('Void')
    await write('Your name', 'Ada')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked.length).toBe(1)
    await press('Void')
    await untilShown(element, 'Deciding: Ada')
  })

  it('takes the transaction number of what went through, where somebody knows it', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('unknown')] })
    const element = mount('counterfoil-attention', till)
    await press('It already went through')
    await write('Your name', 'Ada')
    await write('Reason', 'Seen on the slip')
    await write('Transaction number, if you know it', 'T-99')
    await press('Yes, it went through')
    await untilShown(element, 'Transaction number: a whole number is needed.')
    expect(focused()?.getAttribute('name')).toBe('transaction')
    expect(asked).toEqual([])
    await write('Transaction number, if you know it', '99')
    await press('Yes, it went through')
    await expect.poll(() => asked.at(-1)).toBe('markApplied Ada: Seen on the slip (transaction 99)')
    await press('It already went through')
    await press('I saw it on the card')
    await press('Yes, it went through')
    await expect.poll(() => asked.at(-1)).toBe('markApplied Ada: I saw it on the card')
  })

  it('asks for no transaction number of an order, unless an update waits for it', async () => {
    const order = parkedOf('moved')
    const { till } = pretend({ entries: [order] })
    const element = mount('counterfoil-attention', till)
    await press('It already went through')
    expect(textOf(element)).not.toContain('Transaction number')
    element.remove()
    const update = { ...parkedOf('reference'), transactionOf: order.id } as typeof order
    const second = mount('counterfoil-attention', pretend({ entries: [order, update] }).till)
    await press('It already went through')
    await untilShown(second, 'Transaction number, if you know it')
  })

  it('sends no card the code of another when the whole body is edited', async () => {
    const cards = [
      { StoredValueCardCode: '9001000000000025', AuthorizationCode: '4715' },
      { StoredValueCardCode: '9001000000000033', AuthorizationCode: '4716' },
    ]
    const request = { ...refundOf('9001000000000025'), StoredValueCardCodeCollection: cards }
    const bodies: object[] = []
    const { till } = pretend({ entries: [{ ...parkedOf('rejected'), request } as ListedEntry] })
    till.attention.amend = (_, model) => {
      bodies.push(model)
      return Promise.resolve({} as ListedEntry)
    }
    const element = mount('counterfoil-attention', till)
    await press('Correct')
    await write('Your name', 'Ada')
    await write('Reason', 'Wrong card')
    await press('The whole body, as JSON')
    const text = partOf(element, 'textarea') as HTMLTextAreaElement
    const edit = (change: (shown: typeof request) => void) => {
      const shown = JSON.parse(text.value) as typeof request
      change(shown)
      text.value = JSON.stringify(shown)
      text.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    }
    await expect.poll(() => text.disabled).toBe(false)
    edit(({ StoredValueCardCodeCollection: list }) => {
      list.shift()
      list.push({ StoredValueCardCode: '9001000000000041', AuthorizationCode: '••••' })
    })
    await press('Review')
    await untilShown(element, /Code of the card · 2: the till cannot tell which card/)
    expect(focused()).toBe(text)
    edit(({ StoredValueCardCodeCollection: list }) => {
      const [, added] = list
      if (added) added.AuthorizationCode = '4717'
    })
    await press('Review')
    await untilShown(element, 'Is this right?')
    expect(textOf(element)).not.toContain('4717')
    await press('Send the correction')
    await expect
      .poll(() => bodies)
      .toMatchObject([
        {
          StoredValueCardCodeCollection: [
            { StoredValueCardCode: '9001000000000033', AuthorizationCode: '4716' },
            { StoredValueCardCode: '9001000000000041', AuthorizationCode: '4717' },
          ],
        },
      ])
  })

  it('leaves what somebody is writing alone when it is read again', async () => {
    const { till, entry } = await park(status(422), 'rejected')
    const element = mount('counterfoil-attention', till)
    await press('Void')
    await write('Reason', 'The customer went')
    const input = focused()
    await control('faults', 'POST', [status(422)])
    const { id } = await till.refund(refundOf(freshCard(), 31))
    await untilState(till, id, 'parked rejected')
    await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(2)
    expect(focused()).toBe(input)
    expect((input as HTMLInputElement).value).toBe('The customer went')
    expect((await till.entry(entry.id))?.state).toBe('parked')
  })

  it('shows fifty at a time, and the way to the others is near', async () => {
    const till = await openTestTill({ service: { baseUrl: '/api', concurrency: 16 } })
    await till.replay()
    await control('faults', 'POST', [status(422, { standing: true })])
    await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        till.refund(refundOf(`page-${index}-${freshCard()}`, index + 1)),
      ),
    )
    await expect.poll(() => till.status.value.counts.parked).toBe(120)
    const element = mount('counterfoil-attention', till)
    await untilShown(element, '1 to 50')
    expect(element.shadowRoot?.querySelectorAll('article')).toHaveLength(50)
    await press('Older')
    await untilShown(element, '51 to 100')
    await expect.poll(focusedWords).toBe('Needs attention')
    await press('Older')
    await untilShown(element, '101 to 120')
    expect(element.shadowRoot?.querySelectorAll('article')).toHaveLength(20)
    await press('Newer')
    await untilShown(element, '51 to 100')
  })

  it.each(['the form that a person has opened', 'the focus where a person has put it'])(
    'leaves %s while an earlier act was still on its way',
    async (what) => {
      const { till, entry } = await park(status(422), 'rejected')
      await control('faults', 'POST', [status(422)])
      const { id } = await till.refund(refundOf(freshCard(), 31))
      await untilState(till, id, 'parked rejected')
      const element = mount('counterfoil-attention', till)
      await untilShown(element, '2 operations need attention.')
      const { promise: leave, resolve: letGo } = Promise.withResolvers<undefined>()
      const { attention } = till
      const hold: typeof attention.void = async (...words) => {
        await leave
        return attention.void(...words)
      }
      element.till = { ...till, attention: { ...attention, void: hold } }
      const actOf = (id: string) =>
        element.shadowRoot?.querySelector<HTMLElement>(`li[data-id="${id}"] button[data-act="void"]`)
      await expect.poll(() => actOf(entry.id)).toBeTruthy()
      actOf(entry.id)?.click()
      await write('Your name', 'Ada')
      await write('Reason', 'Rung up twice')
      await press('Void it')
      if (what.startsWith('the form')) actOf(id)?.click()
      else actOf(id)?.focus()
      letGo(undefined)
      await untilState(till, entry.id, 'voided')
      await untilShown(element, /: Voided/)
      await untilShown(element, 'One operation needs attention.')
      await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(1)
      if (what.startsWith('the form'))
        expect(element.shadowRoot?.querySelector(`li[data-id="${id}"] #panel`)).not.toBeNull()
      else expect(focused()).toBe(actOf(id))
    },
  )

  it('speaks Italian where the page does, and as the host wants it', async () => {
    const { till } = await park(silence, 'unknown')
    document.documentElement.lang = 'it'
    const element = mount('counterfoil-attention', till)
    await untilShown(element, 'Inviata, nessuna risposta. Controllare la carta prima di inviarla di nuovo.')
    expect(textOf(element)).toMatch(/Rimborso · 25,00\s€/)
    element.texts = { acts: { void: 'Butta via' } }
    await untilShown(element, 'Butta via')
    element.lang = 'en-GB'
    await untilShown(element, /Refund · €25\.00/)
  })
})
