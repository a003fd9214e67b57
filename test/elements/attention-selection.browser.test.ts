import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mount, partOf, press, textOf, tidyUp, untilShown, write } from '../support/elements.js'
import { parkedOf, pretend } from '../support/pretend.js'
import { calmSandbox } from '../support/service.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

describe('the list of a busy day', () => {
  const entriesOf = (element: Element) =>
    [...(element.shadowRoot?.querySelectorAll('li[data-reason]') ?? [])].map(
      (item) => (item as HTMLElement).dataset.reason,
    )
  const choose = (element: Element, name: string, value: string) => {
    const select = partOf(element, `select[name=${name}]`) as HTMLSelectElement
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it('can be narrowed to one reason, which is always said, and widened again', async () => {
    const entries = [parkedOf('rejected'), parkedOf('unknown'), parkedOf('refused')]
    const element = mount('counterfoil-attention', pretend({ entries }).till)
    await untilShown(element, 'All reasons')
    choose(element, 'reason-wanted', 'unknown')
    await expect.poll(() => entriesOf(element)).toEqual(['unknown'])
    choose(element, 'reason-wanted', 'moved')
    await untilShown(element, 'Nothing here matches.')
    expect(textOf(element)).not.toContain('Nothing needs attention.')
    await press('Show all')
    await expect.poll(() => entriesOf(element)).toHaveLength(3)
    expect((partOf(element, 'select[name=reason-wanted]') as HTMLSelectElement).value).toBe('')
  })

  it('finds a card by its last digits', async () => {
    const entries = [parkedOf('rejected'), parkedOf('expired')]
    const element = mount('counterfoil-attention', pretend({ entries }).till)
    await untilShown(element, 'Group by')
    await write('Card', '0456')
    await expect.poll(() => entriesOf(element)).toEqual(['expired'])
  })

  it('finds what stands far behind the first page', async () => {
    const entries = [...Array.from({ length: 540 }, () => parkedOf('rejected')), parkedOf('unknown')]
    const element = mount('counterfoil-attention', pretend({ entries }).till)
    await untilShown(element, '1 to 50')
    choose(element, 'reason-wanted', 'unknown')
    await expect.poll(() => entriesOf(element)).toEqual(['unknown'])
  })

  it('goes one page on where the way there was pressed twice before it was read, and says which page it shows', async () => {
    const { till } = pretend({ entries: Array.from({ length: 160 }, () => parkedOf('rejected')) })
    const { promise: hold, resolve: letGo } = Promise.withResolvers<undefined>()
    let reads = 0
    const entries: typeof till.entries = async (query) => {
      reads += 1
      if (reads > 1) await hold
      return till.entries(query)
    }
    const element = mount('counterfoil-attention', { ...till, entries })
    await untilShown(element, '1 to 50 of 160')
    await press('Older')
    await press('Older')
    expect(textOf(element)).toContain('1 to 50 of 160')
    letGo(undefined)
    await untilShown(element, '51 to 100 of 160')
    await press('Older')
    await untilShown(element, '101 to 150 of 160')
  })

  it('stays on the page that it shows where another cannot be read', async () => {
    const { till, change } = pretend({ entries: Array.from({ length: 120 }, () => parkedOf('rejected')) })
    let isBroken = false
    const entries: typeof till.entries = (query) =>
      isBroken ? Promise.reject(new Error('not now')) : till.entries(query)
    const element = mount('counterfoil-attention', { ...till, entries })
    await untilShown(element, '1 to 50 of 120')
    isBroken = true
    await press('Older')
    await untilShown(element, /cannot be read/)
    expect(textOf(element)).toContain('1 to 50 of 120')
    isBroken = false
    change({ replay: { running: true, done: 0 } })
    await expect.poll(() => textOf(element)).not.toMatch(/cannot be read/)
    expect(textOf(element)).toContain('1 to 50 of 120')
  })

  it('begins with the first page of a choice that could not be read at once', async () => {
    const entries = Array.from({ length: 220 }, (_, index) =>
      parkedOf(index % 2 === 0 ? 'rejected' : 'unknown'),
    )
    const { till, change } = pretend({ entries })
    let isBroken = false
    const read: typeof till.entries = (query) =>
      isBroken ? Promise.reject(new Error('not now')) : till.entries(query)
    const element = mount('counterfoil-attention', { ...till, entries: read })
    await untilShown(element, '1 to 50 of 220')
    await press('Older')
    await untilShown(element, '51 to 100 of 220')
    isBroken = true
    choose(element, 'reason-wanted', 'unknown')
    await untilShown(element, /cannot be read/)
    isBroken = false
    change({ replay: { running: true, done: 0 } })
    await untilShown(element, '1 to 50 of 110')
  })

  it('is grouped over all pages: each group says how many it has, and one reason stands together', async () => {
    const mixed = Array.from({ length: 130 }, (_, index) =>
      parkedOf(index % 2 === 0 ? 'rejected' : 'unknown'),
    )
    const element = mount('counterfoil-attention', pretend({ entries: mixed }).till)
    await untilShown(element, '1 to 50 of 130')
    choose(element, 'grouping', 'reason')
    await expect.poll(() => new Set(entriesOf(element))).toEqual(new Set(['unknown']))
    await untilShown(element, /Not known if it worked 65/)
    await press('Older')
    await untilShown(element, '51 to 100 of 130')
    expect(entriesOf(element)).toEqual([
      ...Array<string>(15).fill('unknown'),
      ...Array<string>(35).fill('rejected'),
    ])
    await untilShown(element, /Not known if it worked 65 .*Refused 65/s)
  })

  it('of all that was handed over is taken back at once, beyond the page too', async () => {
    const entries = [...Array.from({ length: 70 }, () => parkedOf('moved')), parkedOf('unknown')]
    const { till, asked } = pretend({ entries })
    const element = mount('counterfoil-attention', till)
    element.operator = 'Eva'
    await untilShown(element, 'Group by')
    expect(textOf(element)).not.toContain('Take 70 back…')
    choose(element, 'reason-wanted', 'moved')
    await press('Take 70 back…')
    await untilShown(element, 'otherwise they are done twice')
    await press('The file was lost')
    await press('Review')
    await untilShown(element, 'and 50 more')
    await press('Take all 70 back')
    await untilShown(element, '70 were taken back.')
    expect(asked).toEqual(Array<string>(70).fill('takeBack Eva: The file was lost'))
  })

  it('can be grouped by reason, each group with its heading and its number', async () => {
    const entries = [parkedOf('rejected'), parkedOf('unknown'), parkedOf('rejected')]
    const element = mount('counterfoil-attention', pretend({ entries }).till)
    await untilShown(element, 'Group by')
    choose(element, 'grouping', 'reason')
    await expect.poll(() => entriesOf(element)).toEqual(['unknown', 'rejected', 'rejected'])
    const headings = [...(element.shadowRoot?.querySelectorAll('.group > h3') ?? [])]
    expect(headings.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'Not known if it worked 1',
      'Refused 2',
    ])
    choose(element, 'grouping', 'card')
    await untilShown(element, /••••0123 2/)
  })

  it('shows what gives something up for good in another colour than the rest', async () => {
    const element = mount('counterfoil-attention', pretend({ entries: [parkedOf('rejected')] }).till)
    await untilShown(element, 'Void')
    const colourOf = (act: string) => getComputedStyle(partOf(element, `[data-act=${act}]`)).color
    expect(colourOf('void')).not.toBe(colourOf('send-again'))
    await press('Void')
    expect(partOf(element, '#panel .primary').classList.contains('danger')).toBe(true)
  })
})
