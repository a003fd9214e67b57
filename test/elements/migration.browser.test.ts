import { afterEach, expect, it, vi } from 'vitest'
import { clearShown, nowhere, openShown, partOf, show, textOf } from '../support/elements.js'

afterEach(clearShown)

const cards = { OldCardCode: '9001000000000011', StoredValueCardCode: '9001000000000022' }

it.each(['counterfoil-journal', 'counterfoil-outcome', 'counterfoil-receipt'] as const)(
  'a replaced card is told from the new one in %s',
  async (tag) => {
    const till = await openShown(nowhere)
    const entry = await till.migrate(cards)
    const element = await show(tag, { till, ...(tag !== 'counterfoil-journal' && { entry }) })
    await vi.waitFor(() => {
      expect(textOf(element).toLowerCase()).toMatch(/old card ••••0011 (→ )?new card ••••0022/)
    })
  },
)

it('in Italian too', async () => {
  document.documentElement.lang = 'it'
  const till = await openShown(nowhere)
  await till.migrate(cards)
  const element = await show('counterfoil-journal', { till })
  await vi.waitFor(() => {
    expect(textOf(element)).toContain('Vecchia carta ••••0011 → nuova carta ••••0022')
  })
})

it('in Polish fits into a row on a telephone, as the old card before the new one', async () => {
  document.documentElement.lang = 'pl'
  const till = await openShown(nowhere)
  await till.migrate(cards)
  const element = await show('counterfoil-journal', { till })
  element.style.width = '340px'
  await vi.waitFor(() => {
    const subject = partOf(element, '.row .subject')
    expect(subject.innerText.trim()).toBe('…0011 → …0022')
    expect(subject.scrollWidth).toBeLessThanOrEqual(subject.clientWidth)
    const kind = partOf(element, '.row .kind')
    expect(kind.scrollWidth).toBeLessThanOrEqual(kind.clientWidth)
  })
})
