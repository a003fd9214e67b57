/** One key as it came, and when. */
export interface Stroke {
  key: string
  at: number
  /** A key held down repeats as fast as a scanner types. */
  isRepeat?: boolean
  /** Ctrl, Alt or the like: a command, and nothing that a scanner types. */
  isCommand?: boolean
}

/** What a stroke is to whoever listens for scans. */
export type Reading =
  { tag: 'first' } | { tag: 'more' } | { tag: 'none' } | { tag: 'scan'; code: string; end: 'Enter' | 'Tab' }

const gapMsMax = 35
const lengthMin = 6

/** Tells a scanner from a hand by its rhythm: no hand keeps six keys and an Enter within 35 ms of each other. */
export function createDetector(): (stroke: Stroke) => Reading {
  let typed = ''
  let lastAt = -Infinity

  function forget(): Reading {
    typed = ''
    return { tag: 'none' }
  }

  return ({ key, at, isRepeat = false, isCommand = false }) => {
    if (key === 'Shift' || key === 'CapsLock') return { tag: typed === '' ? 'none' : 'more' }
    const isFast = at - lastAt <= gapMsMax
    lastAt = at
    if (isRepeat || isCommand) return forget()
    if (key === 'Enter' || key === 'Tab') {
      const code = typed
      forget()
      return isFast && code.length >= lengthMin ? { tag: 'scan', code, end: key } : { tag: 'none' }
    }
    if (key.length !== 1 || key === ' ') return forget()
    const isFirst = typed === '' || !isFast
    typed = isFirst ? key : typed + key
    return { tag: isFirst ? 'first' : 'more' }
  }
}

/** Where scans go, and where they must not. */
export interface ScanDoors {
  /** Whether there is anything on the page that a scan may go into. */
  isListening: (target: EventTarget | null) => boolean
  isSecret: (control: Element) => boolean
  onCard: (code: string, focused: Element | null) => void
  onSecret: (control: Element) => void
}

/** Listens to every key of a document until it is told to stop. */
export function connectScanner(doors: ScanDoors, page: Document = document): () => void {
  const detect = createDetector()
  let before = new Map<Element, string>()

  function listen(event: KeyboardEvent): void {
    const reading = detect(eventToStroke(event))
    const control = findControl(event)
    if (reading.tag === 'first' || reading.tag === 'none') before = new Map()
    if (control && (reading.tag === 'first' || reading.tag === 'more') && !before.has(control))
      before.set(control, control.value)
    if (reading.tag !== 'scan' || !doors.isListening(event.target)) return
    if (control && doors.isSecret(control)) {
      if (reading.end === 'Enter') stop(event)
      doors.onSecret(control)
      return
    }
    stop(event)
    restore(before, doors)
    before = new Map()
    doors.onCard(reading.code, control ?? null)
  }

  page.addEventListener('keydown', listen, { capture: true })
  return () => {
    page.removeEventListener('keydown', listen, { capture: true })
  }
}

function eventToStroke({ key, timeStamp, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent): Stroke {
  return { key, at: timeStamp, isRepeat: repeat, isCommand: ctrlKey || altKey || metaKey }
}

function findControl({ target }: Event): HTMLInputElement | HTMLSelectElement | undefined {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target : undefined
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Takes out again what the scan has typed; what went into a secret is nobody's to touch. */
function restore(before: ReadonlyMap<Element, string>, { isSecret }: ScanDoors): void {
  for (const [control, value] of before) {
    const typed = control as HTMLInputElement | HTMLSelectElement
    if (isSecret(control) || typed.value === value) continue
    typed.value = value
    typed.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
