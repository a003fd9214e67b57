import type { Language } from '../languages.js'
import type { ViewName } from './routes.js'

type ReasonName = 'sending' | 'queued' | 'parked'

/** The texts of the page around the views; each view has its own texts. */
export interface ShellTexts {
  title: string
  skip: string
  place: (shop: string, terminal: string) => string
  views: Record<ViewName, string>
  navigation: string
  needing: (count: string) => string
  needingUnknown: string
  nobody: string
  at: string
  lab: string
  labClose: string
  training: { badge: string; slip: string }
  update: { ready: string; apply: string; waiting: string; elsewhere: string; reload: string }
  failure: {
    outdated: string
    outdatedAdvice: string
    storage: string
    storageAdvice: string
    other: string
    otherAdvice: string
    support: (text: string) => string
  }
  office: {
    people: string
    who: string
    whoHint: string
    language: string
    languages: Record<Language, string>
    keep: string
    kept: string
    training: string
    trainingHint: string
    trainingStart: string
    trainingEnd: string
    safety: string
    safe: string
    unsafe: string
    reasons: Record<ReasonName, (count: string) => string>
    check: string
    checking: string
    intact: (count: string) => string
    altered: string
    move: string
    moveHint: string
    passphrase: string
    passphraseHint: string
    by: string
    reason: string
    to: string
    toHint: string
    copy: string
    copyHint: string
    handOver: string
    handOverHint: string
    export: string
    exported: (count: string) => string
    unconfirmed: (when: string, to: string, count: string) => string
    download: string
    downloaded: string
    arrived: string
    arrivedHow: string
    lost: string
    lostSure: string
    takenBack: (count: string) => string
    import: string
    importHint: string
    file: string
    takeOver: string
    takeOverHint: string
    look: string
    found: (from: string, when: string, count: string) => string
    imported: (count: string) => string
    shownOnly: string
    left: (count: string) => string
    failed: (message: string) => string
    working: string
    version: string
    versionCheck: string
    versionNone: string
  }
}

const english: ShellTexts = {
  title: 'Counterfoil till',
  skip: 'Skip to the view',
  place: (shop, terminal) => `Shop ${shop} · Terminal ${terminal}`,
  views: { till: 'Till', attention: 'Needs attention', journal: 'Journal', day: 'Day', office: 'Office' },
  navigation: 'Views',
  needing: (count) => `${count} waiting for a decision`,
  needingUnknown: 'not known',
  nobody: 'Sign in',
  at: 'At the till:',
  lab: 'Lab',
  labClose: 'Close the lab',
  training: { badge: 'Training', slip: 'Training. Not a receipt.' },
  update: {
    ready: 'A new version of this till is here.',
    apply: 'Update now',
    waiting: 'It comes in as soon as nothing is on its way to the service.',
    elsewhere: 'This till was updated in another tab. Load it again when no customer waits.',
    reload: 'Load again',
  },
  failure: {
    outdated: 'A newer version of this till has been here.',
    outdatedAdvice:
      'Nothing has been lost. Load the page again; if this stays, close every other tab of the till.',
    storage: 'This till cannot open: the browser does not let it keep anything.',
    storageAdvice:
      'Nothing can be rung up here. Leave private browsing, allow this site to store data, and load the page again.',
    other: 'This till cannot open.',
    otherAdvice: 'Nothing can be rung up here. Load the page again, or call support with the text below.',
    support: (text) => `For support: ${text}`,
  },
  office: {
    people: 'Settings',
    who: 'Who is at the till',
    whoHint: 'Stands on slips and on record until this tab is closed.',
    language: 'Language',
    languages: { en: 'English', it: 'Italiano' },
    keep: 'Save',
    kept: 'Saved.',
    training: 'Training',
    trainingHint:
      'A till of its own to try things out: its own data, its own stand-in service, a watermark on everything. It ends when this tab is closed.',
    trainingStart: 'Start training',
    trainingEnd: 'End training',
    safety: 'Leaving this till',
    safe: 'Everything has reached the card service. This browser’s data may be cleared.',
    unsafe: 'Do not clear this browser’s data. It holds what nobody else has:',
    reasons: {
      sending: (count) => `on its way: ${count}`,
      queued: (count) => `waiting: ${count}`,
      parked: (count) => `needing a person: ${count}`,
    },
    check: 'Check the journal',
    checking: 'Checking every record…',
    intact: (count) => `Nothing was altered. Records checked: ${count}.`,
    altered: 'A record was altered behind this till’s back. Call support before going on.',
    move: 'Move to another till, or show support',
    moveHint: 'All that is unsettled goes into one encrypted file.',
    passphrase: 'Passphrase',
    passphraseHint: 'At least 8 characters. Tell it to whoever opens the file, not together with the file.',
    by: 'Your name',
    reason: 'Reason',
    to: 'Receiving terminal',
    toHint: 'The one till that may take it, for example T2',
    copy: 'A copy for support',
    copyHint: 'Shows what waits. This till goes on and sends it itself.',
    handOver: 'Hand over to another till',
    handOverHint: 'The other till sends it. This one keeps it as handed over, and sends none of it.',
    export: 'Write the file',
    exported: (count) => `The file is written: ${count} kB.`,
    unconfirmed: (when, to, count) =>
      `Handed over on ${when}${to === '' ? '' : ` to ${to}`}: ${count}. Not yet confirmed that the file arrived.`,
    download: 'Download the file again',
    downloaded: 'The file was offered for download.',
    arrived: 'The file arrived: delete it here',
    arrivedHow: 'How you know that it arrived',
    lost: 'The file was lost: take all back',
    lostSure: 'I asked: no other till has this file. Otherwise everything in it is done twice.',
    takenBack: (count) => `Taken back: ${count}.`,
    import: 'Open a file',
    importHint: 'A copy is only shown. What was handed over comes to this till, and is sent from here.',
    file: 'File',
    takeOver: 'Take over from a broken till',
    takeOverHint: 'What it may have sent already waits here for a person.',
    look: 'Open the file',
    found: (from, when, count) => `Written by ${from}, ${when}. Operations in it: ${count}.`,
    imported: (count) => `Now on this till: ${count}.`,
    shownOnly: 'Only looked at; nothing has changed here.',
    left: (count) => `Could not be read and stayed there: ${count}.`,
    failed: (message) => `That did not work: ${message}`,
    working: 'Working…',
    version: 'This till’s program',
    versionCheck: 'Look for a new version',
    versionNone: 'Looked. A new version announces itself at the top.',
  },
}

const italian: ShellTexts = {
  title: 'Cassa Counterfoil',
  skip: 'Vai alla vista',
  place: (shop, terminal) => `Negozio ${shop} · Terminale ${terminal}`,
  views: {
    till: 'Cassa',
    attention: 'Da verificare',
    journal: 'Giornale',
    day: 'Giornata',
    office: 'Ufficio',
  },
  navigation: 'Viste',
  needing: (count) => `${count} in attesa di una decisione`,
  needingUnknown: 'non noto',
  nobody: 'Chi sei?',
  at: 'Alla cassa:',
  lab: 'Prove',
  labClose: 'Chiudi le prove',
  training: { badge: 'Formazione', slip: 'Formazione. Non è una ricevuta.' },
  update: {
    ready: 'È disponibile una nuova versione della cassa.',
    apply: 'Aggiorna ora',
    waiting: 'Entra appena non c’è più nulla in viaggio verso il servizio.',
    elsewhere: 'La cassa è stata aggiornata in un’altra scheda. Ricaricarla quando nessuno aspetta.',
    reload: 'Ricarica',
  },
  failure: {
    outdated: 'Qui è passata una versione più recente della cassa.',
    outdatedAdvice:
      'Nulla è andato perso. Ricaricare la pagina; se non basta, chiudere le altre schede della cassa.',
    storage: 'La cassa non si apre: il browser non le permette di conservare nulla.',
    storageAdvice:
      'Qui non si può registrare nulla. Uscire dalla navigazione privata, consentire a questo sito di salvare dati e ricaricare la pagina.',
    other: 'La cassa non si apre.',
    otherAdvice:
      'Qui non si può registrare nulla. Ricaricare la pagina o chiamare l’assistenza con il testo qui sotto.',
    support: (text) => `Per l’assistenza: ${text}`,
  },
  office: {
    people: 'Impostazioni',
    who: 'Chi è alla cassa',
    whoHint: 'Compare sulle ricevute e nelle registrazioni finché questa scheda resta aperta.',
    language: 'Lingua',
    languages: { en: 'English', it: 'Italiano' },
    keep: 'Salva',
    kept: 'Salvato.',
    training: 'Formazione',
    trainingHint:
      'Una cassa a parte per provare: dati suoi, un servizio di prova, una filigrana su tutto. Finisce quando si chiude questa scheda.',
    trainingStart: 'Inizia la formazione',
    trainingEnd: 'Termina la formazione',
    safety: 'Lasciare questa cassa',
    safe: 'Tutto è arrivato al servizio carte. I dati di questo browser si possono cancellare.',
    unsafe: 'Non cancellare i dati di questo browser. Contengono ciò che nessun altro ha:',
    reasons: {
      sending: (count) => `in viaggio: ${count}`,
      queued: (count) => `in attesa: ${count}`,
      parked: (count) => `da verificare: ${count}`,
    },
    check: 'Controlla il giornale',
    checking: 'Controllo di ogni registrazione…',
    intact: (count) => `Nulla è stato alterato. Registrazioni controllate: ${count}.`,
    altered: 'Una registrazione è stata alterata. Chiamare l’assistenza prima di continuare.',
    move: 'Passare a un’altra cassa o all’assistenza',
    moveHint: 'Tutto ciò che è in sospeso va in un solo file cifrato.',
    passphrase: 'Frase segreta',
    passphraseHint: 'Almeno 8 caratteri. Va detta a chi apre il file, non insieme al file.',
    by: 'Il tuo nome',
    reason: 'Motivo',
    to: 'Terminale che riceve',
    toHint: 'L’unica cassa che può prenderlo, per esempio T2',
    copy: 'Una copia per l’assistenza',
    copyHint: 'Mostra che cosa aspetta. Questa cassa continua e invia tutto da sé.',
    handOver: 'Consegna a un’altra cassa',
    handOverHint: 'Invia l’altra cassa. Questa conserva tutto come consegnato e non invia nulla.',
    export: 'Scrivi il file',
    exported: (count) => `Il file è scritto: ${count} kB.`,
    unconfirmed: (when, to, count) =>
      `Consegnate il ${when}${to === '' ? '' : ` a ${to}`}: ${count}. Nessuno ha ancora confermato l’arrivo del file.`,
    download: 'Scarica di nuovo il file',
    downloaded: 'Il file è stato offerto per il download.',
    arrived: 'Il file è arrivato: eliminalo da qui',
    arrivedHow: 'Come sai che è arrivato',
    lost: 'Il file è andato perso: riprendi tutto',
    lostSure: 'Ho chiesto: nessun’altra cassa ha questo file. Altrimenti tutto verrebbe eseguito due volte.',
    takenBack: (count) => `Riprese: ${count}.`,
    import: 'Apri un file',
    importHint:
      'Una copia viene solo mostrata. Ciò che è stato consegnato passa a questa cassa, che lo invia.',
    file: 'File',
    takeOver: 'L’altra cassa è fuori uso: prendi ciò che aveva',
    takeOverHint: 'Ciò che forse ha già inviato aspetta qui una decisione.',
    look: 'Apri il file',
    found: (from, when, count) => `Scritto da ${from}, ${when}. Operazioni contenute: ${count}.`,
    imported: (count) => `Ora su questa cassa: ${count}.`,
    shownOnly: 'Solo mostrato; qui non è cambiato nulla.',
    left: (count) => `Non leggibili, rimaste dov’erano: ${count}.`,
    failed: (message) => `Non è riuscito: ${message}`,
    working: 'In corso…',
    version: 'Il programma di questa cassa',
    versionCheck: 'Cerca una nuova versione',
    versionNone: 'Cercato. Una nuova versione si annuncia in alto.',
  },
}

export const shellTexts: Record<Language, ShellTexts> = { en: english, it: italian }
