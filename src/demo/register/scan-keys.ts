import { createReader, type ScanDeps } from './scan-place.js'
import type { Stroke } from './scanner.js'

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
