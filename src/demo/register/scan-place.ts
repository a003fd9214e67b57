import { wholeDigitsMax } from './decimals.js'
import { createDetector, type Reading, type Stroke } from './scanner.js'

/** The kinds of controls that a scan treats differently. */
export type ControlKind = 'card' | 'secret' | 'amount' | 'choice' | 'other'

/** The controls of the page, and what to do with a scan. */
export interface ScanDeps<Control extends { value: string }> {
  kindOf: (control: Control) => ControlKind
  /** Whether a code may be a card number. */
  isCard: (code: string) => boolean
  /** The card field for a scan; undefined in a form without cards. */
  findCard: (focused: Control | undefined) => Control | undefined
  /** The field for a code that is no card number; undefined if the form has none that is free. */
  findOther: (code: string) => Control | undefined
  /** Restores the value of a control. */
  onRestore: (control: Control, value: string) => void
  /** Called with the field that gets the code. */
  onFill: (code: string, field: Control) => void
  /** Called if the card field has another code already. */
  onFilled: (code: string, card: Control, focused: Control | undefined) => void
  onSecret: (control: Control) => void
  /** Called if the code stays where it was typed. */
  onStay: (code: string, control: Control) => void
  /** Called if the form has no field for the code. */
  onHomeless: (code: string) => void
}

type Scan = Extract<Reading, { tag: 'scan' }>

/** Where a scan goes. */
type Place<Control> =
  | { tag: 'fill' | 'ask'; field: Control }
  | { tag: 'secret' | 'stay'; field: Control }
  | { tag: 'homeless' }
  /** Probably not a scan at all. */
  | { tag: 'typed' }

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
    const isDone = carryOut(findPlace(reading, control, before, deps), reading, control, before, deps)
    before = new Map()
    return isDone
  }
}

function findPlace<Control extends { value: string }>(
  scan: Scan,
  control: Control | undefined,
  before: ReadonlyMap<Control, string>,
  deps: ScanDeps<Control>,
): Place<Control> {
  if (control && deps.kindOf(control) === 'secret') return { tag: 'secret', field: control }
  const card = deps.findCard(control)
  if (!card || !deps.isCard(scan.code)) return findOtherPlace(scan, control, before, deps)
  const held = (before.get(card) ?? card.value).trim()
  // A code that is no card, left there by an earlier scan, may be replaced.
  if (held === '' || held === scan.code || !deps.isCard(held)) return { tag: 'fill', field: card }
  const kind = control && deps.kindOf(control)
  const isRest = kind === 'card' && control !== undefined && deps.isCard(control.value.trim())
  if (scan.isCertain || !control || kind === 'choice' || (kind === 'card' && !isRest))
    return { tag: 'ask', field: card }
  // A fast hand may be typing a number, or the rest of a card's code.
  return isAmount(scan, kind) ? { tag: 'typed' } : { tag: 'stay', field: control }
}

/** The place of a code that is no card number, or of any code in a form without cards. */
function findOtherPlace<Control extends { value: string }>(
  scan: Scan,
  control: Control | undefined,
  before: ReadonlyMap<Control, string>,
  { kindOf, findOther }: ScanDeps<Control>,
): Place<Control> {
  const kind = control && kindOf(control)
  if (isAmount(scan, kind)) return { tag: 'typed' }
  if (control && (kind === 'other' || (kind === 'card' && !scan.isCertain)))
    return { tag: 'stay', field: control }
  const field = findOther(scan.code)
  if (field) return { tag: 'fill', field }
  const isEmpty = control !== undefined && (before.get(control) ?? control.value).trim() === ''
  // Where nothing is lost by it, the code stays, with the word that it is no card beside it.
  return control && kind === 'card' && isEmpty ? { tag: 'stay', field: control } : { tag: 'homeless' }
}

/** Whether a fast hand typed an amount rather than a scanner a code. */
function isAmount({ code, isCertain }: Scan, kind: ControlKind | undefined): boolean {
  return kind === 'amount' && !isCertain && (/[.,]/.test(code) || code.length <= wholeDigitsMax)
}

/** Returns whether to stop the default action of the last key. */
function carryOut<Control extends { value: string }>(
  place: Place<Control>,
  { code, end }: Scan,
  control: Control | undefined,
  before: ReadonlyMap<Control, string>,
  deps: ScanDeps<Control>,
): boolean {
  switch (place.tag) {
    case 'typed':
      return false
    case 'secret':
      restore(before, deps)
      deps.onSecret(place.field)
      return end === 'Enter'
    case 'stay':
      if (before.size > 1) gather(code, place.field, before, deps)
      deps.onStay(code, place.field)
      return true
    case 'fill':
      restore(before, deps)
      deps.onFill(code, place.field)
      return true
    case 'ask':
      restore(before, deps)
      deps.onFilled(code, place.field, control)
      return true
    case 'homeless':
      restore(before, deps)
      deps.onHomeless(code)
      return true
  }
}

/** Puts a code together in one field if the cursor moved while it was typed. */
function gather<Control extends { value: string }>(
  code: string,
  field: Control,
  before: ReadonlyMap<Control, string>,
  deps: ScanDeps<Control>,
): void {
  restore(before, deps)
  deps.onRestore(field, `${before.get(field) ?? ''}${code}`)
}

/** Removes what the scan typed into the controls, except in a secret field. */
function restore<Control extends { value: string }>(
  before: ReadonlyMap<Control, string>,
  { kindOf, onRestore }: ScanDeps<Control>,
): void {
  for (const [control, value] of before)
    if (kindOf(control) !== 'secret' && control.value !== value) onRestore(control, value)
}
