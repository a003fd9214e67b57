import { create, setAttribute, showText } from './dom.js'
import type { Field } from './forms.js'
import { createIcon } from './icons.js'

type Control = HTMLInputElement | HTMLSelectElement

/** A labelled control with room for a hint and for what is wrong with it. */
export interface FieldPart {
  element: HTMLElement
  control: Control
  /** Says what is wrong; nothing is wrong with an empty text. */
  showError(text: string): void
}

/** Builds one field of a form; ids begin with the form's own name. */
export function createField(prefix: string, field: Field<string>): FieldPart {
  const id = `${prefix}-${field.name}`
  const control = createControl(id, field)
  const hint =
    field.hint === undefined ? undefined : create('p', { class: 'hint', id: `${id}-hint` }, field.hint)
  const fault = createFault(`${id}-error`, hint?.id)
  const label = create('label', { for: id }, field.label)
  if (field.need === undefined && field.input !== 'choice') {
    label.append(' ', create('span', { class: 'optional' }, 'optional'))
  }
  fault.describe(control, '')
  return {
    element: create(
      'div',
      { class: field.isWide ? 'field field-wide' : 'field' },
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

/** A place for what is wrong with one control or with several. */
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
    /** Ties the words to the control that they are about. */
    describe(control: Control, text: string) {
      showText(words, text)
      element.hidden = text === ''
      setAttribute(control, 'aria-invalid', text === '' ? undefined : 'true')
      const described = [hintId, text === '' ? undefined : id].filter((part) => part !== undefined)
      setAttribute(control, 'aria-describedby', described.length > 0 ? described.join(' ') : undefined)
    },
  }
}

function createControl(id: string, { name, input, need, choices = [] }: Field<string>): Control {
  if (input === 'choice') {
    const options = choices.map(({ value, label }) => create('option', { value }, label))
    return create('select', { id, name }, ...options)
  }
  return create('input', {
    id,
    name,
    autocomplete: 'off',
    'aria-required': need === 'always' ? 'true' : undefined,
    ...inputAttributes[input],
  })
}

const plain = { type: 'text', spellcheck: 'false', autocapitalize: 'off' }

const inputAttributes = {
  card: { ...plain, class: 'code' },
  text: { type: 'text' },
  email: { ...plain, type: 'email' },
  secret: { type: 'password', autocomplete: 'new-password' },
  amount: { ...plain, inputmode: 'decimal', class: 'number' },
  whole: { ...plain, inputmode: 'numeric', class: 'number' },
} as const
