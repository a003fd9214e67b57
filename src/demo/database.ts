import { toAddress } from './address.js'
import { readSandboxBalance } from './balance.js'
import { isEuro, shopCurrency } from './currency.js'
import type { Preferences } from './shell/preferences.js'

const trainingName = 'counterfoil-training'

/** Whether a till of this name is for training: its customer display has a session of its own. */
export function isTrainingName(name: string): boolean {
  return name.startsWith(trainingName)
}

/** Training has its own database and its own sandbox; so has each currency, for amounts do not name theirs. */
export function chooseDatabase({ isTraining }: Pick<Preferences, 'isTraining'>, currency = shopCurrency) {
  const mark = isEuro(currency) ? '' : `-${currency.code}`
  return {
    name: `${isTraining ? trainingName : 'counterfoil'}${mark}`,
    service: { baseUrl: toAddress(isTraining ? 'training' : 'api') },
    // Training has no ledger to ask, and the ledger's amounts are euros.
    ...(!isTraining && isEuro(currency) && { balance: readSandboxBalance }),
  }
}
