import type { Verdict } from '../../index.js'
import { create } from '../dom.js'
import { createIcon } from '../icons.js'
import { createFault } from './fields.js'
import type { Voice } from './voice.js'

/** A question that a named person must answer, with its texts. */
export interface Question {
  title: string
  facts: readonly string[]
  confirm: string
  /** The name of the person if it is known, otherwise the label of the field for it. */
  by: string | { label: string }
  /** The operation that blocks the new one. */
  shown?: string
  /** Whether no reason is asked for. */
  isPlain?: boolean
}

interface Answers {
  onConfirm: (verdict: Verdict) => void
  onShow: (id: string) => void
  onCancel: () => void
}

/** Asks the question above the form. Pressing Enter once too often does not agree to it. */
export function createQuestion(prefix: string, question: Question, { texts }: Voice, answers: Answers) {
  const { title, facts, by, shown, isPlain = false } = question
  const name =
    typeof by === 'string' || isPlain
      ? undefined
      : createNeeded(`${prefix}-by`, by.label, texts.verdict.needed)
  const reason = isPlain
    ? undefined
    : createNeeded(`${prefix}-reason`, texts.verdict.reason, texts.verdict.needed)
  const cancel = createButton(texts.duplicate.cancel, answers.onCancel)
  const show =
    shown === undefined
      ? []
      : [
          createButton(texts.duplicate.show, () => {
            answers.onShow(shown)
          }),
        ]
  const element = create(
    'form',
    {
      class: 'question',
      novalidate: true,
      tabindex: '-1',
      'aria-labelledby': `${prefix}-question`,
      'aria-describedby': `${prefix}-question-facts`,
      'data-testid': `${prefix}-question`,
    },
    createIcon('alert'),
    create(
      'div',
      { class: 'question-words' },
      create('h3', { id: `${prefix}-question` }, title),
      create('div', { id: `${prefix}-question-facts` }, ...facts.map((fact) => create('p', {}, fact))),
    ),
    ...[name, reason].flatMap((field) => field?.element ?? []),
    create(
      'div',
      { class: 'question-actions' },
      ...show,
      create('button', { class: 'button', type: 'submit' }, question.confirm),
      cancel,
    ),
  )
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const [who, why] = [name ? name.read() : typeof by === 'string' ? by : '', reason ? reason.read() : '']
    if (name && who === '') name.focus()
    else if (reason && why === '') reason.focus()
    else answers.onConfirm({ by: who, reason: why })
  })
  return element
}

function createButton(words: string, onPress: () => void): HTMLButtonElement {
  const button = create('button', { type: 'button', class: 'button' }, words)
  button.addEventListener('click', onPress)
  return button
}

/** Creates a required field, which shows an error if it is read while empty. */
function createNeeded(id: string, label: string, needed: string) {
  const input = create('input', { id, type: 'text', autocomplete: 'off', 'aria-required': 'true' })
  const fault = createFault(`${id}-error`)
  return {
    element: create('div', { class: 'field' }, create('label', { for: id }, label), input, fault.element),
    read() {
      const typed = input.value.trim()
      fault.describe(input, typed === '' ? needed : '')
      return typed
    },
    focus() {
      input.focus()
    },
  }
}
