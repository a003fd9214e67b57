import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CounterfoilJournal } from '../../src/elements.js'
import type { Till } from '../../src/index.js'
import { clearShown, partOf, show, textOf } from '../support/elements.js'
import { holdStatus, longCard, openLongTill } from '../support/long-journal.js'
import { countReads } from '../support/reads.js'
import { refundOf } from '../support/models.js'

const size = 4_000
afterEach(clearShown)

const rowsOf = (element: Element) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])]
const rowOf = (element: Element, id: string) => partOf(element, `.row[data-id="${id}"]`)
const focusedId = (element: Element) => (element.shadowRoot?.activeElement as HTMLElement | null)?.dataset.id

function press(element: Element, key: string): void {
  const target = element.shadowRoot?.activeElement
  if (!target) throw new Error('nothing has the focus')
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** A till that counts what it is asked for; nothing that happens on its line makes an element read again. */
function count(till: Till): { till: Till; calls: () => number } {
  let calls = 0
  const entries: Till['entries'] = (filter) => {
    calls += 1
    return till.entries(filter)
  }
  return { till: { ...holdStatus(till), entries }, calls: () => calls }
}

async function showLong(till: Till): Promise<CounterfoilJournal> {
  const element = await show('counterfoil-journal', { till })
  await vi.waitFor(() => {
    expect(rowsOf(element).length).toBeGreaterThan(5)
  })
  return element
}

async function scrollTo(element: Element, top: number): Promise<void> {
  partOf(element, '.scroller').scrollTop = top
  await vi.waitFor(() => {
    const rows = rowsOf(element)
    const scroller = partOf(element, '.scroller').getBoundingClientRect()
    const seen = rows.filter((row) => {
      const { top: from, bottom: to } = row.getBoundingClientRect()
      return to > scroller.top && from < scroller.bottom
    })
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.filter(({ dataset: { id } }) => id === undefined)).toEqual([])
  })
}

describe('a long journal', () => {
  let till: Till
  beforeAll(async () => {
    till = await openLongTill(size)
  })
  afterAll(() => {
    till.close()
  })

  it('draws only what is in sight, and says how many there are', async () => {
    const element = await showLong(till)
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('4,000 operations')
    })
    expect(rowsOf(element).length).toBeLessThan(50)
    expect(partOf(element, '[role=grid]').getAttribute('aria-rowcount')).toBe('4001')
    expect(rowsOf(element)[0]?.getAttribute('aria-rowindex')).toBe('2')
    expect(rowsOf(element)[0]?.dataset.id).toBe('e3999')
  })

  it('reaches the oldest, and draws no more rows there', async () => {
    const element = await showLong(till)
    await scrollTo(element, 1e9)
    await vi.waitFor(() => {
      expect(rowsOf(element).at(-1)?.getAttribute('aria-rowindex')).toBe('4001')
    })
    expect(textOf(rowsOf(element).at(-1) ?? element)).toContain('No. 0')
    expect(rowsOf(element).length).toBeLessThan(50)
    await scrollTo(element, 0)
    expect(rowsOf(element)[0]?.dataset.id).toBe('e3999')
  })

  it('asks the till only for what comes into sight', async () => {
    const counted = count(till)
    const element = await showLong(counted.till)
    await vi.waitFor(() => {
      expect(counted.calls()).toBeGreaterThan(0)
      expect(Reflect.get(element, 'isReading')).toBe(false)
    })
    const before = counted.calls()
    const reads = countReads()
    await scrollTo(element, 300)
    await scrollTo(element, 600)
    reads.stop()
    expect(counted.calls() - before).toBeLessThanOrEqual(2)
    expect(reads.rows()).toBeLessThanOrEqual(500)
  })

  it('goes on by keyboard beyond what was drawn, to the page and to both ends', async () => {
    const element = await showLong(till)
    rowOf(element, 'e3999').focus()
    for (let steps = 1; steps <= 60; steps += 1) {
      press(element, 'ArrowDown')
      await vi.waitFor(() => {
        expect(focusedId(element)).toBe(`e${3999 - steps}`)
      })
    }
    press(element, 'ArrowUp')
    await vi.waitFor(() => {
      expect(focusedId(element)).toBe('e3940')
    })
    press(element, 'PageDown')
    await vi.waitFor(() => {
      expect(Number(focusedId(element)?.slice(1))).toBeLessThan(3936)
    })
    press(element, 'End')
    await vi.waitFor(() => {
      const row = element.shadowRoot?.activeElement
      expect(row?.getAttribute('aria-rowindex')).toBe('4001')
      expect(row?.getAttribute('data-id')).not.toBeNull()
    })
    press(element, 'Home')
    await vi.waitFor(() => {
      expect(focusedId(element)).toBe('e3999')
    })
    expect(rowsOf(element).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('keeps the row with the focus while it is scrolled out of sight', async () => {
    const element = await showLong(till)
    rowOf(element, 'e3998').focus()
    await scrollTo(element, 20_000)
    expect(focusedId(element)).toBe('e3998')
    press(element, 'ArrowDown')
    await vi.waitFor(() => {
      expect(focusedId(element)).toBe('e3997')
    })
    expect(partOf(element, '.scroller').scrollTop).toBeLessThan(200)
  })

  it('finds a card by its code, by its last digits, and what stands far back when asked to', async () => {
    const element = await showLong(till)
    const search = partOf(element, '#search') as HTMLInputElement
    const ask = (text: string) => {
      search.value = text
      search.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    ask(longCard(77))
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('8 operations found')
    })
    expect(rowsOf(element).map(({ dataset: { id } }) => id)).toEqual(
      [3577, 3077, 2577, 2077, 1577, 1077, 577, 77].map((index) => `e${index}`),
    )
    ask('#7')
    await vi.waitFor(() => {
      expect(rowsOf(element).map(({ dataset: { id } }) => id)).toEqual(['e7'])
    })
    ask('…477')
    await vi.waitFor(() => {
      expect(rowsOf(element)[0]?.dataset.id).toBe('e3977')
    })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=foot]'))).toContain('Looked back to')
      expect(textOf(partOf(element, '[part=count]'))).toBe('4 operations so far')
    })
    partOf(element, '[part=foot] button').click()
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('8 operations found')
    })
  })

  it('lets no row jump when something new comes on top of what is being read', async () => {
    const element = await showLong(till)
    await scrollTo(element, 5_000)
    const scroller = partOf(element, '.scroller').getBoundingClientRect()
    const seen = rowsOf(element).find((row) => row.getBoundingClientRect().top >= scroller.top)
    const id = seen?.dataset.id ?? ''
    seen?.focus({ preventScroll: true })
    const place = rowOf(element, id).getBoundingClientRect().top
    const index = Number(rowOf(element, id).dataset.index)
    await till.refund(refundOf('fresh', 3))
    await till.refund(refundOf('fresh', 4))
    await vi.waitFor(() => {
      expect(Number(rowOf(element, id).dataset.index)).toBe(index + 2)
    })
    expect(Math.abs(rowOf(element, id).getBoundingClientRect().top - place)).toBeLessThan(2)
    expect(focusedId(element)).toBe(id)
    await scrollTo(element, 0)
    expect(textOf(rowsOf(element)[0] ?? element)).toContain('€4.00')
  })
})
