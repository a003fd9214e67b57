import { create, setText } from '../dom.js'

/** One card of the office: a title, what it is for, and a line for what came of it. */
export function createCard(title: string, hint: string, ...children: HTMLElement[]): HTMLElement {
  return create(
    'section',
    { class: 'card' },
    create('h2', {}, title),
    ...(hint === '' ? [] : [create('p', { class: 'muted' }, hint)]),
    ...children,
  )
}

export interface Outcome {
  element: HTMLElement
  tell(words: string): void
}

/** Where a card says what came of something; said aloud too. */
function createOutcome(): Outcome {
  const element = create('p', { class: 'outcome', role: 'status' })
  return {
    element,
    tell(words) {
      setText(element, words)
    },
  }
}

export interface Field {
  element: HTMLElement
  input: HTMLInputElement
}

let fieldCount = 0

/** A labelled field with a line on what to write there. */
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

/** A choice that is made by a tick. */
export function createTick(label: string, hint: string): Field {
  const { element, input } = createField(label, { type: 'checkbox' }, hint)
  element.classList.add('tick')
  return { element, input }
}

/** A form that does one thing at a time and says what came of it. */
export function createForm(
  action: string,
  fields: readonly HTMLElement[],
  work: (outcome: Outcome) => Promise<void>,
  texts: { working: string; failed: (message: string) => string },
): HTMLFormElement {
  const outcome = createOutcome()
  const button = create('button', { type: 'submit', class: 'button' }, action)
  const form = create(
    'form',
    { class: 'office-form' },
    ...fields,
    create('div', { class: 'row' }, button),
    outcome.element,
  )
  let isBusy = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    outcome.tell(texts.working)
    work(outcome)
      .catch((error: unknown) => {
        outcome.tell(texts.failed(error instanceof Error ? error.message : String(error)))
      })
      .finally(() => {
        isBusy = false
      })
  })
  return form
}
