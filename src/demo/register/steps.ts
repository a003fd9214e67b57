import { isTextInput } from './fields.js'

/** The parts of a form that the way through it needs. */
export interface Steps {
  element: HTMLFormElement
  /** The empty fields without which the form is not complete, in any order. */
  findEmpty: () => HTMLElement[]
  /** Resolves when the form shows all its fields. */
  settle: () => Promise<void> | undefined
  /** Whether nothing has been filled in. */
  isBlank: () => boolean
}

/** The next empty field that is needed, else the first one; undefined if no other one is empty. */
export function findNeeded(empty: readonly HTMLElement[], from: Element): HTMLElement | undefined {
  const others = empty.filter((field) => field !== from).sort(compareOrder)
  return others.find((field) => compareOrder(from, field) < 0) ?? others[0]
}

/** Makes Enter go to the next field that is needed; it submits the form only if no other one is empty. */
export function connectEnter(steps: Steps): void {
  steps.element.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event
    if (key !== 'Enter' || isComposing || !isTextInput(target)) return
    event.preventDefault()
    void step(steps, target)
  })
}

/** Goes on from a field, as Enter does. */
export async function step({ element, findEmpty, settle, isBlank }: Steps, from: HTMLElement): Promise<void> {
  // An update shows only then which fields it needs.
  const settling = settle()
  if (settling) await settling
  const next = isBlank() ? undefined : findNeeded(findEmpty(), from)
  if (next) next.focus()
  else element.requestSubmit()
}

/** Compares two elements by their order on the page. */
export function compareOrder(left: Element, right: Element): number {
  return left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
