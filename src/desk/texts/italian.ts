import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('it', 'other')

export const italian: PageTexts = {
  title: 'Apri un giornale',
  promise: 'Nulla lascia questo computer. Questa pagina non usa alcuna rete.',
  language: 'Lingua',
  currency: 'Valuta',
  start: {
    intro: 'Un file che una cassa ha esportato o inviato: una copia, un passaggio o un giornale intero.',
    choose: 'Scegli un file',
    drop: 'o trascinalo qui',
  },
  locked: {
    passphrase: 'Frase segreta del file',
    show: 'Mostra la frase segreta',
    open: 'Apri',
    opening: 'Apertura…',
    keyHint:
      'Questo file è sigillato per il negozio. Si apre con la chiave privata del negozio, un file in formato JWK.',
    chooseKey: 'Scegli la chiave privata',
    another: 'Un altro file',
  },
  refusals: {
    'not-ours': 'Non è un file esportato da una cassa.',
    cut: 'Il file è incompleto: finisce troppo presto. Copiarlo di nuovo.',
    newer: 'Una versione più recente ha scritto questo file. Va aperto con la pagina di quella versione.',
    'wrong-passphrase': 'Non si apre. La frase segreta è sbagliata, o il file è stato modificato.',
    'wrong-key': 'Non si apre. La chiave è un’altra, o il file è stato modificato.',
    'not-a-key': 'Non è una chiave privata. Scegliere un file in formato JWK.',
    unreadable: 'Il browser non può leggere questo file.',
    unsound: (why) => `Il file non è come lo scrive una cassa: ${why}`,
  },
  kinds: { copy: 'Una copia', 'hand-over': 'Un passaggio', audit: 'Un giornale intero' },
  facts: {
    file: 'Nome del file',
    till: 'Negozio / cassa',
    written: 'Scritto, secondo l’orologio della cassa',
    operations: 'Operazioni',
    left: 'Illeggibile alla cassa',
  },
  verdict: {
    title: 'Registro firmato',
    checking: 'Verifica in corso…',
    none: 'Questo file non ha un registro: ciò che è stato modificato alla cassa non si può trovare. Solo un giornale intero ne ha uno (esportazione con audit).',
    sound: 'Tutto è come la cassa lo ha firmato.',
    caution:
      'Nulla è stato tenuto da parte per il confronto. Uno stato precedente, o un file riscritto con un’altra chiave, ha lo stesso aspetto. counterfoil-verify confronta con i punti di controllo tenuti da parte.',
    found: plural({
      one: '1 cosa non è come la cassa l’ha firmata.',
      other: '# cose non sono come la cassa le ha firmate.',
    }),
    more: plural({ one: 'E 1 altra.', other: 'E altre #.' }),
    failed: (message) => `La verifica non è arrivata alla fine: ${message}`,
    deeds: {
      removed: 'Rimosso',
      altered: 'Modificato',
      added: 'Aggiunto',
      reordered: 'Spostato',
      'rolled-back': 'Stato precedente',
      'log-altered': 'Registro modificato',
    },
    place: (number) => `posto ${number}`,
    deleted: plural({
      one: '1 operazione è stata eliminata alla scadenza.',
      other: '# operazioni sono state eliminate alla scadenza.',
    }),
    erased: plural({
      one: 'I dati personali di 1 operazione sono stati cancellati alla scadenza.',
      other: 'I dati personali di # operazioni sono stati cancellati alla scadenza.',
    }),
  },
  save: 'Salva come righe JSON',
  saveHint:
    'Un’operazione per riga. I numeri delle carte sono interi, e da una copia anche i PIN. Da eliminare a caso chiuso.',
  close: 'Chiudi il file',
  opened: plural({ one: 'Il file è aperto: 1 operazione.', other: 'Il file è aperto: # operazioni.' }),
  searchHint: 'Parole di un’operazione: cifre di una carta, un numero (#12), un ordine, un nome, un motivo.',
  slipNotice: 'Da un giornale esportato',
}
