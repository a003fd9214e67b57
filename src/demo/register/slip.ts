import type { TextsChange } from '../../elements.js'
import type { Entry, Till } from '../../index.js'
import { create } from '../dom.js'
import { createPrinterButtons, readPaper } from '../printing/printing.js'
import type { Voice } from './voice.js'

interface SlipDeps {
  till: Till
  elementTexts?: TextsChange | undefined
}

/** Creates the printable slip of the last operation. */
export function createSlip({ till, elementTexts }: SlipDeps, { texts, language }: Voice) {
  const empty = create('p', { class: 'muted' }, texts.slip.empty)
  const place = create('div', { class: 'slip-place' }, empty)
  const receipt = create('counterfoil-receipt', { 'data-testid': 'slip', paper: readPaper() })
  const printers = createPrinterButtons({
    language,
    elementTexts,
    take() {
      const { entryId: id, isReprint } = receipt
      if (id === undefined) return undefined
      return {
        isReprint,
        findEntry: () => till.entry(id),
        onPrinted() {
          receipt.notePrinted(id)
        },
        isInView: () => receipt.entryId === id,
      }
    },
  })
  receipt.append(...printers.elements)
  return {
    element: create(
      'section',
      { class: 'last-slip', 'aria-labelledby': 'slip-title' },
      create('h2', { id: 'slip-title' }, texts.slip.title),
      place,
    ),
    show(entry: Entry) {
      printers.clear()
      receipt.till = till
      receipt.texts = elementTexts
      receipt.entryId = entry.id
      receipt.entry = entry
      if (!receipt.isConnected) place.replaceChildren(receipt)
    },
    stop() {
      receipt.till = undefined
    },
  }
}
