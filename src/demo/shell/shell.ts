import type { Till } from '../../index.js'
import { create } from '../dom.js'
import { createRegister } from '../register/register.js'
import { createApproval, type DemoApprove } from './approval.js'
import { createLabDrawer } from './lab-drawer.js'
import { createMasthead } from './masthead.js'
import { createUpdateNotice } from './notice.js'
import { createOffice } from './office.js'
import { createOperator } from './operator.js'
import { createPeople, type People, type PeopleDeps } from './people.js'
import type { PinDeps } from './pin-dialog.js'
import { remember, type Preferences } from './preferences.js'
import { limits } from '../house-rules.js'
import { hashToRoute, routeToHash, type Route } from './routes.js'
import type { DemoTexts } from '../texts/texts.js'
import { createWatermark } from '../training.js'
import type { ShellTexts } from './texts.js'
import { watchUpdates, type Updates } from './update.js'
import { createViews, type Views } from './views.js'

export interface ShellDeps {
  till: Till
  shop: string
  terminal: string
  preferences: Preferences
  words: DemoTexts
}

/** Starts the page of a till: header, status, one view at a time, and the lab. */
export function startShell(host: HTMLElement, deps: ShellDeps): void {
  const { till, preferences, words } = deps
  const { isTraining } = preferences
  const texts = words.shell
  const masthead = createMasthead({ ...deps, texts, operator: preferences.operator, isTraining })
  const { notice, updates } = createUpdates(till, texts)
  const status = create('counterfoil-status', { sticky: true })
  status.till = till
  const signIn = createPinDeps(texts)
  const approve = createApproval(signIn)
  const views = createContents(
    { ...deps, signIn, approve },
    texts,
    (name) => {
      masthead.setOperator(name)
      status.operator = name
    },
    updates,
  )
  followPeople(signIn.people, (hasPeople) => {
    const asked = hasPeople ? approve : undefined
    status.approve = asked
    views.setApprove(asked)
  })
  const lab = isTraining ? [] : [createLab(deps, masthead.labToggle)]

  document.body.classList.toggle('is-training', isTraining)
  host.append(
    createSkip(texts.skip, views.element),
    masthead.element,
    notice,
    create('div', { class: 'floor' }, create('div', { class: 'stage' }, status, views.element), ...lab),
    ...(isTraining ? [createWatermark(texts.training.badge)] : []),
  )
  till.status.subscribe(({ counts }) => {
    masthead.tellNeeding(counts.parked)
  })
  status.addEventListener('counterfoil-attention', () => {
    location.hash = routeToHash({ view: 'attention' })
  })
  follow((route, isFirst) => {
    masthead.choose(route.view)
    views.choose(route, isFirst)
    document.title = route.view === 'till' ? texts.title : `${texts.views[route.view]} · ${texts.title}`
  })
  void status.updateComplete.then(showFocused)
}

/** The drawer in which a person breaks the connection or the service; training has none. */
function createLab({ till, preferences, words }: ShellDeps, toggle: HTMLButtonElement): HTMLElement {
  const { lab: label, labClose: labelClose } = words.shell
  return createLabDrawer({
    till,
    language: preferences.language,
    texts: words.lab,
    label,
    labelClose,
    toggle,
  })
}

/** The status is drawn last and moves the focused field down: on a small screen under the keypad. */
function showFocused(): void {
  document.activeElement?.scrollIntoView({ block: 'nearest' })
}

interface ContentsDeps extends ShellDeps {
  signIn: PinDeps
  approve: DemoApprove
}

function createPinDeps({ people: texts }: ShellTexts): PinDeps {
  const now = () => Date.now()
  // A browser that denies its storage throws at each use, which the people expect.
  const storage: PeopleDeps['storage'] = {
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, value) => {
      localStorage.setItem(name, value)
    },
  }
  const watch: PeopleDeps['watch'] = (listener) => {
    addEventListener('storage', ({ key }) => {
      listener(key)
    })
  }
  return { people: createPeople({ storage, now, watch }), texts, now }
}

/** Tells whether people can sign in, now and at each change. */
function followPeople(people: People, tell: (hasPeople: boolean) => void): void {
  const look = () => {
    tell(people.list().length > 0)
  }
  people.subscribe(look)
  look()
}

function createContents(
  { till, shop, terminal, preferences, words, signIn, approve }: ContentsDeps,
  texts: ShellTexts,
  onOperator: (name: string) => void,
  updates: Updates,
): Views {
  const operator = createOperator(preferences.operator)
  onOperator(operator.name())
  const elementTexts = preferences.isTraining ? { slip: { notice: texts.training.slip } } : undefined
  const register = createRegister({
    till,
    shop,
    terminal,
    language: preferences.language,
    texts: words.register,
    limits,
    elementTexts,
    operator: () => operator.name(),
    approve: () => (signIn.people.list().length > 0 ? approve : undefined),
    onShow(id) {
      location.hash = routeToHash({ view: 'journal', id })
    },
  })
  const office = createOffice({
    till,
    texts,
    preferences,
    operator,
    onOperator(name) {
      operator.set(name)
      remember('operator', name)
      onOperator(name)
      views.setOperator(name)
    },
    onReload: reload,
    onCheck: () => updates.check(),
    signIn,
    approve,
  })
  const views = createViews({ till, texts, elementTexts, register, office, operator: operator.name() })
  return views
}

function createUpdates(till: Till, texts: ShellTexts): { notice: HTMLElement; updates: Updates } {
  const notice = createUpdateNotice(texts.update, {
    onApply: () => {
      updates.apply()
    },
    onReload: reload,
  })
  const updates = watchUpdates({
    till,
    onState: (state) => {
      notice.show(state)
    },
    reload,
  })
  return { notice: notice.element, updates }
}

/** Moves the focus by script, because a skip link with a hash would change the view. */
function createSkip(words: string, target: HTMLElement): HTMLElement {
  const skip = create('button', { type: 'button', class: 'skip visually-hidden' }, words)
  skip.addEventListener('click', () => {
    target.focus()
  })
  return skip
}

function reload(): void {
  location.reload()
}

/** Calls back with the current route, now and at each change. What the view that is left has asked is not answered. */
function follow(go: (route: Route, isFirst: boolean) => void): void {
  addEventListener('hashchange', () => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
    go(hashToRoute(location.hash), false)
  })
  go(hashToRoute(location.hash), true)
}
