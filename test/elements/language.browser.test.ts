import { afterEach, expect, it, vi } from 'vitest'
import { clearShown, nowhere, openShown, show, textOf } from '../support/elements.js'

afterEach(clearShown)

it('an element speaks the page’s language, and follows it while it is shown', async () => {
  const till = await openShown(nowhere)
  const day = await show('counterfoil-day', { till })
  const attention = await show('counterfoil-attention', { till })
  const said = () => `${textOf(day)} ${textOf(attention)}`
  await vi.waitFor(() => {
    expect(said()).toMatch(/Download CSV.*Needs attention/)
  })
  document.documentElement.lang = 'it-IT'
  await vi.waitFor(() => {
    expect(said()).toMatch(/Scarica.*Da verificare/)
  })
  expect(said()).not.toContain('Download')
})
