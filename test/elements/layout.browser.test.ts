import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addLanguage } from '../../src/elements.js'
import { findTexts, languages, loadLanguage } from '../../src/elements/texts/languages.js'
import { mount, partOf, textOf, tidyUp, untilShown } from '../support/elements.js'
import { fullModels } from '../support/models.js'
import { entryOf, listParked, parkedOf, pretend } from '../support/pretend.js'

const pauses = [
  { scope: 'till', reason: 'held', since: new Date(), by: 'Maria Antonietta Bonaccorsi' },
] as const
const status = {
  counts: { queued: 1_204, sending: 3, settled: 380, parked: 9, voided: 0 },
  pauses: [...pauses],
  replay: { running: true, done: 380, total: 1_587 },
}

afterEach(async () => {
  document.documentElement.style.fontSize = ''
  document.documentElement.dir = ''
  tidyUp()
  await page.viewport(414, 896)
})

/** Every element with more in it than usual. */
async function fillPage(): Promise<Element[]> {
  const { till } = pretend({ status, entries: listParked() })
  const words = findTexts(document.documentElement.lang).acts.void
  const elements = [mount('counterfoil-status', till), mount('counterfoil-attention', till)]
  const merging = mount('counterfoil-attention', pretend({ entries: [parkedOf('conflict')] }).till)
  const correcting = mount('counterfoil-attention', pretend({ entries: [parkedOf('rejected')] }).till)
  for (const element of [elements[1], merging, correcting]) if (element) await untilShown(element, words)
  partOf(merging, '[data-act=merge]').click()
  await expect.poll(() => merging.shadowRoot?.querySelectorAll('.clash').length).toBe(4)
  partOf(correcting, '[data-act=amend]').click()
  await expect.poll(() => correcting.shadowRoot?.querySelector('#panel')).not.toBeNull()
  const receipt = mount('counterfoil-receipt', till)
  receipt.entry = entryOf('refund', fullModels.refund)
  const outcome = mount('counterfoil-outcome', till)
  for (const entry of [parkedOf('unknown'), parkedOf('rejected')]) {
    outcome.entry = entry
    await outcome.updateComplete
  }
  const waiting = mount('counterfoil-outcome', till)
  waiting.entry = entryOf('refund', fullModels.refund, { state: 'queued' })
  await waiting.updateComplete
  partOf(waiting, '.cancel').click()
  await expect.poll(() => waiting.shadowRoot?.querySelector('#panel')).not.toBeNull()
  const day = mount('counterfoil-day', till)
  await untilShown(day, /20|€/)
  return [...elements, merging, correcting, receipt, outcome, waiting, day]
}

/** Buttons whose words do not fit into them. */
function listCut(elements: readonly Element[]): string[] {
  return elements
    .flatMap((element) => [...(element.shadowRoot?.querySelectorAll('button, summary, th, dt') ?? [])])
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map(({ outerHTML }) => outerHTML)
}

describe.for(languages)('in %s', (language) => {
  it('every word fits on a narrow telephone', async () => {
    await loadLanguage(language)
    document.documentElement.lang = language
    await page.viewport(320, 900)
    const elements = await fillPage()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(listCut(elements)).toEqual([])
  })
})

describe('from right to left, in Arabic', () => {
  it.for([320, 1_280])(
    'nothing is wider than a page of %d pixels, and what comes first stands right',
    async (width) => {
      addLanguage('ar', {
        status: { replay: 'إرسال الآن', label: 'حالة الصندوق' },
        acts: { void: 'إلغاء العملية', amend: 'تصحيح' },
        list: { label: 'بحاجة إلى مراجعة' },
      })
      document.documentElement.lang = 'ar'
      document.documentElement.dir = 'rtl'
      await page.viewport(width, 900)
      const [status, attention] = await fillPage()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      expect(attention && textOf(attention)).toContain('إلغاء العملية')
      const line = status && partOf(status, '[part~=reach]').getBoundingClientRect()
      expect(line?.right).toBeGreaterThan(width - 60)
    },
  )

  it('the dots of a card stay before its digits, and a closed detail points to its words', async () => {
    document.documentElement.dir = 'rtl'
    const { till } = pretend({ status, entries: listParked() })
    const attention = mount('counterfoil-attention', till)
    await untilShown(attention, '••••')
    const card = partOf(attention, '[part=title] bdi')
    expect(card.textContent).toMatch(/^••••\d{4}(, ••••\d{4})*$/)
    const text = [...card.childNodes].find(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent !== '',
    )
    const leftOf = (from: number) => {
      const range = document.createRange()
      if (text) range.setStart(text, from)
      if (text) range.setEnd(text, from + 1)
      return range.getBoundingClientRect().left
    }
    expect(leftOf(0)).toBeLessThan(leftOf(4))
    const summary = partOf(attention, 'summary')
    expect(getComputedStyle(summary, '::before').rotate).toBe('135deg')
  })
})

describe.for(['en', 'de'])('in %s', (language) => {
  beforeEach(async () => {
    await loadLanguage(language)
    document.documentElement.lang = language
  })

  it.for([
    [320, '100%'],
    [390, '100%'],
    [640, '200%'],
  ] as const)('nothing is wider than a page of %d pixels with text at %s', async ([width, size]) => {
    await page.viewport(width, 900)
    document.documentElement.style.fontSize = size
    await fillPage()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('whatever is pressed is large enough for a finger', async () => {
    await page.viewport(390, 900)
    const elements = await fillPage()
    const pressed = elements.flatMap((element) => [
      ...(element.shadowRoot?.querySelectorAll('button, summary, label.select, .clash label, input') ?? []),
    ])
    expect(pressed.length).toBeGreaterThan(50)
    const small = pressed
      .filter((element) => !element.matches('label input[type=checkbox], label input[type=radio]'))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
    expect(small.map(({ outerHTML }) => outerHTML)).toEqual([])
  })
})
