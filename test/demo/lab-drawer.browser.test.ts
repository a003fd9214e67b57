import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLabDrawer } from '../../src/demo/shell/lab-drawer.js'
import type { Till } from '../../src/index.js'
import { mount, prepareCounter, testPart } from '../support/counter.js'
import { demoTexts } from '../support/demo-texts.js'
import { openShown } from '../support/elements.js'
import { control } from '../support/service.js'

prepareCounter()

afterEach(() => {
  location.hash = ''
  localStorage.removeItem('counterfoil-demo:tour-outage')
})

/** The lab as the shell has it: its button in the header, its drawer after the view. */
function showDrawer(till: Till): HTMLButtonElement {
  const toggle = document.createElement('button')
  const header = document.createElement('header')
  header.append(toggle)
  document.body.prepend(header)
  const { lab: texts } = demoTexts.en
  const words = { label: 'Lab', labelClose: 'Close the lab' }
  document.body.append(createLabDrawer({ till, language: 'en', texts, ...words, toggle }))
  return toggle
}

describe('the drawer of the lab', () => {
  it('puts the tour before all else, and gives the focus back to its button when the tour is ended', async () => {
    const till = await openShown()
    mount(till)
    const toggle = showDrawer(till)
    toggle.click()
    await vi.waitFor(() => {
      testPart('tour-start').click()
    })
    expect(document.body.firstElementChild).toBe(testPart('tour'))
    const end = testPart('tour-end')
    end.focus()
    end.click()
    await vi.waitFor(() => {
      expect(document.querySelector('[data-testid=tour]')).toBeNull()
      expect(document.activeElement).toBe(toggle)
    })
  })

  it('gives the line back that a tour had taken when its page ended', async () => {
    const till = await openShown()
    await control('outage', 'POST', { on: true })
    localStorage.setItem('counterfoil-demo:tour-outage', 'yes')
    showDrawer(till)
    await vi.waitFor(async () => {
      const state = (await (await control('state', 'GET')).json()) as { outage: boolean }
      expect(state.outage).toBe(false)
    })
  })
})
