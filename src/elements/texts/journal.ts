import type { EntryState } from '../../domain/entry.js'
import type { Standing } from '../journal/filter.js'

type Counted = (count: number, shown: string) => string

/** What the journal says in its own words. */
export interface JournalTexts {
  label: string
  search: string
  searchHint: string
  clear: string
  state: string
  standings: Record<Standing, string>
  kind: string
  anyKind: string
  from: string
  to: string
  states: Record<EntryState, string>
  time: string
  operation: string
  amount: string
  number: string
  numberOf: (number: string) => string
  reading: string
  readingOf: (read: string, total: string) => string
  searching: string
  count: Counted
  found: Counted
  atLeast: Counted
  lookedTo: (time: string) => string
  lookFurther: string
  none: string
  noneHint: string
  notFound: string
  notFoundHint: string
  showAll: string
  notReadable: (message: string) => string
  retrying: string
  retry: string
  back: string
  close: string
  opened: (title: string) => string
  missing: string
  decide: string
  cancel: string
  cancelConfirm: string
  cancelKeep: string
  cancelFix: string
  cancelDoubt: string
  cancelled: string
  facts: string
  rungUp: string
  operator: string
  settledAt: string
  dueAt: string
  shop: string
  status: string
  replaces: string
  replacedBy: string
  transactionOf: string
  unreadable: string
  slip: string
  history: string
  reply: string
  noReply: string
  body: string
  noBody: string
  covered: string
  yes: string
  no: string
}

/** English. */
export const englishJournal: JournalTexts = {
  label: 'Journal',
  search: 'Search',
  searchHint: 'A card or its last digits (…42), a receipt number (#12), an order or an operation.',
  clear: 'Clear the search',
  state: 'State',
  standings: {
    all: 'All',
    waiting: 'Waiting',
    settled: 'Settled',
    parked: 'Needs attention',
    voided: 'Voided',
  },
  kind: 'Operation',
  anyKind: 'All',
  from: 'From day',
  to: 'To day',
  states: {
    queued: 'Waiting',
    sending: 'Being sent',
    settled: 'Settled',
    parked: 'Needs attention',
    voided: 'Voided',
  },
  time: 'Time',
  operation: 'Operation',
  amount: 'Amount',
  number: 'Receipt no.',
  numberOf: (number) => `No. ${number}`,
  reading: 'Reading…',
  readingOf: (read, total) => `Reading… ${read} of ${total}`,
  searching: 'Searching…',
  count: (count, shown) => (count === 1 ? '1 operation' : `${shown} operations`),
  found: (count, shown) => (count === 1 ? '1 operation found' : `${shown} operations found`),
  atLeast: (count, shown) => (count === 1 ? '1 operation so far' : `${shown} operations so far`),
  lookedTo: (time) => `Looked back to ${time}.`,
  lookFurther: 'Look further back',
  none: 'Nothing has been rung up yet.',
  noneHint: 'Every operation of this till will stand here, with all that becomes of it.',
  notFound: 'Nothing found.',
  notFoundHint: 'Look at more days, at every state or operation, or search for fewer digits.',
  showAll: 'Show everything',
  notReadable: (message) => `The journal cannot be read: ${message}`,
  retrying: 'The till tries again by itself.',
  retry: 'Try again',
  back: 'Back to the list',
  close: 'Close',
  opened: (title) => `Opened beside the list: ${title}`,
  missing: 'There is no such operation in this journal. It may have been cleared away since.',
  decide: 'Decide what to do',
  cancel: 'Cancel this operation',
  cancelConfirm: 'Cancel the operation',
  cancelKeep: 'Keep it',
  cancelFix: 'Please fix:',
  cancelDoubt: 'It was sent before and may have gone through. Check the card first.',
  cancelled: 'Cancelled. It will not be sent.',
  facts: 'At a glance',
  rungUp: 'Rung up',
  operator: 'By',
  settledAt: 'Settled',
  dueAt: 'Next try',
  shop: 'Shop / till',
  status: 'Answer',
  replaces: 'In place of',
  replacedBy: 'Replaced by',
  transactionOf: 'Waits for the transaction of',
  unreadable: 'Cannot be read',
  slip: 'Receipt',
  history: 'What happened',
  reply: 'What the service answered',
  noReply: 'The service has not answered yet.',
  body: 'What was rung up',
  noBody: 'What was rung up cannot be shown.',
  covered: 'covered',
  yes: 'yes',
  no: 'no',
}

/** Italian. */
export const italianJournal: JournalTexts = {
  label: 'Giornale',
  search: 'Cerca',
  searchHint:
    'Una carta o le sue ultime cifre (…42), un numero di scontrino (#12), un ordine o un’operazione.',
  clear: 'Cancella la ricerca',
  state: 'Stato',
  standings: {
    all: 'Tutte',
    waiting: 'In attesa',
    settled: 'Concluse',
    parked: 'Da verificare',
    voided: 'Annullate',
  },
  kind: 'Operazione',
  anyKind: 'Tutte',
  from: 'Dal giorno',
  to: 'Al giorno',
  states: {
    queued: 'In attesa',
    sending: 'In invio',
    settled: 'Conclusa',
    parked: 'Da verificare',
    voided: 'Annullata',
  },
  time: 'Ora',
  operation: 'Operazione',
  amount: 'Importo',
  number: 'Scontrino n.',
  numberOf: (number) => `N. ${number}`,
  reading: 'Lettura…',
  readingOf: (read, total) => `Lettura… ${read} di ${total}`,
  searching: 'Ricerca…',
  count: (count, shown) => (count === 1 ? '1 operazione' : `${shown} operazioni`),
  found: (count, shown) => (count === 1 ? '1 operazione trovata' : `${shown} operazioni trovate`),
  atLeast: (count, shown) => (count === 1 ? 'Finora 1 operazione' : `Finora ${shown} operazioni`),
  lookedTo: (time) => `Ricerca fatta fino a: ${time}.`,
  lookFurther: 'Cerca più indietro',
  none: 'Non è stato ancora registrato nulla.',
  noneHint: 'Qui appariranno tutte le operazioni di questa cassa, con tutto ciò che ne è stato.',
  notFound: 'Nessun risultato.',
  notFoundHint: 'Allargare i giorni, scegliere tutti gli stati e le operazioni, o cercare meno cifre.',
  showAll: 'Mostra tutto',
  notReadable: (message) => `Il giornale non può essere letto: ${message}`,
  retrying: 'La cassa riprova da sola.',
  retry: 'Riprova',
  back: 'Torna all’elenco',
  close: 'Chiudi',
  opened: (title) => `Aperta accanto all’elenco: ${title}`,
  missing: 'In questo giornale non c’è questa operazione. Può essere stata eliminata nel frattempo.',
  decide: 'Decidi che cosa fare',
  cancel: 'Annulla questa operazione',
  cancelConfirm: 'Annulla l’operazione',
  cancelKeep: 'Mantienila',
  cancelFix: 'Da correggere:',
  cancelDoubt: 'È già stata inviata e potrebbe essere andata a buon fine. Prima controllare la carta.',
  cancelled: 'Annullata. Non verrà inviata.',
  facts: 'In breve',
  rungUp: 'Registrata',
  operator: 'Da',
  settledAt: 'Conclusa',
  dueAt: 'Prossimo tentativo',
  shop: 'Negozio / cassa',
  status: 'Risposta',
  replaces: 'Al posto di',
  replacedBy: 'Sostituita da',
  transactionOf: 'Attende la transazione di',
  unreadable: 'Non leggibile',
  slip: 'Scontrino',
  history: 'Che cosa è successo',
  reply: 'Che cosa ha risposto il servizio',
  noReply: 'Il servizio non ha ancora risposto.',
  body: 'Che cosa è stato registrato',
  noBody: 'Ciò che è stato registrato non può essere mostrato.',
  covered: 'coperto',
  yes: 'sì',
  no: 'no',
}
