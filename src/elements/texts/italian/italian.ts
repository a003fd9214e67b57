import { italianAttention } from './attention.js'
import { italianDay } from './day.js'
import { italianDesk } from './desk.js'
import { italianJournal } from './journal.js'
import { italianOutcome } from './outcome.js'
import { italianSlip } from './slip.js'
import { italianDayWords } from '../../../domain/day-words/italian.js'
import { italianErrors } from './errors.js'
import { italianNames } from './names.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'

const plural = createPlural<'one' | 'other'>('it', 'other')

/** Italian. */
export const italian: Texts = {
  ...italianAttention,
  csv: italianDayWords,
  day: italianDay,
  errors: italianErrors,
  desk: italianDesk,
  journal: italianJournal,
  names: italianNames,
  outcome: italianOutcome,
  slip: italianSlip,
  kinds: italianDayWords.kinds,
  reach: {
    online: 'In linea',
    offline: 'Fuori linea',
    unknown: 'Verifica della connessione…',
    stopped: 'Non funziona',
    paused: 'Invio in pausa',
    blocked: 'Invio bloccato',
    busy: 'Servizio carte occupato',
    partly: 'Invio parziale',
    stalled: 'Attesa troppo lunga',
  },
  reachChanges: { online: 'Il servizio carte risponde.' },
  pauses: {
    offline: 'Il servizio carte non è raggiungibile.',
    'not-the-service': 'Potrebbe servire l’accesso a questa rete Wi-Fi.',
    'worker-answers':
      'Uno script di questo sito risponde al posto del servizio carte, perciò non si invia nulla. Avvisare l’assistenza.',
    unsent: 'La cassa non è riuscita a preparare le richieste. Avvisare l’assistenza.',
    unauthorized: 'Il servizio carte non accetta le credenziali di questa cassa.',
    busy: 'Il servizio carte è occupato. Riproveremo.',
    misconfigured: 'Il servizio carte non conosce questo indirizzo.',
    failing: 'Il servizio carte ha un problema con questa operazione.',
  },
  hints: {
    address:
      'L’indirizzo sembra sbagliato: il servizio carte dice di non conoscere questa operazione. Nulla è andato perso. Chiedere all’assistenza di controllare l’indirizzo del servizio carte, poi inviare di nuovo.',
    cors: 'Il servizio carte c’è, ma ciò che gli si invia si interrompe subito. Probabilmente non ammette l’indirizzo di questa cassa, un metodo o un’intestazione (CORS). Avvisare l’assistenza.',
    'hidden-headers':
      'Il servizio carte nasconde le sue intestazioni a questa cassa. Probabilmente non le espone (CORS). Avvisare l’assistenza.',
    csp: 'La politica di sicurezza di questo stesso sito non lascia passare nulla verso il servizio carte (Content-Security-Policy, connect-src). Avvisare l’assistenza.',
    'local-network':
      'Questo browser blocca per questo sito la rete del negozio, dove può trovarsi il servizio carte. Consentire l’accesso alla rete locale nelle impostazioni del sito, accanto all’indirizzo. Avvisare l’assistenza.',
  },
  storage: {
    low: 'Lo spazio su questo dispositivo è quasi esaurito. Non si possono registrare nuove operazioni finché non se ne libera. Quelle in attesa vengono comunque inviate.',
    outdated:
      'In questo browser è attiva una versione più recente della cassa. Ricaricare la pagina. Nulla è andato perso.',
    deleted:
      'I dati di questa cassa sono stati cancellati dal browser, compreso ciò che era in attesa. Chiamare l’assistenza, poi ricaricare la pagina per ricominciare.',
    lost: 'Il browser ha perso l’accesso ai dati di questa cassa. Non si possono registrare operazioni finché non tornano disponibili. La cassa continua a provare.',
  },
  loss: {
    replaced: {
      what: (time) => `Il browser ha perso i dati di questa cassa. Visti per l’ultima volta: ${time}.`,
      missing: plural({
        one: 'Manca un’operazione non ancora confermata.',
        other: 'Mancano # operazioni non ancora confermate.',
      }),
      advice: 'Avvisare il responsabile. I numeri di scontrino continuano dopo un salto.',
    },
    'set-back': {
      what: (time) =>
        `Il browser ha ripristinato dati meno recenti di questa cassa. Quelli più recenti sono stati visti per l’ultima volta: ${time}.`,
      missing: plural({
        one: 'Manca un’operazione registrata da allora.',
        other: 'Mancano # operazioni registrate da allora.',
      }),
      advice:
        'Avvisare il responsabile. Ciò che è in attesa potrebbe essere già stato inviato: la cassa verifica prima ogni operazione.',
    },
    none: 'Non manca nessuna operazione.',
    acknowledge: 'Ne ho preso nota',
    acknowledged: 'Annotato.',
    kept: plural({
      one: 'Si può recuperare un’operazione.',
      other: 'Si possono recuperare # operazioni.',
    }),
    effect:
      'Ciò che viene recuperato va in fondo alla coda. Ciò che potrebbe essere già stato inviato viene prima verificato da una persona.',
    bringBack: 'Recupera',
    key: 'Chiave privata del negozio',
    broughtBack: plural({
      one: 'Un’operazione è stata recuperata.',
      other: '# operazioni sono state recuperate.',
    }),
    damaged: plural({
      one: 'Una copia era danneggiata.',
      other: '# copie erano danneggiate.',
    }),
    clashing: plural({
      one: 'Un’operazione non è stata recuperata perché il suo numero è già usato qui. Avvisare l’assistenza.',
      other:
        '# operazioni non sono state recuperate perché i loro numeri sono già usati qui. Avvisare l’assistenza.',
    }),
    left: plural({
      one: 'Un’operazione non è stata recuperata: la sua copia richiede un’altra chiave, o è di un altro servizio carte o di un’altra valuta. La copia viene conservata.',
      other:
        '# operazioni non sono state recuperate: le loro copie richiedono un’altra chiave, o sono di un altro servizio carte o di un’altra valuta. Le copie vengono conservate.',
    }),
    without: 'Continua senza',
    sure: 'Le copie vengono eliminate definitivamente.',
  },
  worker: {
    starting: 'L’invio in background si sta avviando.',
    active: 'L’invio in background è pronto.',
    none: (detail) => `L’invio avviene solo con questa pagina aperta: ${detail}.`,
    heldBack: (option) =>
      `L’invio avviene solo con questa pagina aperta: l’opzione ${option} resta nella pagina.`,
    outdated:
      'L’invio avviene solo con questa pagina aperta: l’invio in background attende il proprio aggiornamento.',
    reload: 'L’invio avviene solo con questa pagina aperta: ricaricare tutte le pagine di questa cassa.',
    missing: {
      replay: (script) => `L’invio avviene solo con questa pagina aperta: ${script} non partecipa all’invio.`,
      takeover: (script) =>
        `L’invio avviene solo con questa pagina aperta: una versione più recente di ${script} attende la chiusura di tutte le pagine del sito.`,
      registration: () =>
        'L’invio avviene solo con questa pagina aperta: l’invio in background è stato rimosso. Ricaricare la pagina.',
      scope: (script) =>
        `L’invio avviene solo con questa pagina aperta: ${script} occupa il posto dell’invio in background. Avvisare l’assistenza.`,
    },
    failed: (detail) =>
      `L’invio avviene solo con questa pagina aperta: l’invio in background non è partito (${detail}).`,
  },
  status: {
    label: 'Stato della cassa',
    line: 'Linea con il servizio carte:',
    waiting: (_, shown) => `${shown} in attesa`,
    waitingUnknown: 'In attesa: non noto',
    parked: (_, shown) => `${shown} da verificare`,
    parkedUnknown: 'Da verificare: non noto',
    nothingWaits: 'Non c’è più nulla in attesa.',
    delivering: (done, total) => `Invio in corso: ${done} di ${total}`,
    secondsLeft: () => 'manca meno di un minuto',
    minutesLeft: plural({ one: 'manca circa un minuto', other: 'mancano circa # minuti' }),
    replay: 'Invia adesso',
    pause: 'Sospendi',
    resume: 'Riprendi l’invio',
    held: (time, name = 'una persona') => `Invio sospeso da ${name} (${time}). Si può continuare a servire.`,
    resumed: 'L’invio è ripreso.',
    replaying: 'Invio in corso…',
    replayFailed: (message) => `Invio non riuscito: ${message}`,
    settledNow: plural({ one: '# conclusa', other: '# concluse' }),
    parkedNow: (_, shown) => `${shown} da verificare`,
    requeuedNow: (_, shown) => `${shown} di nuovo in attesa`,
    stillDown: 'È ancora in pausa.',
    nothingToSend: 'Nulla da inviare.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Prossimo tentativo tra ${duration}.`,
    tryingNow: 'Nuovo tentativo in corso…',
    keepServing: 'Si può continuare a servire.',
    stalled: (duration) => `L’operazione più vecchia aspetta da ${duration}. Avvisare il responsabile.`,
    oldest: (time) => `La più vecchia è in attesa da: ${time}.`,
    notPersistent: 'I dati su questo dispositivo non sono protetti. Avvisare il responsabile.',
    copiesFailing: (time) =>
      `Le copie di sicurezza non lasciano questo dispositivo (inizio: ${time}). Avvisare il responsabile.`,
    trouble: (fault) => `Problema con i dati di questa cassa: ${fault}`,
    reload: 'Ricarica la pagina',
    details: 'Dettagli',
    clockAhead: (time) => `L’orologio del servizio è avanti di ${time} rispetto a questa cassa.`,
    clockBehind: (time) => `L’orologio del servizio è indietro di ${time} rispetto a questa cassa.`,
    room: (used, quota) => `Spazio occupato: ${used} di ${quota}.`,
  },
  reasons: {
    unknown: 'Inviata, nessuna risposta. Controllare la carta prima di inviarla di nuovo.',
    conflict: 'Il servizio carte ha dati diversi.',
    precondition: 'Nel frattempo il dato è stato modificato da qualcun altro.',
    rejected: 'Rifiutata dal servizio carte.',
    refused: 'Il servizio carte non lo permette a questa cassa.',
    reference: 'L’operazione originale non è mai andata a buon fine.',
    expired: 'Troppo vecchia per l’invio automatico.',
    moved: 'È stata passata a un’altra cassa.',
    invalid: 'Non rispetta le regole di questa cassa. Correggerla o annullarla.',
    unreadable: 'La registrazione non è leggibile qui. Viene conservata com’è.',
  },
  reasonDetails: {
    stored:
      'Inviata, ma non sappiamo se è riuscita. Inviandola di nuovo la risposta è la stessa. Controllare la carta.',
    answered: 'Inviata, ma non sappiamo se è riuscita. Controllare la carta prima di inviarla di nuovo.',
    probablyApplied: 'Un tentativo precedente è stato probabilmente eseguito.',
  },
  events: {
    'rung-up': 'Registrata',
    'limit-overridden': 'Ammessa oltre un limite',
    'duplicate-allowed': 'Non è un doppione, ammessa',
    imported: 'Importata da un file',
    attempt: 'Inviata',
    recovery: 'Riesaminata',
    resolved: 'Conflitto risolto',
    expired: 'Troppo vecchia per l’invio automatico',
    'not-repeated': 'Non inviata di nuovo',
    'handed-over': 'Passata a un’altra cassa',
    'take-back': 'Ripresa su questa cassa',
    'send-again': 'Rimessa in coda',
    'mark-applied': 'Segnata come eseguita',
    amend: 'Corretta',
    void: 'Annullata',
    'show-cards': 'Numero della carta mostrato',
    'look-up': 'Servizio carte interrogato',
  },
  outcomes: {
    acknowledged: 'il servizio ce l’ha',
    unacknowledged: 'una risposta che non conferma nulla',
    'not-the-service': 'ha risposto qualcos’altro, forse la pagina di accesso a un Wi-Fi',
    rejected: 'il servizio l’ha rifiutata',
    unauthorized: 'il servizio non ha autorizzato questa cassa',
    misconfigured: 'il servizio non ha questo indirizzo',
    conflict: 'il servizio ha dati diversi',
    precondition: 'nel frattempo il dato era cambiato',
    busy: 'il servizio è occupato',
    failed: 'il servizio ha avuto un errore',
    silent: 'nessuna risposta',
    unsent: 'non ha lasciato la cassa',
    interrupted: 'la cassa si è fermata prima della risposta',
    unreadable: 'la registrazione non è leggibile',
    unreferenced: 'la transazione necessaria non è nota',
    expired: 'era più vecchia di quanto la cassa ammetta',
    unrepeatable:
      'un tentativo precedente può essere riuscito, e un nuovo invio potrebbe eseguirla due volte',
    'found-applied': 'il servizio, interrogato, ce l’ha',
    'found-absent': 'il servizio, interrogato, non ce l’ha',
  },
  history: {
    by: (name) => `da ${name}`,
    status: (status) => `stato ${status}`,
    silence: { network: 'connessione non riuscita', timeout: 'tempo scaduto' },
  },
}
