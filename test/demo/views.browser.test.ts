import { afterEach, expect, it, vi } from 'vitest'
import type { Register } from '../../src/demo/register/register.js'
import { english } from '../../src/demo/shell/texts-english.js'
import { createViews } from '../../src/demo/shell/views.js'
import type { TextsChange } from '../../src/elements.js'
import { textOf, tidyUp } from '../support/elements.js'
import { pretend } from '../support/pretend.js'

afterEach(tidyUp)

/** The day as the page shows it, without the views that are not looked at. */
function showDay(elementTexts: TextsChange | undefined): Element {
  const register = { element: document.createElement('div'), setOperator: () => undefined }
  const views = createViews({
    till: pretend({ entries: [] }).till,
    texts: english,
    elementTexts,
    register: register as unknown as Register,
    office: document.createElement('div'),
    operator: '',
  })
  document.body.append(views.element)
  views.choose({ view: 'day' }, true)
  const day = document.querySelector('counterfoil-day')
  if (!day) throw new Error('there is no day')
  return day
}

it('the day of a till for training says so, and no other does', async () => {
  const { slip: notice } = english.training
  const isRead = (day: Element) =>
    vi.waitFor(() => {
      expect(textOf(day)).toContain('As of')
    })
  const training = showDay({ slip: { notice } })
  await isRead(training)
  expect(textOf(training)).toContain(notice)
  document.body.replaceChildren()
  const other = showDay(undefined)
  await isRead(other)
  expect(textOf(other)).not.toContain(notice)
})
