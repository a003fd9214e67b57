import '../elements.js'
import { openTill, StorageRefused, TillOutdated, type Till } from '../index.js'
import { create, findPart } from './dom.js'
import { createIcon } from './icons.js'
import { createRegister } from './register/register.js'
import { startServicePanel } from './service-panel.js'
import { startStanding } from './standing.js'
import { errorToText } from './words.js'

const shop = 'S01'
const terminal = 'T1'

try {
  const till = await openTill({ shop, terminal, service: { baseUrl: '/api' }, worker: '/demo-sw.js' })
  // For the console, for support and for tests.
  Object.assign(globalThis, { counterfoilTill: till })
  start(till)
} catch (error) {
  showFailure(error)
}

function start(till: Till): void {
  const register = createRegister({
    till,
    shop,
    terminal,
    operator: () => 'Ada',
    language: document.documentElement.lang === 'it' ? 'it' : 'en',
    onShow: (id) => {
      location.hash = id
    },
  })
  findPart('counter', HTMLElement).append(register.element)
  startStanding(till)
  startServicePanel(till)
  findPart('floor', HTMLElement).hidden = false
  findPart('reach', HTMLElement).hidden = false
  register.focus()
}

function showFailure(error: unknown): void {
  const { title, advice } = errorToAdvice(error)
  const failure = findPart('failure', HTMLElement)
  failure.append(
    createIcon('alert'),
    create(
      'div',
      {},
      create('h2', {}, title),
      create('p', {}, advice),
      create('p', { class: 'muted' }, `For support: ${errorToText(error)}`),
    ),
  )
  failure.hidden = false
}

function errorToAdvice(error: unknown): { title: string; advice: string } {
  if (error instanceof TillOutdated) {
    return {
      title: 'A newer version of this till has been here.',
      advice: 'Nothing has been lost. Load the page again; if this stays, close every other tab of the till.',
    }
  }
  if (error instanceof StorageRefused) {
    return {
      title: 'This till cannot open: the browser does not let it keep anything.',
      advice:
        'Nothing can be rung up here. Leave private browsing, allow this site to store data, and load the page again.',
    }
  }
  return {
    title: 'This till cannot open.',
    advice: 'Nothing can be rung up here. Load the page again, or call support with the text below.',
  }
}
