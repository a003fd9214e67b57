import { italianDayWords } from '../../domain/day-words/italian.js'
import type { LabTexts } from './words.js'
import { createPlural } from '../../elements/texts/plural.js'

const plural = createPlural<'one' | 'other'>('it', 'other')

/** Italian. */
export const italian: LabTexts = {
  intro: 'Qui si possono guastare la linea e il servizio carte, e vedere che cosa fa la cassa.',
  silence: 'Non risponde nemmeno il server della cassa; la cassa funziona lo stesso.',
  failed: 'Il servizio di prova non l’ha accettato. Riprovare.',
  kinds: { ...italianDayWords.kinds, confirmOrder: 'Ordine', unknown: 'Operazione' },
  line: {
    title: 'La linea',
    plug: 'Linea',
    colon: ':',
    plugTo: ' con il servizio carte',
    till: 'Cassa',
    service: 'Servizio carte',
    pluggedIn: 'spina inserita',
    pulled: 'spina staccata',
    tryPulling: 'Staccare la spina e continuare a vendere.',
    tryRinging: 'Ora registrare un rimborso: resta qui e parte quando si riattacca la spina.',
    keeping: plural({
      one: 'Un’operazione attende qui, al sicuro su disco. Riattaccare la spina per vederla partire.',
      other:
        '# operazioni attendono qui, al sicuro su disco. Riattaccare la spina per vederle partire, in ordine.',
    }),
    catchingUp: plural({
      one: 'Spina inserita: un’operazione è ancora in attesa.',
      other: 'Spina inserita: # operazioni sono ancora in attesa.',
    }),
    caughtUp: plural({
      one: 'Di nuovo in linea: ciò che attendeva è stato inviato, una volta sola.',
      other: 'Di nuovo in linea: le # in attesa sono state inviate, ognuna una volta sola.',
    }),
  },
  faults: {
    title: 'Che cosa va storto',
    hint: 'Scegliere un guasto, poi registrare qualcosa.',
    forHowLong: 'Succede',
    durations: { once: 'una volta', five: '5 volte', standing: 'finché non si toglie' },
    groups: {
      answers: 'La risposta non arriva',
      refusals: 'Il servizio dice di no',
      surroundings: 'Qualcosa è strano',
    },
    names: {
      answerLost: {
        name: 'Risposta persa dopo l’addebito',
        till: 'La cassa non può saperlo: chiede a una persona invece di pagare due volte.',
      },
      requestLost: {
        name: 'Richiesta persa per strada',
        till: 'Il browser ci riprova una volta da solo. Se si perde anche quella, la cassa chiede a una persona.',
      },
      resent: {
        name: 'Il browser la invia due volte da solo',
        till: 'La cassa sente una sola risposta. Se il servizio riconosce la ripetizione la esegue una volta, altrimenti due, e lo mostrano solo i suoi registri.',
      },
      slow: {
        name: 'La risposta impiega 5 secondi',
        till: 'La cassa aspetta; si può continuare a servire.',
      },
      nonsense: {
        name: 'Risposta del tipo sbagliato',
        till: 'Non parla come il servizio: la cassa smette di inviare e per questa chiede a una persona.',
      },
      busy: {
        name: 'Occupato: riprovare tra 5 secondi (503)',
        till: 'La cassa aspetta quanto le è stato detto, poi invia di nuovo da sola.',
      },
      tooMany: {
        name: 'Troppe richieste (429)',
        till: 'La cassa non invia nulla finché il servizio non lo permette, poi riprende.',
      },
      unauthorized: {
        name: 'Credenziali rifiutate (401)',
        till: 'La cassa conserva tutto e riprova tra un minuto, o quando glielo si chiede.',
      },
      conflict: {
        name: 'Dati diversi (409)',
        till: 'La cassa la mette da parte per una persona; le altre carte proseguono.',
      },
      changed: {
        name: 'Modificata da qualcun altro (412)',
        till: 'La cassa non sovrascrive nulla: chiede a una persona.',
      },
      rejected: {
        name: 'Rifiutata: la carta è bloccata (400)',
        till: 'La cassa mostra le parole del servizio e chiede una correzione.',
      },
      failed: {
        name: 'Errore dopo l’addebito (500)',
        till: 'Può essere successo: la cassa chiede a una persona e sospende per un minuto operazioni simili.',
      },
      portal: {
        name: 'Pagina di accesso del Wi-Fi ospiti',
        till: 'La cassa si accorge che non è il servizio: conserva tutto e chiede di nuovo entro un minuto.',
      },
      clock: {
        name: 'L’orologio del servizio è avanti di un’ora',
        till: 'La cassa tiene conto della differenza e prosegue.',
      },
    },
    badDay: 'Giornata storta: 3 richieste su 10 vanno male',
    badDayTill: 'Registrarne dieci e guardare: nulla va perso e nulla viene fatto due volte.',
    inForce: 'In corso',
    none: 'Nulla: ogni richiesta arriva.',
    left: plural({ one: 'una volta', other: '# volte' }),
    standing: 'finché non si toglie',
    other: (kind) => `Un altro guasto (${kind})`,
    clear: 'Togli',
    added: (name) => `In corso: ${name}.`,
    cleared: 'Non va più storto nulla.',
  },
  settings: {
    title: 'Che cosa sa fare il servizio',
    keys: 'Riconosce una ripetizione',
    keysOn: 'A una richiesta che torna con la stessa chiave risponde a memoria; nulla viene fatto due volte.',
    keysOff: 'Una richiesta che torna viene eseguita di nuovo. Per questo la cassa non ripete e basta.',
    conditions: 'Verifica le condizioni',
    conditionsOn: 'Una modifica basata su uno stato vecchio della carta viene rifiutata (412).',
    conditionsOff: 'Una modifica viene fatta qualunque cosa sia successa intanto alla carta.',
  },
  tally: {
    title: 'Arrivi ed effetti',
    hint: 'Che cosa è arrivato al servizio e che cosa ha davvero fatto. Il denaro si muove solo nel secondo caso.',
    arrived: 'arrivate',
    applied: 'eseguite',
    twice: 'eseguite due volte',
    picture: ({ arrived, applied, twice, lost }) =>
      `Richieste arrivate: ${arrived}. Eseguite: ${applied}, di cui due volte: ${twice}. Perse per strada: ${lost}.`,
    arrivedRow: 'arrivate',
    appliedRow: 'eseguite',
    empty: 'Non è ancora arrivato nulla.',
    fates: {
      answered: 'eseguita, con risposta',
      unheard: 'eseguita, risposta persa',
      'turned-down': 'rifiutata',
      recognised: 'riconosciuta, non ripetuta',
      lost: 'persa per strada',
      twice: 'eseguita due volte',
    },
    lost: plural({
      one: '1 richiesta è andata persa per strada.',
      other: '# richieste sono andate perse per strada.',
    }),
    probes: plural({
      one: '1 prova ha chiesto se la linea c’è.',
      other: '# prove hanno chiesto se la linea c’è.',
    }),
    repeats: 'Riscrivere lo stesso scontrino non cambia nulla e non conta come seconda volta.',
    effects: 'Ultime eseguite dal servizio',
    columns: { operation: 'Operazione', card: 'Carta', amount: 'Importo', time: 'Ora' },
  },
  timeline: {
    title: 'Linea del tempo',
    empty: 'Non è ancora stato registrato nulla. Ogni operazione disegna qui la propria linea.',
    fault: (message) => `La linea del tempo non si può disegnare: ${message}`,
    picture: plural({
      one: 'L’ultima operazione nel tempo. Le parole qui sotto dicono lo stesso.',
      other:
        'Le ultime # operazioni nel tempo, la più recente in alto. Le parole qui sotto dicono lo stesso.',
    }),
    inWords: 'A parole',
    legend: 'Segni',
    points: {
      'rung-up': 'registrata',
      parked: 'da verificare',
      person: 'una persona decide',
      settled: 'conclusa',
      voided: 'annullata',
    },
    waiting: 'attende',
    signs: {
      done: 'inviata, eseguita',
      unknown: 'inviata, esito sconosciuto',
      refused: 'inviata, rifiutata',
      later: 'inviata, da riprovare',
    },
    inFlight: 'in corso di invio',
    cut: 'pausa omessa',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `per ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `registrata (${time})`,
    sent: (count, shown) =>
      count === 0 ? 'non inviata' : count === 1 ? 'inviata una volta' : `inviata ${shown} volte`,
    person: plural({ one: 'una decisione di una persona', other: '# decisioni di una persona' }),
    states: {
      queued: () => 'in attesa',
      sending: () => 'in corso di invio',
      settled: (time) => `conclusa (${time})`,
      parked: (time) => `da verificare (${time})`,
      voided: (time) => `annullata (${time})`,
    },
  },
  startOver: {
    title: 'Ricominciare',
    hint: 'Svuota i registri del servizio di prova. Il giornale della cassa resta: da solo non dimentica mai.',
    ask: 'Ricomincia…',
    sure: 'Il servizio dimentica tutto ciò che ha fatto, ogni guasto finisce e la spina torna inserita. La cassa conserva il suo giornale: i due racconteranno il passato in modo diverso.',
    confirm: 'Svuota i registri',
    cancel: 'Chiudi',
    done: 'I registri del servizio sono vuoti.',
  },
  losing: 'Altre schede di questa cassa sono ancora aperte. Chiuderle.',
  notLost: 'Il browser ha conservato i dati. Ricaricare la pagina.',
  lose: {
    title: 'Il browser perde i suoi file',
    hint: 'Cancella il database della cassa, come i browser a volte fanno da soli, e ricarica la pagina.',
    ask: 'Perdi i dati…',
    sure: 'Tutto ciò che questa cassa ha salvato sparisce, anche ciò che il servizio non ha. La cassa dirà che cosa manca.',
    confirm: 'Perdi i dati',
    cancel: 'Chiudi',
  },
}
