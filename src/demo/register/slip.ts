import type { Entry, Till } from '../../index.js'
import { create } from '../dom.js'
import type { Voice } from './voice.js'

/** The slip of what was rung up last, ready to print. */
export function createSlip(till: Till, { texts, language }: Voice) {
  const empty = create('p', { class: 'muted' }, texts.slip.empty)
  const place = create('div', { class: 'slip-place' }, empty)
  const receipt = create('counterfoil-receipt', { lang: language, 'data-testid': 'slip' })
  return {
    element: create(
      'section',
      { class: 'last-slip', 'aria-labelledby': 'slip-title' },
      create('h2', { id: 'slip-title' }, texts.slip.title),
      place,
    ),
    show(entry: Entry) {
      receipt.till = till
      receipt.entryId = entry.id
      receipt.entry = entry
      if (!receipt.isConnected) place.replaceChildren(receipt)
    },
    stop() {
      receipt.till = undefined
    },
  }
}
