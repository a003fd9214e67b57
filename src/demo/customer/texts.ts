import type { Language } from '../languages.js'
import type { SaleState } from './sale.js'

interface CustomerTexts {
  /** The link that opens the display, and its title. */
  label: string
  welcome: string
  total: string
  card: (masked: string) => string
  states: Record<SaleState, string>
}

const none = { idle: '', open: '' }

/** What the customer reads, in each language. */
export const customerTexts: Record<Language, CustomerTexts> = {
  en: {
    label: 'Customer display',
    welcome: 'Welcome',
    total: 'Total',
    card: (masked) => `Card ${masked}`,
    states: {
      ...none,
      saved: 'Saved. Your card will be updated soon.',
      confirmed: 'Confirmed. Thank you!',
      stop: 'One moment, please. We are checking your card.',
      cancelled: 'Cancelled.',
    },
  },
  it: {
    label: 'Schermo cliente',
    welcome: 'Benvenuti',
    total: 'Totale',
    card: (masked) => `Carta ${masked}`,
    states: {
      ...none,
      saved: 'Salvato. La carta sarà aggiornata a breve.',
      confirmed: 'Confermato. Grazie!',
      stop: 'Un momento, per favore. Stiamo verificando la carta.',
      cancelled: 'Annullato.',
    },
  },
}
