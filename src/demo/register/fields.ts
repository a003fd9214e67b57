import { create, setAttribute, showText } from '../dom.js'
import { createIcon } from '../icons.js'
import { methodNames } from './bodies.js'
import type { Field } from './forms.js'
import type { RegisterTexts } from './texts.js'

export type Control = HTMLInputElement | HTMLSelectElement

/** A labelled control with a hint and an error. */
export interface FieldPart {
  element: HTMLElement
  control: Control
  /** Shows an error; an empty text removes it. */
  showError(text: string): void
}

/** Creates one field of a form; its ids begin with the form's name. */
export function createField(prefix: string, field: Field, texts: RegisterTexts): FieldPart {
  const id = `${prefix}-${field.name}`
  const control = createControl(id, field, texts)
  const hintText = texts.hints[field.name]
  const hint = hintText === undefined ? undefined : create('p', { class: 'hint', id: `${id}-hint` }, hintText)
  const fault = createFault(`${id}-error`, hint?.id)
  const label = create('label', { for: id }, texts.fields[field.name])
  if (field.need === undefined && field.input !== 'method')
    label.append(' ', create('span', { class: 'optional' }, texts.optional))
  fault.describe(control, '')
  return {
    element: create(
      'div',
      { class: field.isWide === true ? 'field field-wide' : 'field' },
      label,
      control,
      ...(hint ? [hint] : []),
      fault.element,
    ),
    control,
    showError(text) {
      fault.describe(control, text)
    },
  }
}

/** Creates the place for an error of one or several controls. */
export function createFault(id: string, hintId?: string) {
  const words = create('span')
  const element = create(
    'p',
    { class: 'error', id, hidden: true, 'data-testid': id },
    createIcon('alert'),
    words,
  )
  return {
    element,
    /** Connects the error with its control for screen readers. */
    describe(control: Element, text: string) {
      showText(words, text)
      element.hidden = text === ''
      setAttribute(control, 'aria-invalid', text === '' ? undefined : 'true')
      const described = [hintId, text === '' ? undefined : id].filter((part) => part !== undefined)
      setAttribute(control, 'aria-describedby', described.length > 0 ? described.join(' ') : undefined)
    },
  }
}

/** Whether a person types into the element. */
export function isTextInput(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && !target.matches('[type=radio], [type=checkbox]')
}

/** Creates the choice of this shop's payment methods. */
export function createMethods(id: string, name: string, { methods }: RegisterTexts): HTMLSelectElement {
  const options = methodNames.map((value) => create('option', { value }, methods[value]))
  return create('select', { id, name }, ...options)
}

function createControl(id: string, field: Field, texts: RegisterTexts): Control {
  const { name, input, need, isSecret } = field
  if (input === 'method') return createMethods(id, name, texts)
  return create('input', {
    id,
    name,
    autocomplete: 'off',
    enterkeyhint: 'next',
    'aria-required': need === 'always' ? 'true' : undefined,
    'data-card': input === 'card',
    'data-secret': isSecret === true,
    ...inputAttributes[input],
  })
}

const plain = { type: 'text', spellcheck: 'false', autocapitalize: 'off' }

/** The keyboard that a field asks a touch screen for, and whether the till's own keypad serves it. */
export const keys = {
  numeric: { inputmode: 'numeric', 'data-keys': 'numeric' },
  decimal: { inputmode: 'decimal', 'data-keys': 'decimal' },
} as const

const inputAttributes = {
  card: { ...plain, ...keys.numeric, class: 'code' },
  text: { type: 'text', autocapitalize: 'sentences' },
  code: { ...plain, class: 'code' },
  email: { ...plain, type: 'email', inputmode: 'email' },
  secret: { type: 'password', ...keys.numeric },
  whole: { ...plain, ...keys.numeric },
  target: plain,
} as const
