import { setText } from '../dom.js'
import { maskCard } from '../words.js'
import type { Form } from './form.js'
import { connectScanner } from './scanner.js'
import type { Voice } from './voice.js'

/** Leads every scan into a card field of the form that is shown. Returns how to stop. */
export function connectCards(
  root: HTMLElement,
  findForm: () => Form,
  announcer: HTMLElement,
  { texts }: Voice,
): () => void {
  return connectScanner({
    isListening: (target) => root.checkVisibility() && !isElsewhere(root, target),
    isSecret: (control) => control.matches('[data-secret], [type=password]'),
    onCard(code, focused) {
      const { element } = findForm()
      const field = chooseField(listControls(element), focused)
      if (!field) return
      field.value = code
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
      findNext(listControls(element), field).focus()
      announce(announcer, texts.scan.read(maskCard(code)))
    },
    onSecret(control) {
      const field = control instanceof HTMLInputElement ? control : undefined
      const name = field?.labels?.[0]?.firstChild?.textContent ?? ''
      // Whatever is typed next takes its place.
      field?.select()
      announce(announcer, texts.scan.secret(name))
    },
  })
}

/** A dialog of the page around has the keyboard for itself. */
function isElsewhere(root: HTMLElement, target: EventTarget | null): boolean {
  const dialog =
    target instanceof Element ? target.closest('dialog, [role=dialog], [role=alertdialog]') : null
  return dialog !== null && !dialog.contains(root)
}

function listControls(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')].filter((control) => control.checkVisibility())
}

/** The one that has the cursor, else the first that is empty, else the first. */
function chooseField(
  controls: readonly HTMLInputElement[],
  focused: Element | null,
): HTMLInputElement | undefined {
  const cards = controls.filter(isCard)
  return cards.find((card) => card === focused) ?? cards.find(isEmpty) ?? cards[0]
}

/** The next card, else whatever is to be typed next; a secret is gone to by hand alone. */
function findNext(controls: readonly HTMLInputElement[], field: HTMLInputElement): HTMLInputElement {
  const rest = controls.slice(controls.indexOf(field) + 1)
  const open = rest.filter((control) => isEmpty(control) && !control.matches('[data-secret], [type=radio]'))
  return controls.filter(isCard).find(isEmpty) ?? open[0] ?? field
}

function isCard(control: Element): boolean {
  return control.matches('[data-card]')
}

function isEmpty(control: HTMLInputElement): boolean {
  return control.value === ''
}

/** The same card read twice is said twice. */
function announce(announcer: HTMLElement, words: string): void {
  setText(announcer, announcer.textContent === words ? `${words}\u00a0` : words)
}
