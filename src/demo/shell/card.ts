import { describeError } from '../../elements.js'
import type { Till } from '../../index.js'
import { create, setText } from '../dom.js'
import type { DemoApprove } from './approval.js'
import type { Operator } from './operator.js'
import type { PinDeps } from './pin-dialog.js'
import type { Preferences } from './preferences.js'
import type { ShellTexts } from './texts.js'

/** What the cards of the office need. */
export interface OfficeDeps {
  till: Till
  texts: ShellTexts
  preferences: Preferences
  operator: Omit<Operator, 'set'>
  onOperator: (name: string) => void
  onReload: () => void
  onCheck: () => Promise<void>
  signIn: PinDeps
  approve: DemoApprove
}

/** A card of the office, with a title, its purpose and a line for results. */
export function createCard(title: string, hint: string, ...children: HTMLElement[]): HTMLElement {
  return create(
    'section',
    { class: 'card' },
    create('h2', {}, title),
    ...(hint === '' ? [] : [create('p', { class: 'muted' }, hint)]),
    ...children,
  )
}

/** Builds a part of a card anew; the focus that is lost by that goes to the card's heading. */
export function rebuild(part: Element, build: () => void): void {
  const hadFocus = part.contains(document.activeElement)
  build()
  const heading = part.closest('.card')?.querySelector('h2')
  if (!heading || !hadFocus || part.contains(document.activeElement)) return
  heading.tabIndex = -1
  heading.focus()
}

export interface Outcome {
  element: HTMLElement
  show(words: string): void
}

/** Creates the line for results, which screen readers announce. */
export function createOutcome(): Outcome {
  const element = create('p', { class: 'outcome', role: 'status' })
  return {
    element,
    show(words) {
      setText(element, words)
    },
  }
}

export interface Field {
  element: HTMLElement
  input: HTMLInputElement
}

let fieldCount = 0

/** Creates a labelled field with a hint. */
export function createField(
  label: string,
  attributes: Readonly<Record<string, string | boolean>>,
  hint = '',
): Field {
  fieldCount += 1
  const id = `office-${fieldCount}`
  const described = hint === '' ? {} : { 'aria-describedby': `${id}-hint` }
  const input = create('input', { id, class: 'input', autocomplete: 'off', ...described, ...attributes })
  const element = create(
    'div',
    { class: 'field' },
    create('label', { for: id }, label),
    input,
    ...(hint === '' ? [] : [create('p', { class: 'muted', id: `${id}-hint` }, hint)]),
  )
  return { element, input }
}

/** Creates a labelled checkbox. */
export function createTick(label: string, hint: string): Field {
  const { element, input } = createField(label, { type: 'checkbox' }, hint)
  element.classList.add('tick')
  return { element, input }
}

/** Creates a form that runs one task at a time and shows its result, by default in a line of its own. */
export function createForm(
  action: string,
  fields: readonly HTMLElement[],
  work: (outcome: Outcome) => Promise<void>,
  texts: { working: string; failed: (message: string) => string },
  given?: Outcome,
): HTMLFormElement {
  const outcome = given ?? createOutcome()
  const button = create('button', { type: 'submit', class: 'button' }, action)
  const form = create(
    'form',
    { class: 'office-form' },
    ...fields,
    create('div', { class: 'row' }, button),
    ...(given ? [] : [outcome.element]),
  )
  let isBusy = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    outcome.show(texts.working)
    work(outcome)
      .catch((error: unknown) => {
        return describeError(error).then((words) => {
          outcome.show(texts.failed(words))
        })
      })
      .finally(() => {
        isBusy = false
      })
  })
  return form
}

/** Starts the download of a file. */
export function offerFile(file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = create('a', {
    href: address,
    download: `till-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.counterfoil`,
  })
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}
