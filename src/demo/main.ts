import '../elements.js'
import { openTill } from '../index.js'
import { toAddress } from './address.js'
import { shopCurrency } from './currency.js'
import { chooseDatabase, isTrainingName } from './database.js'
import { create, findPart } from './dom.js'
import { showFailure } from './failure.js'
import { limits, rules } from './house-rules.js'
import { locales } from './languages.js'
import { readPreferences } from './shell/preferences.js'
import { startShell } from './shell/shell.js'
import { loadTexts } from './texts.js'

const shop = 'S01'
const terminal = 'T1'

const preferences = readPreferences()
document.documentElement.lang = locales[preferences.language]
const words = await loadTexts(preferences.language)

const display = readDisplay()
if (display === undefined) await start()
else {
  const { startCustomerDisplay } = await import('./customer/customer.js')
  const { badge } = words.shell.training
  startCustomerDisplay(findPart('page', HTMLElement), {
    ...preferences,
    till: display,
    shop,
    training: isTrainingName(display) ? badge : undefined,
  })
}

/** The till whose sale this window shows to the customer; undefined if it is the till itself. */
function readDisplay(): string | undefined {
  const query = new URLSearchParams(location.search)
  return query.get('view') === 'customer' ? (query.get('till') ?? 'counterfoil') : undefined
}

async function start(): Promise<void> {
  const page = findPart('page', HTMLElement)
  const opening = create('p', { class: 'opening', role: 'status' }, words.shell.opening)
  page.append(opening)
  try {
    const till = await openTill({
      shop,
      terminal,
      worker: toAddress('demo-sw.js'),
      rules,
      limits,
      currency: shopCurrency.code,
      ...chooseDatabase(preferences),
    })
    // The console, support and tests use it.
    Object.assign(globalThis, { counterfoilTill: till })
    opening.remove()
    startShell(page, { till, shop, terminal, preferences, words })
  } catch (error) {
    opening.remove()
    showFailure(error, words.shell.failure)
  }
}
