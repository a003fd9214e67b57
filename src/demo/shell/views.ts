import type { Approve, TextsChange } from '../../elements.js'
import type { Till } from '../../index.js'
import { create } from '../dom.js'
import type { Register } from '../register/register.js'
import { routeToHash, viewNames, type Route, type ViewName } from './routes.js'
import type { ShellTexts } from './texts.js'

interface ViewsDeps {
  till: Till
  texts: ShellTexts
  elementTexts: TextsChange | undefined
  register: Register
  office: HTMLElement
  operator: string
}

export interface Views {
  element: HTMLElement
  setOperator(name: string): void
  /** Sets who is asked before a person decides; undefined where names are written. */
  setApprove(approve: Approve | undefined): void
  choose(route: Route, isFirst: boolean): void
}

/** Creates the views, of which only the current one is in the page, so that the others need no updates. */
export function createViews({ till, texts, elementTexts, register, office, operator }: ViewsDeps): Views {
  const attention = create('counterfoil-attention')
  const journal = create('counterfoil-journal')
  const day = create('counterfoil-day')
  for (const element of [attention, journal, day]) element.till = till
  const setOperator = (name: string) => {
    for (const element of [attention, journal, day]) element.operator = name
    register.setOperator(name)
  }
  setOperator(operator)
  for (const element of [journal, day]) element.texts = elementTexts
  journal.addEventListener('counterfoil-selected', ({ detail }) => {
    // Choosing another entry adds no step to the browser's history.
    history.replaceState(
      null,
      '',
      routeToHash({ view: 'journal', ...(detail.id !== undefined && { id: detail.id }) }),
    )
  })
  journal.addEventListener('counterfoil-attention', () => {
    location.hash = routeToHash({ view: 'attention' })
  })
  const contents: Record<ViewName, HTMLElement> = { till: register.element, attention, journal, day, office }
  const places = new Map(
    viewNames.map((name) => [name, create('div', { class: `view view-${name}`, hidden: true })]),
  )
  const element = create('main', { id: 'view', tabindex: '-1' }, ...places.values())

  return {
    element,
    setOperator,
    setApprove(approve) {
      for (const element of [attention, journal]) element.approve = approve
    },
    choose({ view, id }: Route, isFirst: boolean) {
      element.setAttribute('aria-label', texts.views[view])
      for (const [name, place] of places) {
        place.hidden = name !== view
        if (name !== view) contents[name].remove()
        else if (contents[name].parentElement !== place) place.append(contents[name])
      }
      if (view === 'journal' && id !== undefined) journal.selected = id
      if (view === 'till') register.focus()
      else if (!isFirst) element.focus({ preventScroll: true })
    },
  }
}
