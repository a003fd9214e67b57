import { create } from '../dom.js'
import type { LabVoice } from './formats.js'
import { createSection } from './section.js'

/** Creates the button that empties the sandbox, after a second press confirms it. */
export function createStartOver({ texts: { startOver } }: LabVoice, onConfirm: () => void): HTMLElement {
  const ask = create(
    'button',
    { class: 'button', type: 'button', 'data-testid': 'start-over' },
    startOver.ask,
  )
  const confirm = create(
    'button',
    { class: 'button primary', type: 'button', 'data-testid': 'start-over-confirm' },
    startOver.confirm,
  )
  const cancel = create('button', { class: 'button', type: 'button' }, startOver.cancel)
  const sure = create('p', { id: 'lab-sure' }, startOver.sure)
  const actions = create('div', { class: 'lab-actions' }, confirm, cancel)
  const step = create(
    'div',
    { class: 'lab-confirm', role: 'group', 'aria-labelledby': 'lab-sure', hidden: true },
    sure,
    actions,
  )

  function open(isOpen: boolean): void {
    step.hidden = !isOpen
    ask.hidden = isOpen
    ;(isOpen ? cancel : ask).focus()
  }
  ask.addEventListener('click', () => {
    open(true)
  })
  cancel.addEventListener('click', () => {
    open(false)
  })
  confirm.addEventListener('click', () => {
    open(false)
    onConfirm()
  })
  return createSection(startOver.title, create('p', { class: 'lab-note' }, startOver.hint), ask, step)
}
