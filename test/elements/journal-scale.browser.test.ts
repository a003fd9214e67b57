import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { clearShown, partOf, show, textOf } from '../support/elements.js'
import { holdStatus, longCard, openLongTill, untilTidied } from '../support/long-journal.js'
import { countReads, type Reads } from '../support/reads.js'

const size = 100_000
afterEach(clearShown)

const rowsOf = (element: Element) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])]
const areRead = (element: Element) => {
  const rows = rowsOf(element)
  return rows.length > 5 && rows.every(({ dataset: { id } }) => id !== undefined)
}

describe('the journal with a hundred thousand entries', () => {
  let till: Till
  let reads: Reads
  let calls = 0
  beforeAll(async () => {
    const opened = await openLongTill(size, 2_000)
    const entries: Till['entries'] = (filter) => {
      calls += 1
      return opened.entries(filter)
    }
    await vi.waitFor(() => {
      expect(opened.status.value.counts.queued).toBe(1)
    })
    await untilTidied(opened)
    till = { ...holdStatus(opened), entries }
    reads = countReads()
  })
  afterAll(() => {
    reads.stop()
    till.close()
  })

  function reset(): void {
    reads.reset()
    calls = 0
  }

  async function showAll(): Promise<Element> {
    const element = await show('counterfoil-journal', { till })
    await vi.waitFor(() => {
      expect(areRead(element)).toBe(true)
      expect(textOf(partOf(element, '[part=count]'))).toBe('100,000 operations')
      expect(Reflect.get(element, 'isReading')).toBe(false)
    })
    return element
  }

  it('opens with what is in sight', async () => {
    reset()
    const element = await showAll()
    expect(calls).toBeLessThanOrEqual(4)
    expect(reads.rows()).toBeLessThanOrEqual(600)
    expect(rowsOf(element).length).toBeLessThan(50)
    expect(partOf(element, '.space').offsetHeight).toBeGreaterThan(5_000_000)
  })

  it('reads at most one more page for each screen that is scrolled', async () => {
    const element = await showAll()
    const scroller = partOf(element, '.scroller')
    for (let screens = 1; screens <= 10; screens += 1) {
      reset()
      scroller.scrollTop = screens * scroller.clientHeight
      await vi.waitFor(() => {
        expect(Number(rowsOf(element).at(-1)?.getAttribute('aria-rowindex'))).toBeGreaterThan(screens * 5)
        expect(areRead(element)).toBe(true)
      })
      expect(calls).toBeLessThanOrEqual(2)
      expect(reads.rows()).toBeLessThanOrEqual(250)
      expect(rowsOf(element).length).toBeLessThan(50)
    }
  })

  it('finds a receipt by its number, and a card by its code, without looking through the rest', async () => {
    const element = await showAll()
    const field = partOf(element, '#search') as HTMLInputElement
    const search = async (text: string, newest: string) => {
      reset()
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await vi.waitFor(() => {
        expect(rowsOf(element)[0]?.dataset.id).toBe(newest)
        expect(partOf(element, '[role=grid]').getAttribute('aria-busy')).toBe('false')
      })
    }
    await search('#99123', 'e99123')
    expect(reads.rows()).toBeLessThanOrEqual(200)
    // Two hundred entries are of the card.
    await search(longCard(77), 'e99577')
    expect(reads.rows()).toBeLessThanOrEqual(800)
  })

  it('looks through the newest alone for the last digits of a card', async () => {
    const element = await showAll()
    const field = partOf(element, '#search') as HTMLInputElement
    reset()
    field.value = '…0499'
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=foot]'))).toContain('Looked back to')
    })
    expect(rowsOf(element).map(({ dataset: { id } }) => id)).toEqual(['e99999', 'e99499', 'e98999', 'e98499'])
    expect(calls).toBeLessThanOrEqual(15)
    expect(reads.rows()).toBeLessThanOrEqual(5_000)
  })
})
