import type { Entry } from '../../index.js'
import { create } from '../dom.js'
import { createIcon } from '../icons.js'
import { describeAmount, describeEntry } from './describe.js'
import type { Voice } from './voice.js'

/** Says that an operation has been kept, so that it cannot be overlooked. */
export function createConfirmation(voice: Voice) {
  const element = create('div', { class: 'confirmation', role: 'status', 'data-testid': 'confirmation' })
  return {
    element,
    isShown: () => element.hasChildNodes(),
    show(entry: Entry) {
      const amount = describeAmount(entry, voice)
      element.dataset.entryId = entry.id
      element.replaceChildren(
        createIcon('check'),
        create(
          'div',
          { class: 'confirmation-words' },
          create('p', { class: 'confirmation-title' }, voice.texts.kept),
          create('p', { class: 'confirmation-facts' }, describeEntry(entry, voice)),
        ),
        ...(amount === '' ? [] : [create('p', { class: 'amount confirmation-amount' }, amount)]),
      )
    },
    /** What has been kept must not seem to be what is only being typed. */
    clear() {
      element.replaceChildren()
    },
  }
}
