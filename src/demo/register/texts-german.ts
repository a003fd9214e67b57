import { germanDayWords } from '../../domain/day-words/german.js'
import { germanJournal } from '../../elements/texts/german/journal.js'
import { describeLength } from './card-length.js'
import type { RegisterTexts } from './texts.js'

const lengths = {
  atLeast: (min: number) => `mindestens ${min}`,
  between: (min: number, max: number) => `${min} bis ${max}`,
  atMost: (max: number) => `höchstens ${max}`,
}

/** The texts of the register in German. */
export const german: RegisterTexts = {
  title: 'Erfassen',
  tabs: {
    refund: 'Erstattung',
    associate: 'Karte zuordnen',
    migrate: 'Karte tauschen',
    updateReceipt: 'Bon korrigieren',
    confirmOrder: 'Bestellung',
  },
  actions: {
    refund: 'Erstattung erfassen',
    associate: 'Karte zuordnen',
    migrate: 'Karte tauschen',
    updateReceipt: 'Korrektur erfassen',
    confirmOrder: 'Bestellung erfassen',
  },
  kinds: germanDayWords.kinds,
  states: germanJournal.states,
  example: 'Beispiel',
  clear: 'Leeren',
  optional: 'freiwillig',
  fields: {
    card: 'Karte',
    authorization: 'Autorisierungscode',
    method: 'Erstattungsart',
    notes: 'Notizen',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    pin: 'PIN-Code',
    oldCard: 'Alte Karte',
    newCard: 'Neue Karte',
    target: 'Welcher Vorgang wird korrigiert?',
    transaction: 'Transaktionsnummer',
    number: 'Nummer auf dem Bon',
    order: 'Bestellnummer',
    externalOrder: 'Externe Bestellung',
    buyerName: 'Name des Käufers',
    buyerEmail: 'E-Mail des Käufers',
  },
  hints: {
    transaction: 'Wie vom Kartendienst zur Erstattung oder zum Tausch angegeben',
    number: 'Der korrigierte Bon behält seine Nummer',
    order: 'Diese oder die externe Bestellung',
    externalOrder: 'Diese oder die Bestellnummer',
    pin: 'Der Kunde gibt ihn ein',
  },
  methods: { 'stored-value': 'Guthabenkarte', cash: 'Bargeld', 'bank-card': 'Bankkarte' },
  lists: {
    lines: {
      legend: 'Bon',
      add: 'Zeile hinzufügen',
      row: (number) => `Zeile ${number}`,
      remove: (number) => `Zeile ${number} entfernen`,
    },
    payments: {
      legend: 'Zahlungen',
      add: 'Zahlung hinzufügen',
      row: (number) => `Zahlung ${number}`,
      remove: (number) => `Zahlung ${number} entfernen`,
    },
  },
  columns: {
    lines: { name: 'Artikel', price: 'Preis', quantity: 'Menge' },
    payments: { method: 'Bezahlt mit', amount: 'Betrag' },
  },
  total: 'Summe',
  sum: 'Bezahlt',
  targets: {
    first: 'Karte scannen oder eingeben. Hier erscheint, was damit erfasst wurde.',
    none: 'Mit dieser Karte wurde hier keine Erstattung und kein Tausch erfasst. Transaktionsnummer eingeben.',
    other: 'Ein anderer, über seine Transaktionsnummer',
    number: (number) => `Nr. ${number}`,
  },
  faults: {
    card: 'Karte scannen oder eingeben.',
    oldCard: 'Alte Karte scannen oder eingeben.',
    newCard: 'Neue Karte scannen oder eingeben.',
    sameCard: 'Das ist auch die alte Karte. Die neue scannen.',
    transaction: 'Oben einen Vorgang wählen oder seine Transaktionsnummer eingeben.',
    number: 'Die Nummer eingeben, die auf dem Bon steht.',
    order: 'Bestellnummer oder externe Bestellung eingeben.',
    email: 'Eine Adresse wie ada@example.com eingeben.',
    whole: 'Eine ganze Zahl eingeben, nur Ziffern.',
    amount: 'Einen Betrag wie 12,50 eingeben, ohne Tausenderpunkt.',
    quantity: 'Eine Menge wie 1 oder 0,125 eingeben.',
    positive: 'Die Summe muss mehr als null sein.',
    lines: 'Mindestens eine Zeile mit Preis eingeben.',
    unchanged: 'So steht es schon auf dem Bon. Ändern, was falsch ist.',
  },
  cardFaults: {
    length: (min, max, found) =>
      `Eine Kartennummer hat ${describeLength(min, max, lengths)} Zeichen. Diese hat ${found}.`,
    pattern: 'Das ist keine Kartennummer dieses Geschäfts.',
    'check-digit': 'Eine Ziffer dieser Kartennummer ist falsch. Karte scannen oder neu eingeben.',
  },
  refusedField: {
    missing: 'Dieses Feld wird gebraucht.',
    sum: 'Der Bon stimmt nicht: Zeilen, Zahlungen und Summe müssen denselben Betrag ergeben.',
    other: 'Die Kasse nimmt diesen Wert nicht an.',
  },
  check: 'Noch nicht erfasst. Bitte prüfen, was markiert ist.',
  again: 'Noch nicht erfasst.',
  support: (message) => `Für den Support: ${message}`,
  troubles: {
    storage: {
      title: 'NICHT gespeichert. Nichts aushändigen.',
      advice:
        'Der Browser konnte es nicht speichern. Die Eingaben stehen noch hier: noch einmal versuchen oder den Kunden an einer anderen Kasse bedienen.',
    },
    outdated: {
      title: 'NICHT erfasst. Diese Seite ist veraltet.',
      advice:
        'In diesem Browser läuft eine neuere Version der Kasse. Seite neu laden und dort erfassen. Nichts ist verloren.',
    },
    closed: {
      title: 'NICHT erfasst. Diese Kasse wurde geschlossen.',
      advice: 'Seite neu laden und dort erfassen.',
    },
    unclear: {
      title: 'Unklar, ob es gespeichert wurde. Noch nichts aushändigen.',
      advice: 'Die Taste noch einmal drücken: Es kann nicht doppelt erfasst werden.',
    },
  },
  duplicate: {
    title: (time) => `Das wurde schon um ${time} erfasst.`,
    advice:
      'Es wurde nichts Neues erfasst. Den ersten Vorgang ansehen. Sind beide gemeint, den Grund nennen.',
    confirm: 'Noch einmal erfassen',
    show: 'Anzeigen',
    cancel: 'Abbrechen',
  },
  reused: {
    title: 'Schon der erste Tastendruck wurde gespeichert.',
    advice:
      'Was seitdem geändert wurde, ist nicht erfasst. Den gespeicherten Vorgang ansehen, bevor ein weiterer erfasst wird.',
    confirm: 'Als neuen Vorgang erfassen',
  },
  limit: {
    title: 'Nicht erfasst: Eine Grenze ist erreicht.',
    advice: 'Erst Wartendes senden lassen oder die Kassenaufsicht fragen.',
    confirm: 'Zulassen',
    above: {
      hint: (max) => `Über ${max}: Die Kassenaufsicht muss zustimmen.`,
      title: 'Nicht erfasst: Die Kassenaufsicht muss zustimmen.',
      advice: 'Bitte die Kassenaufsicht rufen. Name und Grund werden festgehalten.',
    },
    reasons: {
      perOperation: (found, max) => `Der Betrag ist ${found}. Je Vorgang sind höchstens ${max} erlaubt.`,
      perCard: (found, max) => `Auf dieser Karte würden damit ${found} warten. Erlaubt sind ${max}.`,
      total: (found, max) => `An dieser Kasse würden damit ${found} warten. Erlaubt sind ${max}.`,
      count: (found, max) => `Damit würden ${found} Vorgänge warten. Erlaubt sind ${max}.`,
      ageHours: (found, max) => `Der älteste Vorgang wartet seit ${found}. Höchstens erlaubt: ${max}.`,
    },
  },
  verdict: {
    name: 'Ihr Name',
    supervisor: 'Name der Kassenaufsicht',
    reason: 'Grund',
    needed: 'Das wird festgehalten und darf nicht leer bleiben.',
  },
  scan: {
    read: (field, code) => `${field} gelesen: ${code}`,
    homeless: (code) =>
      `${code} ist keine Kartennummer, und in kein anderes Feld hier passt es. Es wurde nichts geändert.`,
    secret: (field) => `Ein Scan kam in das Feld ${field} und steht noch dort. Bitte prüfen.`,
    filled: (held, scanned) =>
      `In diesem Feld steht ${held}. Der Scan ergab ${scanned}. Welche ist die Karte?`,
    keep: (card) => `${card} behalten`,
    use: (card) => `${card} nehmen`,
  },
  keypad: { title: 'Tastenfeld', next: 'Weiter', erase: 'Löschen', mark: 'Komma' },
  reference: (id) => `Ref. ${id}`,
  order: (name) => `Bestellung ${name}`,
  migrated: (oldCard, newCard) => `Alte Karte ${oldCard} → neue Karte ${newCard}`,
  preview: {
    title: 'Aktueller Verkauf',
    empty: 'Zeilen und Summe erscheinen hier während der Eingabe.',
    numbered: 'Der Bon erhält seine Nummer beim Erfassen.',
    corrected: 'Der Bon behält Nummer und Datum.',
  },
  slip: { title: 'Letzter Bon', empty: 'Hier steht der Bon des erfassten Vorgangs, bereit zum Drucken.' },
  recent: {
    title: 'Letzte Vorgänge',
    empty: 'Es wurde noch nichts erfasst. „Beispiel“ drücken, dann erfassen.',
    fault: (message) => `Die Liste ist nicht lesbar: ${message}`,
  },
  allowedBy: (name) => `Zugelassen von ${name}`,
  restored: (time) => `Noch nicht erfasst: Das wurde um ${time} eingegeben. Bitte prüfen oder leeren.`,
  balance: {
    amount: (amount) => `Guthaben: ${amount}.`,
    waiting: (amount) => `Vorläufig: ${amount} warten auf dieser Karte.`,
    failed: 'Das Guthaben ist gerade nicht lesbar.',
  },
}
