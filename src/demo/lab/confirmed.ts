import { create } from '../dom.js'
import { createSection } from './section.js'
import type { ConfirmedTexts } from './words.js'

/** Creates a button whose act is carried out after a second press confirms it. */
export function createConfirmed(name: string, texts: ConfirmedTexts, onConfirm: () => void): HTMLElement {
  const ask = create('button', { class: 'button', type: 'button', 'data-testid': name }, texts.ask)
  const confirm = create(
    'button',
    { class: 'button primary', type: 'button', 'data-testid': `${name}-confirm` },
    texts.confirm,
  )
  const cancel = create('button', { class: 'button', type: 'button' }, texts.cancel)
  const sure = create('p', { id: `lab-sure-${name}` }, texts.sure)
  const actions = create('div', { class: 'lab-actions' }, confirm, cancel)
  const step = create(
    'div',
    { class: 'lab-confirm', role: 'group', 'aria-labelledby': `lab-sure-${name}`, hidden: true },
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
  return createSection(texts.title, create('p', { class: 'lab-note' }, texts.hint), ask, step)
}
