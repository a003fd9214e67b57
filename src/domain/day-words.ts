import type { DayMissing } from './day.js'
import type { OperationKind } from './models.js'

/** The words for the parts of a day report. */
export interface DayWords {
  head: readonly string[]
  shop: string
  terminal: string
  operator: string
  from: string
  to: string
  at: string
  isComplete: string
  yes: string
  no: string
  whole: string
  kind: string
  hour: string
  missing: string
  corrections: string
  unused: string
  kinds: Record<OperationKind | 'unknown', string>
  missings: Record<DayMissing['what'], string>
}

const english: DayWords = {
  head: [
    'Part',
    'Of',
    'Rung up',
    'Amount rung up',
    'Settled',
    'Amount settled',
    'Waiting',
    'Amount waiting',
    'Needing a person',
    'Amount needing a person',
    'Voided',
    'Amount voided',
  ],
  shop: 'Shop',
  terminal: 'Till',
  operator: 'Operator',
  from: 'From',
  to: 'Up to',
  at: 'Read at',
  isComplete: 'Complete',
  yes: 'yes',
  no: 'no',
  whole: 'All',
  kind: 'Operation',
  hour: 'Hour',
  missing: 'Missing',
  corrections: 'Corrections, difference',
  unused: 'Receipt number never used',
  kinds: {
    associate: 'Card association',
    refund: 'Refund',
    migrate: 'Card migration',
    updateReceipt: 'Receipt update',
    confirmOrder: 'Order confirmation',
    unknown: 'Unknown operation',
  },
  missings: {
    queued: 'Waiting to be sent',
    sending: 'Being sent',
    undated: 'Without a time that can be read',
    unknown: 'Sent, outcome not known',
    conflict: 'Conflict',
    precondition: 'Changed at the service meanwhile',
    rejected: 'Rejected by the service',
    refused: 'Not permitted by the service',
    reference: 'Waits for a transaction that will not come',
    expired: 'Too old to be sent',
    moved: 'Handed over to another till',
    invalid: 'Breaks the rules of this till',
    unreadable: 'Cannot be read',
  },
}

const italian: DayWords = {
  head: [
    'Parte',
    'Di',
    'Registrate',
    'Importo registrato',
    'Confermate',
    'Importo confermato',
    'In attesa',
    'Importo in attesa',
    'Da verificare',
    'Importo da verificare',
    'Annullate',
    'Importo annullato',
  ],
  shop: 'Negozio',
  terminal: 'Cassa',
  operator: 'Operatore',
  from: 'Dal',
  to: 'Fino al',
  at: 'Letto il',
  isComplete: 'Completo',
  yes: 'sì',
  no: 'no',
  whole: 'Totale',
  kind: 'Operazione',
  hour: 'Ora',
  missing: 'Mancano',
  corrections: 'Correzioni, differenza',
  unused: 'Numero di scontrino mai usato',
  kinds: {
    associate: 'Associazione carta',
    refund: 'Rimborso',
    migrate: 'Migrazione carta',
    updateReceipt: 'Aggiornamento scontrino',
    confirmOrder: 'Conferma ordine',
    unknown: 'Operazione sconosciuta',
  },
  missings: {
    queued: 'In attesa di invio',
    sending: 'In corso di invio',
    undated: 'Senza una data leggibile',
    unknown: 'Inviate, esito sconosciuto',
    conflict: 'Conflitto',
    precondition: 'Modificate nel frattempo presso il servizio',
    rejected: 'Rifiutate dal servizio',
    refused: 'Non autorizzate dal servizio',
    reference: 'In attesa di una transazione che non arriverà',
    expired: 'Troppo vecchie per essere inviate',
    moved: "Cedute a un'altra cassa",
    invalid: 'Contro le regole di questa cassa',
    unreadable: 'Illeggibili',
  },
}

/** The words in the locale's language: Italian, else English. */
export function localeToDayWords(locale: string): DayWords {
  return new Intl.Locale(locale).language === 'it' ? italian : english
}
