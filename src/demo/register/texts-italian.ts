import { italianDayWords } from '../../domain/day-words/italian.js'
import { italianJournal } from '../../elements/texts/italian/journal.js'
import type { RegisterTexts } from './texts.js'

/** The texts of the register in Italian. */
export const italian: RegisterTexts = {
  title: 'Nuova operazione',
  tabs: {
    refund: 'Rimborso',
    associate: 'Collega carta',
    migrate: 'Sostituisci carta',
    updateReceipt: 'Correggi scontrino',
    confirmOrder: 'Ordine',
  },
  actions: {
    refund: 'Registra il rimborso',
    associate: 'Collega la carta',
    migrate: 'Sostituisci la carta',
    updateReceipt: 'Registra la correzione',
    confirmOrder: 'Registra l’ordine',
  },
  kinds: italianDayWords.kinds,
  states: italianJournal.states,
  example: 'Esempio',
  clear: 'Svuota',
  optional: 'facoltativo',
  fields: {
    card: 'Carta',
    authorization: 'Codice di autorizzazione',
    method: 'Modalità di rimborso',
    notes: 'Note',
    firstName: 'Nome',
    lastName: 'Cognome',
    email: 'Email',
    pin: 'PIN',
    oldCard: 'Vecchia carta',
    newCard: 'Nuova carta',
    target: 'Quale operazione si corregge?',
    transaction: 'Numero della transazione',
    number: 'Numero sullo scontrino',
    order: 'Numero d’ordine',
    externalOrder: 'Ordine esterno',
    buyerName: 'Nome dell’acquirente',
    buyerEmail: 'Email dell’acquirente',
  },
  hints: {
    transaction: 'Quello dato dal servizio per il rimborso o la sostituzione',
    number: 'Lo scontrino corretto mantiene il suo numero',
    order: 'Questo o l’ordine esterno',
    externalOrder: 'Questo o il numero d’ordine',
    pin: 'Lo digita il cliente',
  },
  methods: { 'stored-value': 'Sulla carta', cash: 'Contanti', 'bank-card': 'Carta bancaria' },
  lists: {
    lines: {
      legend: 'Scontrino',
      add: 'Aggiungi una riga',
      row: (number) => `Riga ${number}`,
      remove: (number) => `Togli la riga ${number}`,
    },
    payments: {
      legend: 'Pagamenti',
      add: 'Aggiungi un pagamento',
      row: (number) => `Pagamento ${number}`,
      remove: (number) => `Togli il pagamento ${number}`,
    },
  },
  columns: {
    lines: { name: 'Articolo', price: 'Prezzo', quantity: 'Quantità' },
    payments: { method: 'Metodo', amount: 'Importo' },
  },
  total: 'Totale',
  sum: 'Pagato',
  targets: {
    first: 'Passare la carta o digitarne il numero: qui compare ciò che vi è stato registrato.',
    none: 'Qui non sono stati registrati rimborsi né sostituzioni di questa carta. Digitare il numero della transazione.',
    other: 'Un’altra, con il numero della transazione',
    number: (number) => `N. ${number}`,
  },
  faults: {
    card: 'Passare la carta o digitarne il numero.',
    oldCard: 'Passare la vecchia carta o digitarne il numero.',
    newCard: 'Passare la nuova carta o digitarne il numero.',
    sameCard: 'È uguale alla vecchia carta. Passare quella nuova.',
    transaction: 'Scegliere un’operazione qui sopra o digitare il numero della transazione.',
    number: 'Digitare il numero che sta sullo scontrino.',
    order: 'Digitare il numero d’ordine o l’ordine esterno.',
    email: 'Digitare un indirizzo come ada@example.com.',
    whole: 'Digitare un numero intero, solo cifre.',
    amount: 'Digitare un importo come 12,50, senza separatore delle migliaia.',
    quantity: 'Digitare una quantità come 1 o 0,125.',
    positive: 'Il totale deve essere maggiore di zero.',
    lines: 'Digitare almeno una riga con il suo prezzo.',
    unchanged: 'Lo scontrino dice già così. Correggere ciò che è sbagliato.',
  },
  cardFaults: {
    length: (min, max, found) => `Un numero di carta ha ${countCharacters(min, max)}. Questo ne ha ${found}.`,
    pattern: 'Questo non è un numero di carta del negozio.',
    'check-digit': 'Una cifra di questo numero di carta è sbagliata. Passare la carta o digitarlo di nuovo.',
  },
  refusedField: {
    missing: 'Questo campo è necessario.',
    sum: 'I conti non tornano: righe, pagamenti e totale devono dare la stessa somma.',
    other: 'La cassa non accetta questo valore.',
  },
  check: 'Non ancora registrato. Controllare ciò che è segnato.',
  again: 'Non ancora registrato.',
  support: (message) => `Per l’assistenza: ${message}`,
  troubles: {
    storage: {
      title: 'NON salvato. Non consegnare nulla.',
      advice:
        'Il browser non è riuscito a salvarlo. Ciò che è stato digitato è ancora qui: riprovare, o servire il cliente a un’altra cassa.',
    },
    outdated: {
      title: 'NON registrato. Questa pagina non è aggiornata.',
      advice:
        'In questo browser è aperta una versione più recente della cassa. Ricaricare la pagina e registrare lì. Nulla è andato perso.',
    },
    closed: {
      title: 'NON registrato. Questa cassa è stata chiusa.',
      advice: 'Ricaricare la pagina e registrare lì.',
    },
    unclear: {
      title: 'Non è certo che sia stato salvato. Non consegnare ancora nulla.',
      advice: 'Premere di nuovo il pulsante: non può essere registrato due volte.',
    },
  },
  duplicate: {
    title: (time) => `Questa operazione è già stata registrata (${time}).`,
    advice: 'Nulla di nuovo è stato registrato. Guardare la prima. Se valgono entrambe, scrivere il motivo.',
    confirm: 'Registra di nuovo',
    show: 'Mostrala',
    cancel: 'Chiudi',
  },
  balance: {
    amount: (amount) => `Saldo: ${amount}.`,
    waiting: (amount) => `Provvisorio: ${amount} in attesa su questa carta.`,
    failed: 'Il saldo non si può leggere ora.',
  },
  allowedBy: (name) => `Autorizzato da ${name}`,
  reused: {
    title: 'Il primo tentativo è stato comunque salvato.',
    advice:
      'Ciò che è cambiato da allora non è stato registrato. Guardare quella salvata prima di registrarne un’altra.',
    confirm: 'Registra come nuova',
  },
  limit: {
    title: 'Non registrato: limite raggiunto.',
    advice: 'Attendere l’invio delle operazioni in attesa, o chiedere a un responsabile.',
    confirm: 'Autorizza',
    above: {
      hint: (max) => `Oltre ${max}: deve autorizzarlo un responsabile.`,
      title: 'Non registrato: deve autorizzarlo un responsabile.',
      advice: 'Chiamare un responsabile. Nome e motivo restano registrati.',
    },
    reasons: {
      perOperation: (found, max) => `L’importo è ${found}. Un’operazione può avere al massimo ${max}.`,
      perCard: (found, max) => `Su questa carta sarebbero in attesa ${found}. Il massimo è ${max}.`,
      total: (found, max) => `Su questa cassa sarebbero in attesa ${found}. Il massimo è ${max}.`,
      count: (found, max) => `Le operazioni in attesa sarebbero ${found}. Il massimo è ${max}.`,
      ageHours: (found, max) => `L’operazione più vecchia è in attesa da ${found}. Il massimo è ${max}.`,
    },
  },
  verdict: {
    name: 'Nome',
    supervisor: 'Nome del responsabile',
    reason: 'Motivo',
    needed: 'Resta agli atti e non può mancare.',
  },
  scan: {
    read: (field, code) => `Letto nel campo ${field}: ${code}`,
    homeless: (code) =>
      `${code} non è un numero di carta e qui nessun campo lo accetta. Non è cambiato nulla.`,
    secret: (field) => `Una lettura è finita nel campo ${field} ed è rimasta lì. Controllare.`,
    filled: (held, scanned) => `Il campo contiene ${held}. La lettura dice ${scanned}. Qual è la carta?`,
    keep: (card) => `Tieni ${card}`,
    use: (card) => `Usa ${card}`,
  },
  restored: (time) =>
    `Non ancora registrato: è ciò che era stato digitato (${time}). Controllare o premere Svuota.`,
  keypad: { title: 'Tastierino', next: 'Avanti', erase: 'Cancella', mark: 'Virgola' },
  reference: (id) => `rif. ${id}`,
  order: (name) => `Ordine ${name}`,
  migrated: (oldCard, newCard) => `Vecchia carta ${oldCard} → nuova carta ${newCard}`,
  preview: {
    title: 'Vendita in corso',
    empty: 'Righe e totale compaiono qui mentre si digita.',
    numbered: 'Lo scontrino riceve il numero quando viene registrato.',
    corrected: 'Lo scontrino mantiene numero e data.',
  },
  slip: {
    title: 'Ultimo scontrino',
    empty: 'Qui compare lo scontrino di ciò che si registra, pronto da stampare.',
  },
  recent: {
    title: 'Operazioni recenti',
    empty: 'Non è stato ancora registrato nulla. Premere Esempio, poi registrare.',
    fault: (message) => `L’elenco non può essere letto: ${message}`,
  },
}

function countCharacters(min: number, max: number): string {
  if (min === max) return `${min} caratteri`
  if (max === Infinity) return `almeno ${min} caratteri`
  return min > 1 ? `da ${min} a ${max} caratteri` : `al massimo ${max} caratteri`
}
