import type { Till } from '../../index.js'
import { setText } from '../dom.js'
import { maskCard } from '../words.js'
import type { Form } from './form.js'
import { connectScanner } from './scan-keys.js'
import type { ControlKind } from './scan-place.js'
import { createScanQuestion } from './scan-question.js'
import type { Voice } from './voice.js'

type Control = HTMLInputElement | HTMLSelectElement

interface ScannedDesk {
  form: Form
  /** The save under way. */
  saving?: Promise<void>
}

/** Puts every scan into the field it belongs to, and says which; returns a function that stops it. */
export function connectCards(
  root: HTMLElement,
  till: Pick<Till, 'cardFault'>,
  findDesk: () => ScannedDesk,
  announcer: HTMLElement,
  voice: Voice,
): () => void {
  const { texts } = voice
  const sign = createSign(root, announcer)
  const isCard = (code: string) => till.cardFault(code) === undefined
  const places = createPlaces({ findDesk, isCard, sign, voice })
  const deps = {
    kindOf,
    isCard,
    findCard: (focused: Control | undefined) => chooseField(listControls(findDesk().form.element), focused),
    findOther: (code: string) => findOther(findDesk().form.element, code),
    onRestore: write,
    ...places,
    onSecret(control: Control) {
      // The next input replaces the selected text.
      if (control instanceof HTMLInputElement) control.select()
      sign.show(texts.scan.secret(nameOf(control)), control)
    },
  }
  const stop = connectScanner(deps, (target) => root.checkVisibility() && !isElsewhere(root, target))
  return () => {
    stop()
    sign.stop()
  }
}

interface PlacesDeps {
  findDesk: () => ScannedDesk
  isCard: (code: string) => boolean
  sign: ReturnType<typeof createSign>
  voice: Voice
}

/** Puts a scan into its place, once the sale before is saved: nothing goes into a form that is about to be emptied. */
function createPlaces(deps: PlacesDeps) {
  const question = createScanQuestion(deps.voice)
  const { finish, fill, settle, miss } = createFilling(deps, () => {
    question.close()
  })
  const afterSaving = (work: (form: HTMLFormElement, isLate: boolean) => void) => {
    const { form, saving } = deps.findDesk()
    const workLate = () => {
      work(form.element, true)
    }
    if (saving) void saving.then(workLate, workLate)
    else work(form.element, false)
  }
  return {
    onFill(code: string, field: Control) {
      afterSaving((form) => {
        settle(code, form, field)
      })
    },
    onFilled(code: string, card: Control, focused: Control | undefined) {
      afterSaving(() => {
        if (card.value === '') fill(code, card)
        else
          question.ask(card, code, {
            onUse: () => {
              fill(code, card)
            },
            onKeep: () => {
              ;(focused ?? card).focus()
            },
          })
      })
    },
    onStay(code: string, field: Control) {
      afterSaving((form, isLate) => {
        // A save that was refused has emptied nothing.
        if (!isLate || (isThere(field, form) && field.value.includes(code))) finish(code, field)
        else if (isThere(field, form) && field.value !== '') miss(code)
        else settle(code, form, field)
      })
    },
    onHomeless(code: string) {
      afterSaving((form, isLate) => {
        // The field that would have taken it may be empty now.
        if (isLate) settle(code, form)
        else miss(code)
      })
    },
  }
}

/** The ways to end a scan; `onFill` is called before a field is filled. */
function createFilling({ findDesk, isCard, sign, voice: { texts } }: PlacesDeps, onFill: () => void) {
  const finish = (code: string, field: Control) => {
    field.dispatchEvent(new Event('change', { bubbles: true }))
    // A code that is no card waits to be replaced.
    if (kindOf(field) === 'card' && !isCard(code) && field instanceof HTMLInputElement) field.select()
    else findNext(findDesk().form, field).focus()
    sign.show(texts.scan.read(nameOf(field), kindOf(field) === 'card' ? maskCard(code) : code), field)
  }
  const fill = (code: string, field: Control) => {
    onFill()
    write(field, code)
    finish(code, field)
  }
  const miss = (code: string) => {
    sign.show(texts.scan.homeless(isCard(code) ? maskCard(code) : code))
  }
  /** Fills the field; where the save has replaced it, or none was free, another one. */
  const settle = (code: string, form: HTMLFormElement, field?: Control) => {
    const place = field && isThere(field, form) ? field : findAnew(form, code, isCard)
    if (place) fill(code, place)
    else miss(code)
  }
  return { finish, fill, miss, settle }
}

/** Says in plain sight what became of the last scan, and marks its field, until the next key. */
function createSign(root: HTMLElement, announcer: HTMLElement) {
  const stop = new AbortController()
  let marked: Control | undefined

  function clear(): void {
    setText(announcer, '')
    marked?.removeAttribute('data-scanned')
    marked = undefined
  }

  // A scan's own input is not a person's: the sign is shown after it.
  for (const event of ['input', 'reset', 'submit'])
    root.addEventListener(event, clear, { capture: true, signal: stop.signal })
  return {
    show(words: string, field?: Control) {
      const before = announcer.textContent
      clear()
      // A live region does not announce an unchanged text.
      setText(announcer, before === words ? `${words}\u00a0` : words)
      field?.setAttribute('data-scanned', '')
      marked = field
    },
    stop() {
      stop.abort()
    },
  }
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

/** The first line without an item, as goods have codes too; else the order number, while the order has none. */
function findOther(form: HTMLFormElement, code: string): HTMLInputElement | undefined {
  const item = [...form.querySelectorAll<HTMLInputElement>('.row-name input')].find(isEmpty)
  if (item) return item
  const ids = [...form.querySelectorAll<HTMLInputElement>('[name=order], [name=externalOrder]')]
  return ids.every(isEmpty)
    ? ids.find(({ name }) => name === 'externalOrder' || /^\d+$/.test(code))
    : undefined
}

/** Whether a field is still there: the rows of a form are new ones once a sale is saved. */
function isThere(field: Control, form: HTMLFormElement): boolean {
  return field.isConnected || form.contains(field)
}

/** The place of a code in a form that was emptied. */
function findAnew(
  form: HTMLFormElement,
  code: string,
  isCardCode: (code: string) => boolean,
): HTMLInputElement | undefined {
  const cards = form.querySelectorAll<HTMLInputElement>('[data-card]')
  return (isCardCode(code) ? [...cards].find(isEmpty) : undefined) ?? findOther(form, code)
}

/** The next empty card field, else the next field that is needed, else the chosen one or the next empty one, but never a secret one. */
function findNext(form: Form, field: Control): HTMLElement {
  const controls = listControls(form.element)
  const rest = controls.slice(controls.findIndex((control) => control === field) + 1)
  const open = rest.filter((control) =>
    control.matches('[type=radio]') ? control.checked : isEmpty(control) && !control.matches('[data-secret]'),
  )
  return controls.filter(isCard).find(isEmpty) ?? form.findNeeded(field) ?? open[0] ?? field
}

function isCard(control: Element): boolean {
  return control.matches('[data-card]')
}

function isEmpty(control: HTMLInputElement): boolean {
  return control.value === ''
}
