import type { FieldFailure, OperationKind } from '../index.js'
import { create } from './dom.js'
import type { Draft, LooseDraft } from './drafts.js'
import { createField, type FieldPart } from './fields.js'
import { failureToWords, formPlans, placeFailure, type Field } from './forms.js'
import { createIcon } from './icons.js'
import { createLines, type Lines } from './lines.js'

/** The form of one operation. */
export interface Form {
  kind: OperationKind
  element: HTMLFormElement
  /** What stands in the form's own fields; it has no others. */
  read(): Draft<OperationKind>
  /** Empties the form, then fills in what the draft has. */
  fill(draft: LooseDraft): void
  /** Empties the form and puts the cursor where the next operation begins. */
  reset(): void
  /** Offers the next receipt number, unless somebody has typed another. */
  offerNumber(number: number): void
  showFailures(failures: readonly FieldFailure[]): void
  /** Says something about the whole form, and why. */
  showTrouble(title: string, reasons?: readonly string[]): void
  clearFailures(): void
}

export function createForm(kind: OperationKind): Form {
  const plan = formPlans[kind]
  const parts = createParts(kind, plan.fields)
  const lines = plan.hasLines ? createLines() : undefined
  const alert = createAlert(kind)
  const element = create(
    'form',
    { id: `form-${kind}`, class: 'form', novalidate: true, 'data-testid': `form-${kind}` },
    alert.element,
    create('div', { class: 'fields' }, ...arrangeFields([...parts.values()], lines)),
  )

  return {
    kind,
    element,
    read: () => ({ fields: readFields(parts), lines: lines?.read() ?? [] }),
    fill(draft) {
      element.reset()
      for (const [name, value] of Object.entries(draft.fields)) {
        const control = parts.get(name)?.control
        if (control && value !== '') control.value = value
      }
      lines?.fill(draft.lines)
    },
    reset() {
      element.reset()
      lines?.fill([])
      const [first] = parts.values()
      first?.control.focus()
    },
    offerNumber(number) {
      const control = parts.get('number')?.control
      if (!(control instanceof HTMLInputElement) || control.value !== control.defaultValue) return
      control.defaultValue = String(number)
    },
    showFailures(failures) {
      const { focus, reasons } = placeFailures(kind, failures, parts, lines)
      alert.show('Not rung up yet. Please check what is marked.', reasons)
      focus?.focus()
    },
    showTrouble: alert.show,
    clearFailures() {
      alert.clear()
      for (const part of parts.values()) part.showError('')
      lines?.clearErrors()
    },
  }
}

/** The place above the fields for what concerns the whole form; it takes the focus as it speaks. */
function createAlert(kind: OperationKind) {
  const element = create('div', {
    class: 'alert',
    role: 'alert',
    tabindex: '-1',
    'data-testid': `${kind}-alert`,
  })
  return {
    element,
    show: (title: string, reasons: readonly string[] = []) => {
      const list = create('ul', {}, ...reasons.map((reason) => create('li', {}, reason)))
      const words = create('p', { class: 'alert-title' }, title)
      element.replaceChildren(
        createIcon('alert'),
        create('div', {}, words, ...(reasons.length > 0 ? [list] : [])),
      )
      element.focus()
    },
    clear: () => {
      element.replaceChildren()
    },
  }
}

function createParts(kind: OperationKind, fields: readonly Field<string>[]): Map<string, FieldPart> {
  return new Map(fields.map((field) => [field.name, createField(kind, field)]))
}

/** The lines of the receipt stand before the last field, which is for notes. */
function arrangeFields(parts: readonly FieldPart[], lines: Lines | undefined): HTMLElement[] {
  const elements = parts.map(({ element }) => element)
  return lines ? [...elements.slice(0, -1), lines.element, ...elements.slice(-1)] : elements
}

function readFields(parts: ReadonlyMap<string, FieldPart>): Record<string, string> {
  return Object.fromEntries([...parts].map(([name, { control }]) => [name, control.value]))
}

/** Marks each field that failed; tells the first of them in reading order, and what belongs to none. */
function placeFailures(
  kind: OperationKind,
  failures: readonly FieldFailure[],
  parts: ReadonlyMap<string, FieldPart>,
  lines: Lines | undefined,
): { focus: HTMLElement | undefined; reasons: string[] } {
  const marked: HTMLElement[] = []
  const reasons: string[] = []
  for (const failure of failures) {
    const place = placeFailure(kind, failure)
    const words = failureToWords(failure)
    const control = place.tag === 'line' ? lines?.showError(place.index, place.part, words) : undefined
    const part = place.tag === 'field' ? parts.get(place.name) : undefined
    part?.showError(words)
    const found = control ?? part?.control
    if (found) marked.push(found)
    else reasons.push(`${failure.path}: ${words}`)
  }
  const [focus] = marked.sort((left, right) =>
    left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  return { focus, reasons }
}
