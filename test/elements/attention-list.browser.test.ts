import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  calmSandbox,
  control,
  focused,
  focusedWords,
  freshCard,
  mount,
  openTestTill,
  park,
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
import { refundOf } from '../support/models.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

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
  it('keeps the focus when something is added, and moves it on when what had it is gone', async () => {
    const { till, entry } = await park(status(422), 'rejected')
    const element = mount('counterfoil-attention', till)
    const button = await tabTo('Send again')
    await control('faults', 'POST', [status(422)])
    const { id } = await till.refund(refundOf(freshCard(), 31))
    await untilState(till, id, 'parked rejected')
    await untilShown(element, '2 operations need a person.')
    await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(2)
    expect(focused()).toBe(button)
    await till.attention.void(entry.id, { by: 'Eva', reason: 'elsewhere' })
    await expect.poll(() => element.shadowRoot?.querySelectorAll('article').length).toBe(1)
    await expect.poll(focusedWords).toContain('€31.00')
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
    await untilShown(element, 'Say who decides.')
    expect(focused()?.getAttribute('aria-invalid')).toBe('true')
    expect(till.status.value.counts.parked).toBe(2)
    await write('Your name', 'Ada')
    await press('Void it')
    await expect.poll(() => till.status.value.counts.voided).toBe(1)
    await expect.poll(focusedWords).toContain('Refund')
    await press('Void')
    await untilShown(element, 'Deciding: Ada')
    await press('Void it')
    await expect.poll(() => till.status.value.counts.voided).toBe(2)
  })

  it('shows fifty at a time of two hundred', async () => {
    const till = await openTestTill({ service: { baseUrl: '/api', concurrency: 16 } })
    await till.replay()
    await control('faults', 'POST', [status(422, { standing: true })])
    await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        till.refund(refundOf(`page-${index}-${freshCard()}`, index + 1)),
      ),
    )
    await expect.poll(() => till.status.value.counts.parked, { timeout: 20_000 }).toBe(120)
    const element = mount('counterfoil-attention', till)
    await untilShown(element, '1 to 50')
    expect(element.shadowRoot?.querySelectorAll('article')).toHaveLength(50)
    await press('Older')
    await untilShown(element, '51 to 100')
    await expect.poll(focusedWords).toBe('Needs a person')
    await press('Older')
    await untilShown(element, '101 to 120')
    expect(element.shadowRoot?.querySelectorAll('article')).toHaveLength(20)
    await press('Newer')
    await untilShown(element, '51 to 100')
  }, 40_000)

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
