import { toAddress } from '../address.js'
import { create, setText } from '../dom.js'
import { createTrainingBadge } from '../training.js'
import type { ShellTexts } from './texts.js'
import { viewNames, type ViewName } from './routes.js'

export interface MastheadDeps {
  texts: ShellTexts
  shop: string
  terminal: string
  operator: string
  isTraining: boolean
}

export interface Masthead {
  element: HTMLElement
  labToggle: HTMLButtonElement
  choose(view: ViewName): void
  /** The number of operations that need attention; undefined while it is not known. */
  tellNeeding(count: number | undefined): void
  setOperator(name: string): void
}

/** Creates the header: shop and till, operator, and links to the views. */
export function createMasthead(deps: MastheadDeps): Masthead {
  const { texts, shop, terminal, isTraining } = deps
  const links = new Map(viewNames.map((view) => [view, createLink(view, texts)]))
  const badge = create('span', { class: 'badge', 'aria-hidden': 'true', hidden: true })
  const needing = create('span', { class: 'visually-hidden' })
  links.get('attention')?.append(badge, needing)
  const operator = create('a', { class: 'operator', href: '#office' })
  const labToggle = createLabToggle(texts.lab)
  const element = create(
    'header',
    { class: 'masthead' },
    create('img', { src: toAddress('icon.svg'), alt: '', width: '32', height: '32' }),
    create(
      'div',
      { class: 'name' },
      create('h1', {}, 'Counterfoil'),
      create('p', { class: 'place' }, texts.place(shop, terminal)),
    ),
    ...(isTraining ? [createTrainingBadge(texts.training.badge)] : []),
    create(
      'nav',
      { 'aria-label': texts.navigation },
      create('ul', {}, ...[...links.values()].map((link) => create('li', {}, link))),
    ),
    operator,
    labToggle,
  )
  const masthead: Masthead = {
    element,
    labToggle,
    choose(view) {
      for (const [name, link] of links) {
        if (name === view) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
    tellNeeding(count) {
      badge.hidden = count === 0
      setText(badge, count === undefined ? '?' : count > 99 ? '99+' : String(count))
      setText(
        needing,
        count === undefined
          ? `, ${texts.needingUnknown}`
          : count === 0
            ? ''
            : `, ${texts.needing(String(count))}`,
      )
    },
    setOperator(name) {
      operator.replaceChildren(
        ...(name === ''
          ? [texts.signedOut]
          : [create('span', { class: 'at' }, texts.at), create('span', {}, name)]),
      )
    },
  }
  masthead.setOperator(deps.operator)
  return masthead
}

function createLink(view: ViewName, texts: ShellTexts): HTMLAnchorElement {
  return create(
    'a',
    { href: `#${view}`, 'data-testid': `view-${view}` },
    create('span', {}, texts.views[view]),
  )
}

function createLabToggle(words: string): HTMLButtonElement {
  return create(
    'button',
    {
      type: 'button',
      class: 'lab-toggle',
      'data-testid': 'lab-toggle',
      'aria-expanded': 'false',
      'aria-controls': 'lab',
      hidden: true,
    },
    words,
  )
}
