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
  de: {
    label: 'Kundenanzeige',
    welcome: 'Willkommen',
    total: 'Summe',
    card: (masked) => `Karte ${masked}`,
    states: {
      ...none,
      saved: 'Gespeichert. Ihre Karte wird in Kürze aktualisiert.',
      confirmed: 'Bestätigt. Vielen Dank!',
      stop: 'Einen Moment bitte. Wir prüfen Ihre Karte.',
      cancelled: 'Storniert.',
    },
  },
  fr: {
    label: 'Écran client',
    welcome: 'Bienvenue',
    total: 'Total',
    card: (masked) => `Carte ${masked}`,
    states: {
      ...none,
      saved: 'Enregistré. Votre carte sera mise à jour sous peu.',
      confirmed: 'Confirmé. Merci !',
      stop: 'Un instant, s’il vous plaît. Nous vérifions votre carte.',
      cancelled: 'Annulé.',
    },
  },
  es: {
    label: 'Pantalla del cliente',
    welcome: 'Le damos la bienvenida',
    total: 'Total',
    card: (masked) => `Tarjeta ${masked}`,
    states: {
      ...none,
      saved: 'Guardado. Su tarjeta se actualizará en breve.',
      confirmed: 'Confirmado. ¡Gracias!',
      stop: 'Un momento, por favor. Estamos comprobando su tarjeta.',
      cancelled: 'Anulado.',
    },
  },
  nl: {
    label: 'Klantenscherm',
    welcome: 'Welkom',
    total: 'Totaal',
    card: (masked) => `Kaart ${masked}`,
    states: {
      ...none,
      saved: 'Opgeslagen. Uw kaart wordt binnenkort bijgewerkt.',
      confirmed: 'Bevestigd. Dank u wel!',
      stop: 'Een ogenblik alstublieft. We controleren uw kaart.',
      cancelled: 'Geannuleerd.',
    },
  },
  pl: {
    label: 'Ekran klienta',
    welcome: 'Witamy',
    total: 'Razem',
    card: (masked) => `Karta ${masked}`,
    states: {
      ...none,
      saved: 'Zapisano. Karta zostanie wkrótce zaktualizowana.',
      confirmed: 'Potwierdzono. Dziękujemy!',
      stop: 'Chwileczkę. Sprawdzamy kartę.',
      cancelled: 'Anulowano.',
    },
  },
  pt: {
    label: 'Ecrã do cliente',
    welcome: 'Boas-vindas',
    total: 'Total',
    card: (masked) => `Cartão ${masked}`,
    states: {
      ...none,
      saved: 'Guardado. O seu cartão será atualizado em breve.',
      confirmed: 'Confirmado. Obrigado!',
      stop: 'Um momento, por favor. Estamos a verificar o seu cartão.',
      cancelled: 'Anulado.',
    },
  },
}
