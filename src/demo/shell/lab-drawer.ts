import type { Till } from '../../index.js'
import { create } from '../dom.js'
import { createIcon } from '../icons.js'
import type { Lab } from '../lab/lab.js'
import type { LabTexts } from '../lab/words.js'
import type { Language } from '../languages.js'
import { endLeftOutage } from '../tour/outage.js'
import { startTour } from '../tour/tour.js'
import { tourTexts } from '../tour/texts.js'
import { routeToHash } from './routes.js'

export interface LabDeps {
  till: Till
  language: Language
  texts: LabTexts
  label: string
  labelClose: string
  toggle: HTMLButtonElement
}

/** Creates the drawer of the lab, closed at first; it is offered only if there is a sandbox. */
export function createLabDrawer({ till, language, texts, label, labelClose, toggle }: LabDeps): HTMLElement {
  const close = create(
    'button',
    { type: 'button', class: 'button icon-only', 'aria-label': labelClose },
    createIcon('cut'),
  )
  const title = create('h2', { id: 'lab-title', tabindex: '-1' }, label)
  const drawer = create(
    'aside',
    { class: 'lab-drawer', id: 'lab', 'aria-labelledby': title.id, hidden: true },
    create('div', { class: 'lab-head' }, title, close),
  )
  const onState = (isThere: boolean) => {
    toggle.hidden = !isThere
  }
  void endLeftOutage(till).catch(() => undefined)
  // The lab is loaded after the till, which works without it.
  import('../lab/lab.js').then(
    ({ createLab }) => {
      const lab = createLab({ till, language, texts, onState })
      const shut = connect(drawer, lab, toggle, close)
      drawer.append(createTourOffer({ till, language }, shut, toggle), lab.element)
    },
    () => undefined,
  )
  return drawer
}

function connect(drawer: HTMLElement, lab: Lab, toggle: HTMLElement, close: HTMLElement): () => void {
  function open(isOpen: boolean): void {
    drawer.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) lab.start()
    else lab.stop()
  }

  toggle.addEventListener('click', () => {
    open(drawer.hidden !== false)
    drawer.querySelector('h2')?.focus({ preventScroll: true })
  })
  const shut = () => {
    open(false)
    toggle.focus()
  }
  close.addEventListener('click', shut)
  drawer.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') shut()
  })
  return shut
}

/** Starts the tour on the register's page, with the drawer closed. */
function createTourOffer(
  deps: Pick<LabDeps, 'till' | 'language'>,
  shut: () => void,
  toggle: HTMLElement,
): HTMLElement {
  const words = tourTexts[deps.language].start
  const offer = create('button', { type: 'button', class: 'button', 'data-testid': 'tour-start' }, words)
  offer.addEventListener('click', () => {
    shut()
    location.hash = routeToHash({ view: 'till' })
    offer.disabled = true
    const onEnd = () => {
      offer.disabled = false
      // The button that ended it is gone.
      if (document.activeElement === document.body) toggle.focus()
    }
    // It stands on top of the page, for the keyboard too.
    document.body.prepend(startTour({ ...deps, onEnd }).element)
  })
  return offer
}
