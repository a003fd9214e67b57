import { dutchDayWords } from '../../domain/day-words/dutch.js'
import { dutchJournal } from '../../elements/texts/dutch/journal.js'
import { describeLength } from './card-length.js'
import type { RegisterTexts } from './texts.js'

const lengths = {
  atLeast: (min: number) => `minstens ${min}`,
  between: (min: number, max: number) => `${min} tot ${max}`,
  atMost: (max: number) => `hoogstens ${max}`,
}

/** The texts of the register in Dutch. */
export const dutch: RegisterTexts = {
  title: 'Invoeren',
  tabs: {
    refund: 'Terugbetaling',
    associate: 'Kaart koppelen',
    migrate: 'Kaart vervangen',
    updateReceipt: 'Bon corrigeren',
    confirmOrder: 'Bestelling',
  },
  actions: {
    refund: 'Terugbetaling invoeren',
    associate: 'Kaart koppelen',
    migrate: 'Kaart vervangen',
    updateReceipt: 'Correctie invoeren',
    confirmOrder: 'Bestelling invoeren',
  },
  kinds: dutchDayWords.kinds,
  states: dutchJournal.states,
  example: 'Voorbeeld',
  clear: 'Leegmaken',
  optional: 'niet verplicht',
  fields: {
    card: 'Kaart',
    authorization: 'Autorisatiecode',
    method: 'Terugbetaald via',
    notes: 'Notities',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    email: 'E-mail',
    pin: 'Pincode',
    oldCard: 'Oude kaart',
    newCard: 'Nieuwe kaart',
    target: 'Welke bewerking wordt gecorrigeerd?',
    transaction: 'Transactienummer',
    number: 'Nummer op de bon',
    order: 'Bestelnummer',
    externalOrder: 'Externe bestelling',
    buyerName: 'Naam van de koper',
    buyerEmail: 'E-mail van de koper',
  },
  hints: {
    transaction: 'Zoals de kaartdienst het gaf bij de terugbetaling of vervanging',
    number: 'De gecorrigeerde bon houdt zijn nummer',
    order: 'Dit of de externe bestelling',
    externalOrder: 'Deze of het bestelnummer',
    pin: 'De klant typt hem in',
  },
  methods: { 'stored-value': 'Tegoedkaart', cash: 'Contant', 'bank-card': 'Bankpas' },
  lists: {
    lines: {
      legend: 'Bon',
      add: 'Regel toevoegen',
      row: (number) => `Regel ${number}`,
      remove: (number) => `Regel ${number} verwijderen`,
    },
    payments: {
      legend: 'Betalingen',
      add: 'Betaling toevoegen',
      row: (number) => `Betaling ${number}`,
      remove: (number) => `Betaling ${number} verwijderen`,
    },
  },
  columns: {
    lines: { name: 'Artikel', price: 'Prijs', quantity: 'Aantal' },
    payments: { method: 'Betaald met', amount: 'Bedrag' },
  },
  total: 'Totaal',
  sum: 'Betaald',
  targets: {
    first: 'Scan of typ de kaart. Wat ermee is ingevoerd, verschijnt hier.',
    none: 'Met deze kaart is hier geen terugbetaling of vervanging ingevoerd. Typ het transactienummer.',
    other: 'Een andere, op transactienummer',
    number: (number) => `Nr. ${number}`,
  },
  faults: {
    card: 'Scan of typ de kaart.',
    oldCard: 'Scan of typ de oude kaart.',
    newCard: 'Scan of typ de nieuwe kaart.',
    sameCard: 'Dit is ook de oude kaart. Scan de nieuwe.',
    transaction: 'Kies hierboven een bewerking of typ het transactienummer.',
    number: 'Typ het nummer dat op de bon staat.',
    order: 'Typ het bestelnummer of de externe bestelling.',
    email: 'Typ een adres zoals ada@example.com.',
    whole: 'Typ een geheel getal, alleen cijfers.',
    amount: 'Typ een bedrag zoals 12,50, zonder punt voor duizendtallen.',
    quantity: 'Typ een aantal zoals 1 of 0,125.',
    positive: 'Het totaal moet meer dan nul zijn.',
    lines: 'Typ minstens één regel met een prijs.',
    unchanged: 'Dit staat al op de bon. Wijzig wat niet klopt.',
  },
  cardFaults: {
    length: (min, max, found) =>
      `Een kaartnummer heeft ${describeLength(min, max, lengths)} tekens. Dit heeft er ${found}.`,
    pattern: 'Dit is geen kaartnummer van deze winkel.',
    'check-digit': 'Eén cijfer van dit kaartnummer klopt niet. Scan de kaart of typ het nummer opnieuw.',
  },
  refusedField: {
    missing: 'Dit veld is nodig.',
    sum: 'De bon klopt niet: regels, betalingen en totaal moeten hetzelfde bedrag geven.',
    other: 'De kassa accepteert deze waarde niet.',
  },
  check: 'Nog niet ingevoerd. Controleer wat gemarkeerd is.',
  again: 'Nog niet ingevoerd.',
  support: (message) => `Voor de helpdesk: ${message}`,
  troubles: {
    storage: {
      title: 'NIET opgeslagen. Geef niets mee.',
      advice:
        'De browser kon het niet opslaan. Wat u typte, staat hier nog: probeer het nog eens of help de klant aan een andere kassa.',
    },
    outdated: {
      title: 'NIET ingevoerd. Deze pagina is verouderd.',
      advice:
        'In deze browser draait een nieuwere versie van de kassa. Laad de pagina opnieuw en voer het daar in. Er is niets verloren.',
    },
    closed: {
      title: 'NIET ingevoerd. Deze kassa is gesloten.',
      advice: 'Laad de pagina opnieuw en voer het daar in.',
    },
    unclear: {
      title: 'Niet zeker of het is opgeslagen. Geef nog niets mee.',
      advice: 'Druk nog eens op de knop: het kan niet dubbel worden ingevoerd.',
    },
  },
  duplicate: {
    title: (time) => `Dit is al ingevoerd om ${time}.`,
    advice: 'Er is niets nieuws ingevoerd. Bekijk de eerste bewerking. Zijn beide bedoeld, zeg dan waarom.',
    confirm: 'Nog eens invoeren',
    show: 'Tonen',
    cancel: 'Sluiten',
  },
  reused: {
    title: 'De eerste keer is toch opgeslagen.',
    advice:
      'Wat sindsdien is gewijzigd, is niet ingevoerd. Bekijk de opgeslagen bewerking voordat u een nieuwe invoert.',
    confirm: 'Als nieuwe invoeren',
  },
  limit: {
    title: 'Niet ingevoerd: een limiet is bereikt.',
    advice: 'Laat eerst verzenden wat wacht, of vraag het een leidinggevende.',
    confirm: 'Toestaan',
    above: {
      hint: (max) => `Boven ${max}: een leidinggevende moet dit toestaan.`,
      title: 'Niet ingevoerd: een leidinggevende moet dit toestaan.',
      advice: 'Roep een leidinggevende. Naam en reden worden vastgelegd.',
    },
    reasons: {
      perOperation: (found, max) => `Het bedrag is ${found}. Eén bewerking mag hoogstens ${max} zijn.`,
      perCard: (found, max) => `Hiermee zou op deze kaart ${found} wachten. Toegestaan: ${max}.`,
      total: (found, max) => `Hiermee zou op deze kassa ${found} wachten. Toegestaan: ${max}.`,
      count: (found, max) => `Hiermee zouden ${found} bewerkingen wachten. Toegestaan: ${max}.`,
      ageHours: (found, max) => `De oudste bewerking wacht al ${found}. Toegestaan: ${max}.`,
    },
  },
  verdict: {
    name: 'Uw naam',
    supervisor: 'Naam van de leidinggevende',
    reason: 'Reden',
    needed: 'Dit wordt vastgelegd en mag niet leeg blijven.',
  },
  scan: {
    read: (field, code) => `${field} gelezen: ${code}`,
    homeless: (code) =>
      `${code} is geen kaartnummer, en geen veld hier neemt het aan. Er is niets gewijzigd.`,
    secret: (field) => `Een scan kwam in het veld ${field} en staat daar nog. Controleer dit.`,
    filled: (held, scanned) => `In dit veld staat ${held}. De scan geeft ${scanned}. Welke is de kaart?`,
    keep: (card) => `${card} houden`,
    use: (card) => `${card} gebruiken`,
  },
  keypad: { title: 'Toetsen', next: 'Volgende', erase: 'Wissen', mark: 'Komma' },
  reference: (id) => `kenmerk ${id}`,
  order: (name) => `Bestelling ${name}`,
  migrated: (oldCard, newCard) => `Oude kaart ${oldCard} → nieuwe kaart ${newCard}`,
  preview: {
    title: 'Huidige verkoop',
    empty: 'Regels en totaal verschijnen hier terwijl u typt.',
    numbered: 'De bon krijgt zijn nummer bij het invoeren.',
    corrected: 'De bon houdt zijn nummer en datum.',
  },
  slip: { title: 'Laatste bon', empty: 'Hier staat de bon van wat u invoert, klaar om af te drukken.' },
  recent: {
    title: 'Recente bewerkingen',
    empty: 'Er is nog niets ingevoerd. Druk op Voorbeeld en voer het in.',
    fault: (message) => `De lijst is niet leesbaar: ${message}`,
  },
  allowedBy: (name) => `Toegestaan door ${name}`,
  restored: (time) => `Nog niet ingevoerd: dit is om ${time} getypt. Controleer het of wis het.`,
  balance: {
    amount: (amount) => `Saldo: ${amount}.`,
    waiting: (amount) => `Voorlopig: ${amount} wacht op deze kaart.`,
    failed: 'Het saldo is nu niet te lezen.',
  },
}
