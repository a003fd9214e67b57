/** A key, and the time at which it was pressed. */
export interface Stroke {
  key: string
  at: number
  /** Whether the key is held down, because it then repeats as fast as a scanner types. */
  isRepeat?: boolean
  /** Whether Ctrl, Alt or the like is held, which a scanner never does. */
  isCommand?: boolean
}

/** The meaning of a key for the detection of scans. */
export type Reading =
  | { tag: 'first' }
  | { tag: 'more' }
  | { tag: 'none' }
  /** A certain scan is faster than any hand; another may be a very fast hand. */
  | { tag: 'scan'; code: string; end: 'Enter' | 'Tab'; isCertain: boolean }

/** The longest pause of a scanner between two keys, on a slow machine or by radio. */
const gapMsMax = 120
/** The mean time per key below which no hand types a whole code. */
const meanMsMax = 35
/** Keys after a shorter pause may belong to the code before it, so they are not read as a new code. */
const restMsMin = 500
const lengthMin = 6
/** A code has digits; a fast hand writes words. */
const digitsMin = 4

/** Creates a function that recognises scans by the speed of their keys. */
export function createDetector(): (stroke: Stroke) => Reading {
  let typed = ''
  let firstAt = 0
  let lastAt = -Infinity
  let isSpoilt = false

  function spoil(): Reading {
    typed = ''
    isSpoilt = true
    return { tag: 'none' }
  }

  function end(key: 'Enter' | 'Tab', at: number): Reading {
    const code = typed
    const isCertain = (at - firstAt) / code.length <= meanMsMax
    const isCode = code.length >= lengthMin && (isCertain || countDigits(code) >= digitsMin)
    typed = ''
    isSpoilt = false
    return isCode ? { tag: 'scan', code, end: key, isCertain } : { tag: 'none' }
  }

  return ({ key, at, isRepeat = false, isCommand = false }) => {
    if (key === 'Shift' || key === 'CapsLock') return { tag: typed === '' ? 'none' : 'more' }
    const gapMs = at - lastAt
    lastAt = at
    if (gapMs >= restMsMin) {
      typed = ''
      isSpoilt = false
    }
    if (isRepeat || isCommand || (typed !== '' && gapMs > gapMsMax)) spoil()
    if (key === 'Enter' || key === 'Tab') return end(key, at)
    if (key.length !== 1 || key === ' ' || isSpoilt) return spoil()
    if (typed === '') firstAt = at
    typed += key
    return { tag: typed === key ? 'first' : 'more' }
  }
}

function countDigits(code: string): number {
  return code.replaceAll(/\D/g, '').length
}

/** The kinds of controls that a scan treats differently. */
export type ControlKind = 'card' | 'secret' | 'amount' | 'choice' | 'other'

/** The controls of the page, and what to do with a scan. */
export interface ScanDeps<Control extends { value: string }> {
  kindOf: (control: Control) => ControlKind
  /** The card field for a scan; undefined in a form without cards. */
  findCard: (focused: Control | undefined) => Control | undefined
  /** Restores the value of a control. */
  onRestore: (control: Control, value: string) => void
  onCard: (code: string, card: Control) => void
  /** Called if the card field has another code already. */
  onFilled: (code: string, card: Control, focused: Control | undefined) => void
  onSecret: (control: Control) => void
  /** Called if there is no card field; the scanned code stays where it was typed. */
  onElsewhere: (control: Control | undefined) => void
}

/** Creates a function that reads each key and returns whether to stop its default action. */
export function createReader<Control extends { value: string }>(deps: ScanDeps<Control>) {
  const detect = createDetector()
  let before = new Map<Control, string>()

  return (stroke: Stroke, control: Control | undefined, isListening: boolean): boolean => {
    const reading = detect(stroke)
    if (reading.tag === 'first' || reading.tag === 'none') before = new Map()
    if (control && (reading.tag === 'first' || reading.tag === 'more') && !before.has(control))
      before.set(control, control.value)
    if (reading.tag !== 'scan' || !isListening) return false
    const isDone = placeScan(reading, control, before, deps)
    before = new Map()
    return isDone
  }
}

function placeScan<Control extends { value: string }>(
  { code, end, isCertain }: Extract<Reading, { tag: 'scan' }>,
  control: Control | undefined,
  before: ReadonlyMap<Control, string>,
  deps: ScanDeps<Control>,
): boolean {
  if (control && deps.kindOf(control) === 'secret') {
    deps.onSecret(control)
    return end === 'Enter'
  }
  const card = deps.findCard(control)
  if (!card) {
    restore(before, deps, ['amount', 'choice'])
    deps.onElsewhere(control)
    return true
  }
  const held = (before.get(card) ?? card.value).trim()
  const isFilled = held !== '' && held !== code
  // A fast hand may be typing a number, or the rest of a card's code.
  const isTyping = control !== undefined && deps.kindOf(control) !== 'choice'
  if (isFilled && !isCertain && isTyping) return false
  restore(before, deps, ['card', 'amount', 'choice', 'other'])
  if (isFilled) deps.onFilled(code, card, control)
  else deps.onCard(code, card)
  return true
}

/** Removes what the scan typed into the controls, except in a secret field. */
function restore<Control extends { value: string }>(
  before: ReadonlyMap<Control, string>,
  { kindOf, onRestore }: ScanDeps<Control>,
  kinds: readonly ControlKind[],
): void {
  for (const [control, value] of before)
    if (kinds.includes(kindOf(control)) && control.value !== value) onRestore(control, value)
}

type PageControl = HTMLInputElement | HTMLSelectElement

/** Listens to every key of a document; returns a function that stops it. */
export function connectScanner(
  deps: ScanDeps<PageControl>,
  isListening: (target: EventTarget | null) => boolean,
  page: Document = document,
): () => void {
  const read = createReader(deps)

  function listen(event: KeyboardEvent): void {
    if (!read(eventToStroke(event), findControl(event), isListening(event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  page.addEventListener('keydown', listen, { capture: true })
  return () => {
    page.removeEventListener('keydown', listen, { capture: true })
  }
}

function eventToStroke({ key, timeStamp, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent): Stroke {
  return { key, at: timeStamp, isRepeat: repeat, isCommand: ctrlKey || altKey || metaKey }
}

function findControl({ target }: Event): PageControl | undefined {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target : undefined
}
