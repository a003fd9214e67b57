import { expect, vi } from 'vitest'
import type { CounterfoilJournal } from '../../src/elements.js'
import { partOf, textOf } from './elements.js'

/** As wide as a desk: the operation stands beside the list. */
export const wide = '1200px'

/** As wide as a phone: the operation stands in place of the list. */
export const narrow = '390px'

export const detailOf = (element: Element) => partOf(element, '[part=detail]')
export const rowOf = (element: Element, id: string) => partOf(element, `.row[data-id="${id}"]`)

/** Opens an operation in the journal by its row. */
export async function open(element: CounterfoilJournal, id: string, width: string): Promise<void> {
  element.style.width = width
  await vi.waitFor(() => rowOf(element, id))
  rowOf(element, id).click()
  await vi.waitFor(() => {
    expect(textOf(detailOf(element))).toContain(id)
  })
}
