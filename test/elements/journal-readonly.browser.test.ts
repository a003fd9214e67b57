import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ListedEntry } from '../../src/index.js'
import { clearShown, nowhere, openShown, partOf, show, textOf } from '../support/elements.js'
import { refundOf } from '../support/models.js'

afterEach(async () => {
  await clearShown()
  await page.viewport(414, 896)
})

const idsOf = (element: Element) =>
  [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])].map(({ dataset: { id } }) => id)

function search(element: Element, text: string): void {
  const field = partOf(element, '#search') as HTMLInputElement
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

async function expectIds(element: Element, ids: readonly string[]): Promise<void> {
  await vi.waitFor(() => {
    expect(idsOf(element)).toEqual(ids)
  })
}

it('a journal that only shows offers to cancel nothing, until it may', async () => {
  const till = await openShown(nowhere)
  const { id } = await till.refund(refundOf('9001000000000017', 5))
  const element = await show('counterfoil-journal', { till, selected: id, readOnly: true })
  await vi.waitFor(() => {
    expect(partOf(element, 'counterfoil-receipt').shadowRoot?.textContent).toContain('5.00')
  })
  expect(textOf(partOf(element, '.detail'))).not.toContain('Cancel this operation')
  element.removeAttribute('readonly')
  element.readOnly = false
  await vi.waitFor(() => {
    expect(textOf(partOf(element, '.detail'))).toContain('Cancel this operation')
  })
})

it('finds by the host’s own way where it is given one, and reduces what it finds', async () => {
  const till = await openShown(nowhere)
  const { id: scarf } = await till.refund({ ...refundOf('9001000000000017', 5), Notes: 'blue scarf' })
  const { id: glove } = await till.refund({ ...refundOf('9001000000000025', 6), Notes: 'green glove' })
  const asked: string[] = []
  const element = await show('counterfoil-journal', {
    till,
    search: async (text: string): Promise<readonly ListedEntry[]> => {
      asked.push(text)
      return (await till.entries()).filter((entry) => JSON.stringify(entry).includes(text))
    },
  })
  await expectIds(element, [glove, scarf])
  expect(asked).toEqual([])
  search(element, 'scarf')
  await expectIds(element, [scarf])
  await expect.poll(() => textOf(partOf(element, '[part=count]'))).toBe('1 operation found')
  const { id: late } = await till.refund({ ...refundOf('9001000000000033', 7), Notes: 'red scarf' })
  await expectIds(element, [late, scarf])
  const standing = partOf(element, '#standing') as HTMLSelectElement
  standing.value = 'settled'
  standing.dispatchEvent(new Event('change', { bubbles: true }))
  await expectIds(element, [])
  search(element, '')
  standing.value = 'all'
  standing.dispatchEvent(new Event('change', { bubbles: true }))
  await expectIds(element, [late, glove, scarf])
})

it('says what was found, and not that it searches, while the host looks again for what is new', async () => {
  const till = await openShown(nowhere)
  const { id: scarf } = await till.refund({ ...refundOf('9001000000000017', 5), Notes: 'blue scarf' })
  const waiting: (() => void)[] = []
  let isSlow = false
  const element = await show('counterfoil-journal', {
    till,
    search: async (): Promise<readonly ListedEntry[]> => {
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      return till.entries()
    },
  })
  search(element, 'scarf')
  const count = () => textOf(partOf(element, '[part=count]'))
  await expect.poll(count).toBe('1 operation found')
  isSlow = true
  const { id: late } = await till.refund({ ...refundOf('9001000000000033', 7), Notes: 'red scarf' })
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  element.requestUpdate()
  await element.updateComplete
  expect(count()).toBe('1 operation found')
  isSlow = false
  for (const resolve of waiting) resolve()
  await expectIds(element, [late, scarf])
  await expect.poll(count).toBe('2 operations found')
})

it('finds more than are kept in memory, and shows the last of them', async () => {
  const till = await openShown(nowhere)
  const { id } = await till.refund(refundOf('9001000000000017', 5))
  const entry = await till.entry(id)
  if (!entry) throw new Error('it was not saved')
  const many = Array.from({ length: 3_000 }, (_, index) => ({ ...entry, id: `e${index}` }))
  const element = await show('counterfoil-journal', { till, search: () => Promise.resolve(many) })
  await expectIds(element, [id])
  search(element, 'all')
  await vi.waitFor(() => {
    expect(textOf(partOf(element, '[part=count]'))).toBe('3,000 operations found')
  })
  partOf(element, '.scroller').scrollTop = 1e9
  await vi.waitFor(() => {
    const last = element.shadowRoot?.querySelector('.row[data-id="e2999"]')
    expect(last && textOf(last)).toContain('€5.00')
  })
})

it('has its button to close above the title, so that a click beside the list reaches it', async () => {
  await page.viewport(1280, 800)
  const till = await openShown(nowhere)
  const { id } = await till.refund(refundOf('9001000000000017', 5))
  const element = await show('counterfoil-journal', { till, selected: id })
  await vi.waitFor(() => {
    partOf(element, '.close').scrollIntoView()
    expect(partOf(element, '.side').clientWidth).toBeGreaterThan(0)
    const { left, top, width, height } = partOf(element, '.close').getBoundingClientRect()
    const hit = element.shadowRoot?.elementFromPoint(left + width / 2, top + height / 2)
    expect(hit?.closest('button')?.className).toBe('close')
  })
})
