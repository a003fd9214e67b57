import '../elements.js'
import { openTill, StorageRefused, TillOutdated } from '../index.js'
import { toAddress } from './address.js'
import { readSandboxBalance } from './balance.js'
import { isEuro, shopCurrency } from './currency.js'
import { create, findPart } from './dom.js'
import { createIcon } from './icons.js'
import { limits, rules } from './house-rules.js'
import { locales } from './languages.js'
import { readPreferences, type Preferences } from './shell/preferences.js'
import { startShell } from './shell/shell.js'
import type { ShellTexts } from './shell/texts.js'
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
  startCustomerDisplay(findPart('page', HTMLElement), { ...preferences, till: display, shop })
}

/** The till whose sale this window shows to the customer; undefined if it is the till itself. */
function readDisplay(): string | undefined {
  const query = new URLSearchParams(location.search)
  return query.get('view') === 'customer' ? (query.get('till') ?? 'counterfoil') : undefined
}

async function start(): Promise<void> {
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
    startShell(findPart('page', HTMLElement), { till, shop, terminal, preferences, words })
  } catch (error) {
    showFailure(error, words.shell.failure)
  }
}

/** Training has its own database and its own sandbox; so has each currency, for amounts do not name theirs. */
function chooseDatabase({ isTraining }: Preferences) {
  const currency = isEuro(shopCurrency) ? '' : `-${shopCurrency.code}`
  return {
    name: `counterfoil${isTraining ? '-training' : ''}${currency}`,
    service: { baseUrl: toAddress(isTraining ? 'training' : 'api') },
    // Training has no ledger to ask.
    ...(!isTraining && { balance: readSandboxBalance }),
  }
}

function showFailure(error: unknown, texts: ShellTexts['failure']): void {
  const failure = findPart('failure', HTMLElement)
  const [title, advice] = errorToAdvice(error, texts)
  failure.append(
    createIcon('alert'),
    create(
      'div',
      {},
      create('h2', {}, title),
      create('p', {}, advice),
      create('p', { class: 'muted' }, texts.support(error instanceof Error ? error.message : String(error))),
    ),
  )
  failure.hidden = false
}

function errorToAdvice(error: unknown, texts: ShellTexts['failure']): [title: string, advice: string] {
  if (error instanceof TillOutdated) return [texts.outdated, texts.outdatedAdvice]
  if (error instanceof StorageRefused) return [texts.storage, texts.storageAdvice]
  return [texts.other, texts.otherAdvice]
}
