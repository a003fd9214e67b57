import { create } from '../dom.js'
import { maskApart } from '../words.js'
import type { Voice } from './voice.js'

interface ScanAnswers {
  onUse: () => void
  onKeep: () => void
}

/** Asks beside a filled card field whether a scanned code should replace its code. */
export function createScanQuestion({ texts }: Voice) {
  let shown: HTMLElement | undefined
  let stop = new AbortController()

  function close(): void {
    stop.abort()
    shown?.remove()
    shown = undefined
  }

  return {
    close,
    ask(field: HTMLInputElement | HTMLSelectElement, code: string, { onUse, onKeep }: ScanAnswers): void {
      close()
      stop = new AbortController()
      const [held, scanned] = maskApart(field.value.trim(), code)
      const keep = createButton(texts.scan.keep(held), () => {
        close()
        onKeep()
      })
      const use = createButton(texts.scan.use(scanned), onUse)
      const words = create('p', { id: `${field.id}-scan` }, texts.scan.filled(held, scanned))
      shown = create(
        'div',
        {
          class: 'scan-question field-wide',
          role: 'group',
          'aria-labelledby': words.id,
          'data-testid': 'scan-question',
        },
        words,
        create('div', { class: 'question-actions' }, keep, use),
      )
      const place = field.closest('.field') ?? field
      place.after(shown)
      // The first button changes nothing, because the Enter of the next scan presses it.
      keep.focus()
      for (const event of ['input', 'reset'])
        field.form?.addEventListener(event, close, { signal: stop.signal })
    },
  }
}

function createButton(words: string, onPress: () => void): HTMLButtonElement {
  const button = create('button', { type: 'button', class: 'button' }, words)
  button.addEventListener('click', onPress)
  return button
}
