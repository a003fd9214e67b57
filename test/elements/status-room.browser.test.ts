import { page } from 'vitest/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { languages, loadLanguage } from '../../src/elements/texts/languages.js'
import { mount, tidyUp } from '../support/elements.js'
import { pretend } from '../support/pretend.js'

afterEach(async () => {
  tidyUp()
  await page.viewport(414, 896)
})

/** A till whose page shows the status in one line. */
async function mountSticky(counts: object): Promise<Element> {
  const element = mount('counterfoil-status', pretend({ status: { reach: 'offline', counts } }).till)
  element.setAttribute('sticky', '')
  await element.updateComplete
  await document.fonts.ready
  return element
}

const boxOf = (element: Element, place: string) => {
  const part = element.shadowRoot?.querySelector(place)
  if (!part) throw new Error(`there is no ${place}`)
  return part.getBoundingClientRect()
}

/** Whether the words are seen; those without room have wrapped out of sight. */
function isSeen(element: Element, place: string): boolean {
  const [frame, words] = [boxOf(element, place), boxOf(element, `${place} > .words`)]
  return words.top < frame.bottom - 1 && words.width > 0
}

/** Whatever of the line is seen in part only. */
function listCut(element: Element): string[] {
  const places = ['.waiting', '.parked .fit']
  const cut = places.filter((place) => {
    const frame = boxOf(element, place)
    const edge = isSeen(element, place)
      ? boxOf(element, `${place} > .words`).right
      : measureShort(element, `${place} > .short`)
    return edge > frame.right + 1.5
  })
  const line = boxOf(element, '.line')
  const reach = element.shadowRoot?.querySelector('.reach')
  if (!reach || reach.scrollWidth > reach.clientWidth + 1) cut.push('.reach')
  if (boxOf(element, 'button.parked').right > line.right) cut.push('.parked')
  return cut
}

/** Where a number ends that has no width of its own. */
function measureShort(element: Element, place: string): number {
  const short = element.shadowRoot?.querySelector<HTMLElement>(place)
  return boxOf(element, place).left + (short?.scrollWidth ?? NaN)
}

describe.for(languages)('the status in one line, in %s', (language) => {
  it.for([320, 390])('shows nothing in part at %d pixels', async (width) => {
    await loadLanguage(language)
    document.documentElement.lang = language
    await page.viewport(width, 800)
    expect(listCut(await mountSticky({ queued: 3, sending: 0, parked: 6 }))).toEqual([])
    tidyUp()
    expect(listCut(await mountSticky({ queued: 1_204, sending: 3, parked: 1_006 }))).toEqual([])
  })
})

describe('the status in one line', () => {
  it('gives up the words about what waits before those about what needs attention', async () => {
    await loadLanguage('it')
    document.documentElement.lang = 'it'
    await page.viewport(340, 800)
    const element = await mountSticky({ queued: 5, sending: 0, parked: 2 })
    expect([isSeen(element, '.waiting'), isSeen(element, '.parked .fit')]).toEqual([false, true])
    tidyUp()
    await page.viewport(600, 800)
    const wide = await mountSticky({ queued: 5, sending: 0, parked: 2 })
    expect([isSeen(wide, '.waiting'), isSeen(wide, '.parked .fit')]).toEqual([true, true])
  })

  it('tells a screen reader the words all the same, and each number once', async () => {
    document.documentElement.lang = 'en'
    await page.viewport(320, 800)
    const element = await mountSticky({ queued: 5, sending: 0, parked: 2 })
    const line = element.shadowRoot?.querySelector('.line')
    expect(line?.textContent.replaceAll(/\s+/g, ' ').trim()).toMatch(/Offline ?5 waiting ?2 need attention$/)
  })
})
