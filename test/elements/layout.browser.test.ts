import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mount, partOf, tidyUp, untilShown } from '../support/elements.js'
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
  tidyUp()
  await page.viewport(414, 896)
})

/** Every element with more in it than usual. */
async function fillPage(): Promise<Element[]> {
  const { till } = pretend({ status, entries: listParked() })
  const words = document.documentElement.lang === 'it' ? /Annulla operazione/ : /Void/
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

describe.for(['en', 'it'])('in %s', (language) => {
  beforeEach(() => {
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
