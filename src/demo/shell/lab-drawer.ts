import type { Till } from '../../index.js'
import { create } from '../dom.js'
import type { Lab } from '../lab/lab.js'
import type { Language } from './preferences.js'

export interface LabDoors {
  till: Till
  language: Language
  label: string
  toggle: HTMLButtonElement
}

/** The lab beside the till, shut until somebody wants it; it is offered only where the stand-in service is. */
export function createLabDrawer({ till, language, label, toggle }: LabDoors): HTMLElement {
  const drawer = create('aside', {
    class: 'lab-drawer',
    id: 'lab',
    'aria-label': label,
    tabindex: '-1',
    hidden: true,
  })
  const onState = (isThere: boolean) => {
    toggle.hidden = !isThere
  }
  // It comes after the till, and the till is whole without it.
  import('../lab/lab.js').then(
    ({ createLab }) => {
      const lab = createLab({ till, language, onState })
      drawer.append(lab.element)
      connect(drawer, lab, toggle)
    },
    () => undefined,
  )
  return drawer
}

function connect(drawer: HTMLElement, lab: Lab, toggle: HTMLButtonElement): void {
  function open(isOpen: boolean): void {
    drawer.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) lab.start()
    else lab.stop()
  }

  toggle.addEventListener('click', () => {
    open(drawer.hidden !== false)
    if (!drawer.hidden) drawer.focus()
  })
  drawer.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    open(false)
    toggle.focus()
  })
}
