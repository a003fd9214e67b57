import { fitWhole, padDecimals } from '../currency.js'
import { create, setText } from '../dom.js'
import { createIcon } from '../icons.js'
import { isTextInput } from './fields.js'
import type { Form } from './form.js'
import type { Voice } from './voice.js'

/** A keypad under the form, for tills without a keyboard. */
export interface Keypad {
  element: HTMLElement
  /** The button that shows or hides it. */
  toggle: HTMLElement
  /** Another form is shown: the keypad waits for a field of it. */
  leave(): void
  stop(): void
}

/** Amounts that are often given back, in whole units of the currency. */
const quickAmounts = [5, 10, 20, 50] as const

const storedName = 'counterfoil-demo:keypad'

/** Creates the keypad. It types into the field that had the cursor last, if that takes digits. */
export function createKeypad(voice: Voice, findForm: () => Form): Keypad {
  const stop = new AbortController()
  let isOn = readChoice()
  let field: HTMLInputElement | undefined
  const face = createFace(voice, (press) => {
    const form = findForm()
    if (field && form.element.contains(field)) press(field, form)
  })
  const toggle = createToggle(voice)

  function show(): void {
    showFace(face, isOn ? field : undefined)
    toggle.setAttribute('aria-pressed', String(isOn))
  }

  function meet(target: EventTarget | null): void {
    if (!isTextInput(target) || !findForm().element.contains(target)) return
    const { keys } = target.dataset
    field = keys === undefined ? undefined : target
    // The browser's own keyboard would cover the form beside the keypad.
    if (keys !== undefined) target.inputMode = isOn ? 'none' : keys
    show()
    // The keypad may have come up over the field.
    if (isOn) target.scrollIntoView({ block: 'nearest' })
  }

  toggle.addEventListener('click', () => {
    isOn = !isOn
    rememberChoice(isOn)
    if (field) meet(field)
    field?.focus()
    show()
  })
  const listen = ({ target }: Event) => {
    meet(target)
  }
  for (const event of ['pointerdown', 'focusin'])
    document.addEventListener(event, listen, { capture: true, signal: stop.signal })
  show()
  return {
    element: face.element,
    toggle,
    leave() {
      field = undefined
      show()
    },
    stop() {
      stop.abort()
    },
  }
}

function createToggle({ texts: { keypad } }: Voice): HTMLElement {
  const attributes = { type: 'button', class: 'button keypad-toggle', 'data-testid': 'keypad-toggle' }
  const named = { ...attributes, 'aria-label': keypad.title, title: keypad.title }
  return create('button', named, createIcon('keypad'))
}

/** Shows the keys that a field takes; without a field there is no keypad. */
function showFace({ element, name, quick }: Face, field: HTMLInputElement | undefined): void {
  element.hidden = field === undefined
  element.toggleAttribute('data-decimal', field?.dataset.keys === 'decimal')
  setText(name, field?.labels?.[0]?.firstChild?.textContent ?? '')
  for (const key of quick) key.disabled = !field?.matches('[data-money]')
}

type Face = ReturnType<typeof createFace>

type Press = (field: HTMLInputElement, form: Form) => void

/** Creates the keys; `onPress` gets what a key does with the field that it types into. */
function createFace(voice: Voice, onPress: (press: Press) => void) {
  const { keypad } = voice.texts
  const bind = (press: Press) => () => {
    onPress(press)
  }
  const quick = createQuick(voice, (amount) => {
    onPress((field) => {
      field.select()
      insert(field, amount)
    })
  })
  const keys = createKeys(voice, (key) => {
    onPress((field) => {
      insert(field, key)
    })
  })
  const name = create('p', { class: 'keypad-name' })
  const element = create(
    'div',
    { class: 'keypad', role: 'group', 'aria-label': keypad.title, 'data-testid': 'keypad' },
    name,
    ...keys,
    ...quick,
    createKey(keypad.erase, 'keypad-erase', createIcon('erase'), bind(erase)),
    createKey(keypad.next, 'keypad-next', keypad.next, bind(goOn)),
  )
  // A key must not take the cursor from the field that it types into.
  element.addEventListener('mousedown', (event) => {
    event.preventDefault()
  })
  return { element, name, quick }
}

function createKeys({ texts, formats }: Voice, onKey: (key: string) => void): HTMLElement[] {
  const mark = formats.typed('.')
  return ['7', '8', '9', '4', '5', '6', '1', '2', '3', '00', '0', mark].map((key) => {
    const label = key === mark ? texts.keypad.mark : key
    return createKey(
      label,
      key === mark || key === '00' ? 'keypad-key keypad-money' : 'keypad-key',
      key,
      () => {
        onKey(key)
      },
    )
  })
}

function createQuick({ formats }: Voice, onAmount: (amount: string) => void): HTMLButtonElement[] {
  return quickAmounts
    .map((usual) => fitWhole(usual))
    .map((amount) =>
      createKey(formats.money(amount), 'keypad-quick', formats.round(amount), () => {
        onAmount(formats.typed(padDecimals(String(amount))))
      }),
    )
}

/** A key is for fingers: the Tab key passes it by. */
function createKey(label: string, kind: string, face: string | Node, onPress: () => void): HTMLButtonElement {
  const key = create('button', { type: 'button', class: kind, tabindex: '-1', 'aria-label': label }, face)
  key.addEventListener('click', onPress)
  return key
}

function insert(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  report(field)
}

function erase(field: HTMLInputElement): void {
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end')
  report(field)
}

function report(field: HTMLInputElement): void {
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Goes to the next field that is needed, else to the next one that takes digits; it never rings up. */
function goOn(field: HTMLInputElement, form: Form): void {
  field.dispatchEvent(new Event('change', { bubbles: true }))
  const fields = [...form.element.querySelectorAll<HTMLInputElement>('[data-keys]')].filter((one) =>
    one.checkVisibility(),
  )
  const following = fields[fields.indexOf(field) + 1] ?? fields[0]
  const next = form.findNeeded(field) ?? following
  next?.focus()
}

/** A person's own choice, else whether a finger is the main pointer. */
function readChoice(): boolean {
  try {
    const choice = localStorage.getItem(storedName)
    if (choice !== null) return choice === 'yes'
  } catch {
    // If storage is denied, the choice lasts until the page is reloaded.
  }
  return matchMedia('(pointer: coarse)').matches
}

function rememberChoice(isOn: boolean): void {
  try {
    localStorage.setItem(storedName, isOn ? 'yes' : 'no')
  } catch {
    // If storage is denied or full, the choice lasts until the page is reloaded.
  }
}
