import { setText } from '../dom.js'
import { maskCard } from '../words.js'
import type { Form } from './form.js'
import { createScanQuestion } from './scan-question.js'
import { connectScanner, type ControlKind } from './scanner.js'
import type { Voice } from './voice.js'

type Control = HTMLInputElement | HTMLSelectElement

/** Puts every scan into a card field of the current form; returns a function that stops it. */
export function connectCards(
  root: HTMLElement,
  findForm: () => Form,
  announcer: HTMLElement,
  voice: Voice,
): () => void {
  const { texts } = voice
  const question = createScanQuestion(voice)
  const goOn = (field: Control) => {
    findNext(listControls(findForm().element), field).focus()
  }
  const fill = (code: string, field: Control) => {
    question.close()
    write(field, code)
    field.dispatchEvent(new Event('change', { bubbles: true }))
    goOn(field)
    announce(announcer, texts.scan.read(maskCard(code)))
  }
  const deps = {
    kindOf,
    findCard: (focused: Control | undefined) => chooseField(listControls(findForm().element), focused),
    onRestore: write,
    onCard: fill,
    onFilled(code: string, card: Control, focused: Control | undefined) {
      question.ask(card, code, {
        onUse: () => {
          fill(code, card)
        },
        onKeep: () => {
          ;(focused ?? card).focus()
        },
      })
    },
    onSecret(control: Control) {
      // The next input replaces the selected text.
      if (control instanceof HTMLInputElement) control.select()
      announce(announcer, texts.scan.secret(nameOf(control)))
    },
    onElsewhere(control: Control | undefined) {
      if (control) goOn(control)
      announce(announcer, texts.scan.noCard)
    },
  }
  return connectScanner(deps, (target) => root.checkVisibility() && !isElsewhere(root, target))
}

function kindOf(control: Control): ControlKind {
  if (control.matches('[data-secret], [type=password]')) return 'secret'
  if (isCard(control)) return 'card'
  if (control instanceof HTMLSelectElement || control.matches('[type=radio], [type=checkbox]'))
    return 'choice'
  return control.matches('.number') ? 'amount' : 'other'
}

function write(control: Control, value: string): void {
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

function nameOf(control: Control): string {
  return control.labels?.[0]?.firstChild?.textContent ?? ''
}

/** Whether a dialog outside the register has the keyboard. */
function isElsewhere(root: HTMLElement, target: EventTarget | null): boolean {
  const dialog =
    target instanceof Element ? target.closest('dialog, [role=dialog], [role=alertdialog]') : null
  return dialog !== null && !dialog.contains(root)
}

function listControls(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')].filter((control) => control.checkVisibility())
}

/** The focused field, else the first empty field, else the first field. */
function chooseField(
  controls: readonly HTMLInputElement[],
  focused: Element | undefined,
): HTMLInputElement | undefined {
  const cards = controls.filter(isCard)
  return cards.find((card) => card === focused) ?? cards.find(isEmpty) ?? cards[0]
}

/** The next empty card field, else the next empty field, but never a secret field. */
function findNext(controls: readonly HTMLInputElement[], field: Control): Control {
  const rest = controls.slice(controls.findIndex((control) => control === field) + 1)
  const open = rest.filter((control) => isEmpty(control) && !control.matches('[data-secret], [type=radio]'))
  return controls.filter(isCard).find(isEmpty) ?? open[0] ?? field
}

function isCard(control: Element): boolean {
  return control.matches('[data-card]')
}

function isEmpty(control: HTMLInputElement): boolean {
  return control.value === ''
}

/** Adds a space to a repeated message, because a live region does not announce an unchanged text. */
function announce(announcer: HTMLElement, words: string): void {
  setText(announcer, announcer.textContent === words ? `${words}\u00a0` : words)
}
