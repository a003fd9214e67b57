/** One key as it came, and when. */
export interface Stroke {
  key: string
  at: number
  /** A key held down repeats as fast as a scanner types. */
  isRepeat?: boolean
  /** Ctrl, Alt or the like: a command, and nothing that a scanner types. */
  isCommand?: boolean
}

/** What a stroke is to a reader of scans. */
export type Reading =
  | { tag: 'first' }
  | { tag: 'more' }
  | { tag: 'none' }
  /** No hand is as quick as a certain scan; any other could be a very quick hand's. */
  | { tag: 'scan'; code: string; end: 'Enter' | 'Tab'; isCertain: boolean }

/** A scanner that shares a slow machine or a radio may pause so long between two keys. */
const gapMsMax = 120
/** No hand keeps this up from the first key to the last. */
const meanMsMax = 35
/** What follows a shorter rest may be the rest of a code that was cut: it is never read as a code of its own. */
const restMsMin = 500
const lengthMin = 6
/** A quick hand writes words; a code has digits. */
const digitsMin = 4

/** Tells a scanner from a hand by its rhythm. */
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

/** What a scan must know of a control: a card's field, a secret, an amount, a choice, or any other. */
export type ControlKind = 'card' | 'secret' | 'amount' | 'choice' | 'other'

/** Where scans go, and where they must not. */
export interface ScanDeps<Control extends { value: string }> {
  kindOf: (control: Control) => ControlKind
  /** The card field that a scan goes into; none in a form without cards. */
  findCard: (focused: Control | undefined) => Control | undefined
  /** Puts back what stood in a control. */
  onRestore: (control: Control, value: string) => void
  onCard: (code: string, card: Control) => void
  /** The card field holds another code already. */
  onFilled: (code: string, card: Control, focused: Control | undefined) => void
  onSecret: (control: Control) => void
  /** There is no card field: what was scanned stays where it was typed. */
  onElsewhere: (control: Control | undefined) => void
}

/** Reads stroke by stroke; answers whether the key has done what it came for and goes no further. */
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
  // A quick hand may write a number elsewhere, or the rest of a card's code.
  const isTyping = control !== undefined && deps.kindOf(control) !== 'choice'
  if (isFilled && !isCertain && isTyping) return false
  restore(before, deps, ['card', 'amount', 'choice', 'other'])
  if (isFilled) deps.onFilled(code, card, control)
  else deps.onCard(code, card)
  return true
}

/** Takes out again what the scan has typed; what went into a secret is not touched. */
function restore<Control extends { value: string }>(
  before: ReadonlyMap<Control, string>,
  { kindOf, onRestore }: ScanDeps<Control>,
  kinds: readonly ControlKind[],
): void {
  for (const [control, value] of before)
    if (kinds.includes(kindOf(control)) && control.value !== value) onRestore(control, value)
}

type PageControl = HTMLInputElement | HTMLSelectElement

/** Listens to every key of a document until it is told to stop. */
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
