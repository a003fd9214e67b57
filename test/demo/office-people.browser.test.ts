import { userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPeopleCard, createTrainingCard } from '../../src/demo/shell/office-people.js'
import type { OfficeDeps } from '../../src/demo/shell/card.js'
import { createOperator } from '../../src/demo/shell/operator.js'
import type { Person } from '../../src/demo/shell/people.js'
import { english } from '../../src/demo/shell/texts-english.js'

const onReload = vi.fn()
const onOperator = vi.fn()
const signedIn: Person[] = []
const deps = {
  texts: english,
  preferences: { language: 'en', operator: '', isTraining: false },
  operator: createOperator('Ada'),
  signIn: { people: { list: () => signedIn, subscribe: () => () => undefined } },
  onOperator,
  onReload,
} as unknown as OfficeDeps

beforeEach(() => {
  onReload.mockReset()
  onOperator.mockReset()
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

const save = () => {
  document.querySelector('form')?.requestSubmit()
}

const startTraining = () => document.querySelector<HTMLElement>('[data-testid=training]')?.click()
const outcomes = () => [...document.querySelectorAll('.outcome')].map(({ textContent }) => textContent)

describe('a language, and training', () => {
  it('begin with the page that is loaded anew', () => {
    chooseLanguage('it')
    save()
    startTraining()
    expect(onReload).toHaveBeenCalledTimes(2)
    expect(localStorage.getItem('counterfoil-demo:language')).toBe('it')
    expect(sessionStorage.getItem('counterfoil-demo:isTraining')).toBe('yes')
  })

  it('is not changed by an arrow key in the closed list, but once it is saved', async () => {
    document.querySelector('select')?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    chooseLanguage('it')
    expect(onReload).not.toHaveBeenCalled()
    expect(localStorage.getItem('counterfoil-demo:language')).toBeNull()
    save()
    expect(onReload).toHaveBeenCalledOnce()
    expect(onOperator).toHaveBeenCalledExactlyOnceWith('Ada')
  })

  it('is saved without a name where people sign in', () => {
    signedIn.push({ name: 'Eva', role: 'supervisor' })
    document.body.replaceChildren(createPeopleCard(deps))
    signedIn.length = 0
    expect(document.querySelector('input')?.checkVisibility()).toBe(false)
    chooseLanguage('it')
    save()
    expect(onReload).toHaveBeenCalledOnce()
    expect(onOperator).not.toHaveBeenCalled()
  })

  it('are said not to begin where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const select = chooseLanguage('it')
    save()
    expect(select.value).toBe('en')
    startTraining()
    expect(onOperator).not.toHaveBeenCalled()
    expect(onReload).not.toHaveBeenCalled()
    expect(outcomes().filter((words) => words === english.office.unstored)).toHaveLength(2)
  })
})
