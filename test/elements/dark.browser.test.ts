import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearShown, show, textOf } from '../support/elements.js'
import { listParked, pretend } from '../support/pretend.js'

const tags = [
  'counterfoil-status',
  'counterfoil-attention',
  'counterfoil-journal',
  'counterfoil-receipt',
  'counterfoil-outcome',
  'counterfoil-day',
] as const

const page = document.documentElement

afterEach(async () => {
  page.className = ''
  page.removeAttribute('style')
  document.body.removeAttribute('style')
  document.querySelector('#host-style')?.remove()
  await clearShown()
})

async function showElement(tag: (typeof tags)[number]): Promise<HTMLElement> {
  const entries = listParked()
  const { till } = pretend({ entries })
  const [entry] = entries
  const element = await show(tag, {
    till,
    ...((tag === 'counterfoil-receipt' || tag === 'counterfoil-outcome') && { entry }),
  })
  await vi.waitFor(() => {
    expect(textOf(element).length).toBeGreaterThan(20)
  })
  return element
}

async function listFaint(element: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(element, { runOnly: ['color-contrast'] })
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
}

const inkOf = (element: HTMLElement) => getComputedStyle(element).color
const groundOf = (element: HTMLElement) => getComputedStyle(element).backgroundColor

describe.each(tags)('%s', (tag) => {
  it('is dark where the page’s own class says so', async () => {
    const style = document.createElement('style')
    style.id = 'host-style'
    style.textContent = ':root { color-scheme: light } .dark { color-scheme: dark }'
    document.head.append(style)
    const element = await showElement(tag)
    expect([inkOf(element), groundOf(element)]).toEqual(['rgb(26, 35, 32)', 'rgb(255, 255, 255)'])
    page.className = 'dark'
    expect([inkOf(element), groundOf(element)]).toEqual(['rgb(231, 236, 233)', 'rgb(25, 32, 29)'])
  })

  it.each([
    ['light', '#101418'],
    ['dark', '#ffffff'],
  ])('is readable in a %s scheme on a page that looks otherwise', async (scheme, ground) => {
    page.style.colorScheme = scheme
    page.style.background = ground
    document.body.style.background = ground
    const element = await showElement(tag)
    expect(await listFaint(element)).toEqual([])
  })
})
