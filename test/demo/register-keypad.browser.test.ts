import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { formKinds } from '../../src/demo/register/forms.js'
import { languages } from '../../src/demo/languages.js'
import {
  choose,
  focusedId,
  kept,
  mount,
  part,
  prepareCounter,
  said,
  testPart,
  type,
} from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

const keyOf = (name: string) => part(`[data-testid=keypad] [aria-label="${name}"]`)
const tap = (...names: string[]) => {
  for (const name of names) keyOf(name).click()
}
const isShown = () => testPart('keypad').checkVisibility()

beforeEach(() => {
  localStorage.setItem('counterfoil-demo:keypad', 'yes')
})

afterEach(async () => {
  localStorage.removeItem('counterfoil-demo:keypad')
  await page.viewport(414, 896)
})

describe('the keypad', () => {
  it('types into the field that has the cursor, goes on, and never rings up', async () => {
    const till = await openShown(nowhere)
    mount(till)
    tap('9', '0', '0', '1', 'Erase', '1')
    expect(part('#refund-card').value).toBe('9001')
    expect(focusedId()).toBe('refund-card')
    tap('Next')
    expect(focusedId()).toBe('refund-lines-1-price')
    tap('1', '2', 'Decimal point', '5')
    expect(part('#refund-lines-1-price').value).toBe('12.5')
    expect(said('preview-total')).toBe('€12.50')
    tap('€50.00')
    expect(part('#refund-lines-1-price').value).toBe('50.00')
    tap('Next', 'Next', 'Next')
    expect(await till.entries()).toEqual([])
    testPart('ring-up').click()
    await kept()
  })

  it.each(languages)('keeps the word on its tall key inside, at every width (%s)', async (language) => {
    mount(await openShown(nowhere), language)
    const key = part('.keypad-next')
    const words = document.createRange()
    words.selectNodeContents(key)
    for (const width of [320, 390, 450, 520, 768, 1280]) {
      await page.viewport(width, 800)
      const [inner, outer] = [words.getBoundingClientRect(), key.getBoundingClientRect()]
      expect(inner.width).toBeGreaterThan(0)
      expect({ width, isInside: inner.width <= outer.width && inner.height <= outer.height }).toEqual({
        width,
        isInside: true,
      })
    }
  })

  it('replaces what is selected, and erases it', async () => {
    mount(await openShown(nowhere))
    await type('123')
    part('#refund-card').select()
    tap('4')
    expect(part('#refund-card').value).toBe('4')
    part('#refund-card').select()
    tap('Erase')
    expect(part('#refund-card').value).toBe('')
  })

  it('gives way where letters are typed, and offers amounts only for money', async () => {
    mount(await openShown(nowhere))
    expect(isShown()).toBe(true)
    const quick = part('.keypad-quick') as unknown as HTMLButtonElement
    expect(quick.disabled).toBe(true)
    part('#refund-lines-1-price').focus()
    expect(quick.disabled).toBe(false)
    part('#refund-lines-1-quantity').focus()
    expect(quick.disabled).toBe(true)
    part('#refund-notes').focus()
    expect(isShown()).toBe(false)
    part('#refund-card').focus()
    expect(isShown()).toBe(true)
  })

  it('types into the form that is shown, and never into the form of another tab', async () => {
    mount(await openShown(nowhere))
    part('#refund-lines-1-price').focus()
    tap('5')
    part('#tab-confirmOrder').focus()
    part('#tab-confirmOrder').click()
    expect(isShown()).toBe(false)
    tap('7', 'Next')
    expect(part('#refund-lines-1-price').value).toBe('5')
    expect(focusedId()).not.toMatch(/^refund/)
    part('#confirmOrder-order').focus()
    expect(isShown()).toBe(true)
    tap('7')
    expect(part('#confirmOrder-order').value).toBe('7')
    part('#tab-refund').click()
    tap('7')
    expect(part('#confirmOrder-order').value).toBe('7')
  })

  it('writes amounts as the language does', async () => {
    mount(await openShown(nowhere), 'it')
    part('#refund-lines-1-price').focus()
    tap('1', 'Virgola', '5')
    expect(part('#refund-lines-1-price').value).toBe('1,5')
    document.querySelector<HTMLElement>('.keypad-quick')?.click()
    expect(part('#refund-lines-1-price').value).toBe('5,00')
  })

  it('keeps the browser’s own keyboard away while it is there, and is remembered', async () => {
    mount(await openShown(nowhere))
    expect(part('#refund-card').inputMode).toBe('none')
    testPart('keypad-toggle').click()
    expect(isShown()).toBe(false)
    expect(part('#refund-card').inputMode).toBe('numeric')
    expect(testPart('keypad-toggle').getAttribute('aria-pressed')).toBe('false')
    expect(localStorage.getItem('counterfoil-demo:keypad')).toBe('no')
  })
})

it('every field names its keyboard, and fills nothing in by itself', async () => {
  mount(await openShown(nowhere))
  for (const kind of formKinds) {
    await choose(kind)
    for (const input of document.querySelectorAll<HTMLInputElement>(
      `#form-${kind} input:not([type=radio])`,
    )) {
      expect(input.autocomplete, input.id).toBe('off')
      expect(input.enterKeyHint, input.id).toBe('next')
      const isText =
        ['text', 'email'].includes(input.type) &&
        /name|Name|notes|email|Email|external|authorization/.test(input.id)
      expect(isText || input.dataset.keys !== undefined, input.id).toBe(true)
    }
  }
})
