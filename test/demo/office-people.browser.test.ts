import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPeopleCard, createTrainingCard } from '../../src/demo/shell/office-people.js'
import type { OfficeDeps } from '../../src/demo/shell/card.js'
import { english } from '../../src/demo/shell/texts-english.js'

const onReload = vi.fn()
const deps = {
  texts: english,
  preferences: { language: 'en', operator: '', isTraining: false },
  signIn: { people: { list: () => [], subscribe: () => () => undefined } },
  onOperator: () => undefined,
  onReload,
} as unknown as OfficeDeps

beforeEach(() => {
  onReload.mockReset()
  document.body.append(createPeopleCard(deps), createTrainingCard(deps))
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
  sessionStorage.clear()
  localStorage.clear()
})

function chooseLanguage(language: string): HTMLSelectElement {
  const select = document.querySelector('select')
  if (!select) throw new Error('there is no choice of a language')
  select.value = language
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return select
}

const startTraining = () => document.querySelector<HTMLElement>('[data-testid=training]')?.click()
const outcomes = () => [...document.querySelectorAll('.outcome')].map(({ textContent }) => textContent)

describe('a language, and training', () => {
  it('begin with the page that is loaded anew', () => {
    chooseLanguage('it')
    startTraining()
    expect(onReload).toHaveBeenCalledTimes(2)
    expect(localStorage.getItem('counterfoil-demo:language')).toBe('it')
    expect(sessionStorage.getItem('counterfoil-demo:isTraining')).toBe('yes')
  })

  it('are said not to begin where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(chooseLanguage('it').value).toBe('en')
    startTraining()
    expect(onReload).not.toHaveBeenCalled()
    expect(outcomes().filter((words) => words === english.office.unstored)).toHaveLength(2)
  })
})
