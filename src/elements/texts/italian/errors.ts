import type { ErrorTexts } from '../errors.js'

const setUp = 'Questa cassa non è configurata correttamente. Avvisare l’assistenza.'

/** Italian. */
export const italianErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Alcuni campi non sono corretti. Correggerli.',
    'invalid-receipt': 'I conti dello scontrino non tornano. Controllare gli importi.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed':
      'Una parte della cassa non è stata caricata. Controllare la connessione, poi ricaricare la pagina.',
    'id-reused': 'Con lo stesso numero è già stata registrata un’altra operazione. Avvisare l’assistenza.',
    duplicate:
      'Questa operazione è già stata registrata. Guardare la prima, poi registrarla di nuovo se serve.',
    'outcome-unknown': 'Non sappiamo se è stato fatto. Prima controllare, poi riprovare.',
    'keys-lost':
      'Mancano le chiavi dei dati di questa cassa. Lasciare il browser com’è e chiamare l’assistenza. Nulla è stato modificato.',
    'service-mismatch': 'I dati di questa cassa sono di un altro servizio carte. Avvisare l’assistenza.',
    outdated: 'In questo browser è attiva una versione più recente della cassa. Ricaricare la pagina.',
    'till-closed': 'Questa cassa è stata chiusa. Ricaricare la pagina.',
    voided: 'L’operazione è stata annullata.',
    'unknown-entry': 'Questa cassa non ha più questa operazione.',
  },
  limits: {
    perOperation: (found, max) => `L’importo è ${found}. Un’operazione può avere al massimo ${max}.`,
    perCard: (found, max) => `Su questa carta sarebbero in attesa ${found}. Il massimo è ${max}.`,
    total: (found, max) => `Su questa cassa sarebbero in attesa ${found}. Il massimo è ${max}.`,
    count: (found, max) => `Le operazioni in attesa sarebbero ${found}. Il massimo è ${max}.`,
    ageHours: (found, max) => `L’operazione più vecchia è in attesa da ${found}. Il massimo è ${max}.`,
  },
  storage: {
    full: 'Lo spazio su questo dispositivo è esaurito. Liberarne, poi riprovare.',
    failed: 'Il browser non è riuscito a salvare. Riprovare. Se non basta, ricaricare la pagina.',
    reserved: 'Lo spazio rimasto serve alle operazioni in attesa. Liberarne altro, poi riprovare.',
    insecure: 'Questa pagina non è caricata in modo sicuro (https). Avvisare l’assistenza.',
    deleted: 'I dati di questa cassa sono stati cancellati dal browser. Ricaricare la pagina.',
    closed: 'Questa cassa è stata chiusa. Ricaricare la pagina.',
  },
  acts: {
    'not-handed-over': 'Non è stata passata a un’altra cassa. Non c’è nulla da riprendere.',
    sending: 'È in corso di invio. Attendere la risposta.',
    settled: 'Il servizio carte ce l’ha già. Registrare una correzione come nuova operazione.',
    voided: 'È stata annullata. Se serve ancora, registrarla di nuovo.',
    queued: 'È in attesa di invio. Non c’è nulla da fare.',
    unreadable: 'Non è leggibile. Annullarla, o segnare che è riuscita.',
    moved: 'È su un’altra cassa. Prima riprenderla.',
    'secrets-erased': 'I codici della carta sono stati cancellati. Correggere invece l’operazione.',
    'newer-release': 'L’ha scritta una versione più recente della cassa. Ricaricare la pagina.',
    changed: 'È cambiata dopo la lettura. Guardarla di nuovo, poi decidere.',
    'by-missing': 'Inserire il nome.',
    'reason-missing': 'Inserire il motivo.',
    'shop-key': 'Solo la chiave privata del negozio apre le copie.',
    'other-service':
      'Le copie sono di un altro servizio carte o di un’altra valuta. Vengono conservate. Avvisare l’assistenza.',
    'transaction-invalid': 'Il numero di transazione deve essere un numero intero.',
  },
  transfers: {
    'passphrase-short': (min) => `La frase segreta è troppo corta. Servono almeno ${min} caratteri.`,
    'verdict-missing': () => 'Inserire il nome e il motivo.',
    'own-terminal': (terminal) => `${terminal} è questa cassa. Indicare la cassa che riceve il file.`,
    'not-ours': () => 'Questo non è il file di una cassa. Scegliere un altro file.',
    cut: () => 'Manca la fine del file. Copiarlo di nuovo.',
    newer: () => 'Il file viene da una versione più recente della cassa. Prima aggiornare questa cassa.',
    'wrong-passphrase': () =>
      'La frase segreta è sbagliata, o il file è stato modificato. Digitarla di nuovo, o copiare di nuovo il file.',
    'needs-key': () => 'Questo file si apre con la chiave privata del negozio. Scegliere la chiave.',
    'needs-passphrase': () => 'Questo file si apre con una frase segreta. Digitarla.',
    'wrong-key': () =>
      'La chiave non è quella giusta, o il file è stato modificato. Scegliere un’altra chiave, o copiare di nuovo il file.',
    unsound: (place) => `Il file è danneggiato (${place}). Crearlo di nuovo sull’altra cassa.`,
    'other-terminal': (terminal) => `Il file è per il terminale ${terminal}. Aprirlo lì.`,
    'other-service': (address) =>
      `Il file è per un altro servizio carte (${address}). Aprirlo su una cassa di quel servizio o avvisare l’assistenza.`,
    'other-currency': (currency) =>
      `Gli importi del file sono in ${currency}. Aprirlo su una cassa con quella valuta.`,
    'too-old': () => 'Il file ha più di un anno. Avvisare l’assistenza.',
    changed: () => 'Nel frattempo qualcosa è cambiato e nulla è stato passato. Riprovare.',
    sending: () => 'Un’operazione è in corso di invio. Attendere la risposta, poi riprovare.',
    'file-deleted': () => 'Il file è stato eliminato dopo il suo arrivo. Usare la copia sull’altra cassa.',
    'file-damaged': () =>
      'Il file conservato è danneggiato. Riprendere le sue operazioni, poi passarle di nuovo.',
    'file-unknown': () => 'Questa cassa non conosce più questo passaggio.',
  },
  other: (name) => `Qualcosa non ha funzionato (${name}). Se si ripete, avvisare l’assistenza.`,
}
