import type { OperationKind, Receipt, Till } from '../../index.js'
import { create } from '../dom.js'
import { createIcon } from '../icons.js'
import { isUsedLine, receiptToLines } from './bodies.js'
import { createCardCheck, type CardCheck } from './card-check.js'
import { findFaults } from './check.js'
import type { Draft, FieldName, Line, ListName, Lists, LooseDraft } from './drafts.js'
import { createField, type FieldPart } from './fields.js'
import { formPlans, type Field, type FormPlan, type Place } from './forms.js'
import { createRows, type Rows } from './rows.js'
import { compareOrder, connectEnter, findNeeded, step, type Steps } from './steps.js'
import { createTargets, type Targets } from './targets.js'
import type { Voice } from './voice.js'

/** A message beside a field, or about the whole form. */
export interface Remark {
  place: Place
  words: string
}

/** The form of one operation. */
export interface Form {
  kind: OperationKind
  element: HTMLFormElement
  /** Reads the form's own fields. */
  read(): Draft<OperationKind>
  /** Empties the form, then fills in the draft. */
  fill(draft: LooseDraft): Promise<void>
  reset(): void
  /** Whether the form is as it was when it was emptied. */
  isBlank(): boolean
  /** The lines of the receipt to correct, once that is chosen. */
  findOriginal(): Promise<readonly Line[]>
  /** Focuses the first field of the next operation. */
  focus(): void
  /** The next empty field without which the form is not complete, other than the one given. */
  findNeeded(from: Element): HTMLElement | undefined
  /** Goes on from a field as Enter does: to the next one that is needed, else it submits the form. */
  goOn(from: HTMLElement): void
  /** Shows which cards break the till's rule; returns how many they are. */
  checkCards(title: string): number
  /** Shows the remarks beside their fields and focuses the first of these. */
  showRemarks(title: string, remarks: readonly Remark[]): void
  /** Shows a message about the whole form, with reasons. */
  showTrouble(title: string, reasons: readonly string[]): void
  clearRemarks(): void
}

interface FormParts {
  kind: OperationKind
  fields: ReadonlyMap<FieldName, FieldPart>
  lists: { [List in ListName]?: Rows<Lists[List]> }
  targets?: Targets
  /** The lines of the receipt to correct. */
  original: readonly Line[]
  /** The lines that were filled in from a receipt, and its operation. */
  filled?: { target: string; lines: readonly Line[] }
}

/** What the form shows has changed, though no person typed. */
export const formChange = 'formchange'

export function createForm(kind: OperationKind, till: Till, voice: Voice): Form {
  const plan: FormPlan<OperationKind> = formPlans[kind]
  const parts = createParts(plan, kind, till, voice)
  const alert = createAlert(kind)
  const element = create(
    'form',
    { id: `form-${kind}`, class: 'form', novalidate: true, 'data-testid': `form-${kind}` },
    alert.element,
    create('div', { class: 'fields' }, ...arrangeFields(plan, parts)),
  )
  const read = () => readDraft(parts)

  function reset(): void {
    element.reset()
    delete parts.filled
    parts.lists.lines?.fill([])
    parts.targets?.reset()
    parts.lists.payments?.fill([])
  }

  const steps: Steps = {
    element,
    findEmpty: () => findEmpty(parts),
    settle: () => parts.targets?.found(),
    isBlank: () => JSON.stringify(read()) === blank,
  }
  reset()
  const blank = JSON.stringify(read())
  connectTargets(parts)
  connectEnter(steps)
  return {
    kind,
    element,
    read,
    async fill(draft) {
      reset()
      await fillParts(parts, draft)
    },
    reset,
    isBlank: steps.isBlank,
    async findOriginal() {
      await parts.targets?.found()
      return parts.original
    },
    focus() {
      const [first] = parts.fields.values()
      first?.control.focus()
    },
    findNeeded: (from) => findNeeded(steps.findEmpty(), from),
    goOn: (from) => void step(steps, from),
    ...createMarks(parts, createCardCheck([...parts.fields.values()], till, voice.texts), alert),
  }
}

type Marks = Pick<Form, 'checkCards' | 'showRemarks' | 'showTrouble' | 'clearRemarks'>

/** Shows what is wrong with the form, above it and beside its fields. */
function createMarks(parts: FormParts, cards: CardCheck, alert: ReturnType<typeof createAlert>): Marks {
  return {
    checkCards(title) {
      const wrong = cards.show()
      if (wrong.length > 0) alert.show(title, [])
      wrong[0]?.focus()
      return wrong.length
    },
    showRemarks(title, remarks) {
      const marked = remarks.flatMap((remark) => showRemark(parts, remark) ?? [])
      const rest = remarks.filter(({ place }) => place.tag === 'form')
      alert.show(
        title,
        rest.map(({ words }) => words),
      )
      ;(findFirst(marked) ?? alert.element).focus()
    },
    showTrouble(title, reasons) {
      alert.show(title, reasons)
      alert.element.focus()
    },
    clearRemarks() {
      alert.clear()
      clearMarks(parts)
    },
  }
}

/** Creates the place above the fields for messages about the whole form. */
function createAlert(kind: OperationKind) {
  const element = create('div', {
    class: 'alert',
    role: 'alert',
    tabindex: '-1',
    'data-testid': `${kind}-alert`,
  })
  return {
    element,
    show: (title: string, reasons: readonly string[]) => {
      const list = create('ul', {}, ...reasons.map((reason) => create('li', {}, reason)))
      const words = create('p', { class: 'alert-title' }, title)
      element.replaceChildren(
        createIcon('alert'),
        create('div', {}, words, ...(reasons.length > 0 ? [list] : [])),
      )
    },
    clear: () => {
      element.replaceChildren()
    },
  }
}

function createParts(
  plan: FormPlan<OperationKind>,
  kind: OperationKind,
  till: Till,
  voice: Voice,
): FormParts {
  const fields: readonly Field[] = plan.fields
  const own = fields.filter(({ input }) => input !== 'target')
  const parts: FormParts = {
    kind,
    fields: new Map(own.map((field) => [field.name, createField(kind, field, voice.texts)])),
    lists: plan.list === undefined ? {} : { [plan.list]: createRows(kind, plan.list, voice) },
    original: [],
  }
  if (own.length === fields.length) return parts
  const onChoose = (receipt: Receipt | undefined) => {
    const held = document.activeElement
    for (const name of ['transaction', 'number'] as const) {
      const part = parts.fields.get(name)
      if (part) part.element.hidden = receipt !== undefined
    }
    parts.original = receipt
      ? receiptToLines(receipt)
          .filter(isUsedLine)
          .map((line) => typeLine(line, voice))
      : []
    if (receipt) fillLines(parts)
    parts.targets?.element.dispatchEvent(new Event(formChange, { bubbles: true }))
    // The focused element may have been hidden or replaced.
    if (held && held !== document.body && !held.checkVisibility()) parts.targets?.focus()
  }
  parts.targets = createTargets(kind, till, voice, onChoose)
  return parts
}

/** A line with its numbers as a person types them. */
function typeLine({ name, price, quantity }: Line, { formats }: Voice): Line {
  return { name, price: formats.typed(price), quantity: formats.typed(quantity) }
}

/** Fills in the lines of the receipt to correct, unless a person has changed what stands there for it. */
function fillLines(parts: FormParts): void {
  const { lists, targets, filled, original } = parts
  const target = targets?.read() ?? ''
  const typed = lists.lines?.read() ?? []
  const isChanged = filled ? !isEqual(typed, filled.lines) : typed.some(isUsedLine)
  if (isChanged && (!filled || filled.target === target)) return
  lists.lines?.fill(original)
  parts.filled = { target, lines: lists.lines?.read() ?? [] }
}

function isEqual(left: readonly Line[], right: readonly Line[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

async function fillParts({ fields, lists, targets }: FormParts, draft: LooseDraft): Promise<void> {
  for (const [name, { control }] of fields) {
    const value = draft.fields[name] ?? ''
    if (value !== '') control.value = value
  }
  await targets?.find((draft.fields.card ?? '').trim(), draft.fields.target ?? '')
  if (draft.lines.length > 0) lists.lines?.fill(draft.lines)
  lists.payments?.fill(draft.payments)
}

/** Searches the operations to correct when the card changes. */
function connectTargets({ fields, targets }: FormParts): void {
  const card = targets && fields.get('card')?.control
  const find = () => targets?.find(card?.value.trim() ?? '')
  card?.addEventListener('input', () => void find())
  card?.addEventListener('change', () => void find()?.then(() => targets?.conclude()))
}

/** The elements in the order of the plan, with the rows before its last fields. */
function arrangeFields({ fields, last = [] }: FormPlan<OperationKind>, parts: FormParts): HTMLElement[] {
  const elementOf = (name: FieldName) =>
    name === 'target' ? parts.targets?.element : parts.fields.get(name)?.element
  const names = fields.map(({ name }) => name)
  const isLast = (name: FieldName) => (last as readonly FieldName[]).includes(name)
  return [
    ...names.filter((name) => !isLast(name)).flatMap((name) => elementOf(name) ?? []),
    ...Object.values(parts.lists).map(({ element }) => element),
    ...names.filter(isLast).flatMap((name) => elementOf(name) ?? []),
  ]
}

/** Reads the form; hidden fields count as empty. */
function readDraft({ fields, lists, targets }: FormParts): Draft<OperationKind> {
  const typed = [...fields].map(([name, { control, element }]) => [name, element.hidden ? '' : control.value])
  return {
    fields: Object.fromEntries([...typed, ...(targets ? [['target', targets.read()]] : [])]) as never,
    lines: lists.lines?.read() ?? [],
    payments: lists.payments?.read() ?? [],
  }
}

function showRemark(parts: FormParts, { place, words }: Remark): HTMLElement | undefined {
  switch (place.tag) {
    case 'form':
      return undefined
    case 'row':
      return parts.lists[place.list]?.showError(place.index, place.part, words)
    case 'field': {
      const part = findPart(parts, place.name)
      part?.showError(words)
      return part?.control
    }
  }
}

/** An operation that is not in the list is entered by its transaction number, so that field stands for both. */
function findPart({ fields }: FormParts, name: FieldName): FieldPart | undefined {
  return fields.get(name === 'target' ? 'transaction' : name)
}

/** The empty fields without which the form is not complete. */
function findEmpty(parts: FormParts): HTMLElement[] {
  const { kind, lists, original } = parts
  return findFaults(kind, readDraft(parts), original).flatMap(({ place }) => {
    const control =
      place.tag === 'row'
        ? lists[place.list]?.find(place.index, place.part)
        : place.tag === 'field'
          ? findPart(parts, place.name)?.control
          : undefined
    return control?.value.trim() === '' ? [control] : []
  })
}

function clearMarks({ fields, lists }: FormParts): void {
  for (const part of fields.values()) part.showError('')
  for (const rows of Object.values(lists)) rows.clearErrors()
}

/** The first element in reading order. */
function findFirst(marked: readonly HTMLElement[]): HTMLElement | undefined {
  return [...marked].sort(compareOrder)[0]
}
