import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { kept, mount, part, prepareCounter, refund, testPart } from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

afterEach(async () => {
  localStorage.removeItem('counterfoil-demo:keypad')
  await page.viewport(1280, 800)
})

/** What lies over the middle of an element; undefined if nothing does. */
function findCover(element: Element): Element | undefined {
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return there && (there === element || element.contains(there)) ? undefined : (there ?? document.body)
}

describe('in a low window', () => {
  it.each([
    [640, 400],
    [844, 390],
  ])('at %i × %i what became of the operation stays in view, and so does the next field', async (...size) => {
    await page.viewport(...size)
    mount(await openShown(nowhere))
    await refund('9001000000000042')
    await kept()
    const { top, bottom } = testPart('confirmation').getBoundingClientRect()
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(size[1])
    expect(document.activeElement).toBe(part('#refund-card'))
    expect(findCover(part('#refund-card'))).toBeUndefined()
  })

  // A phone and a screen, in letters half as large again: a window is as low as its letters are large.
  it.each([
    [260, 563],
    [853, 533],
  ])('at %i × %i the keypad covers nothing that has the focus', async (...size) => {
    await page.viewport(...size)
    mount(await openShown(nowhere))
    const toggle = testPart('keypad-toggle')
    if (toggle.getAttribute('aria-pressed') !== 'true') toggle.click()
    part('#refund-card').focus()
    const covered: string[] = []
    while (document.activeElement?.closest('.form')) {
      const cover = findCover(document.activeElement)
      if (cover)
        covered.push(`${document.activeElement.id || document.activeElement.className}: ${cover.className}`)
      await userEvent.keyboard('{Tab}')
    }
    expect(covered).toEqual([])
  })
})
