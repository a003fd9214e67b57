import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'other'>('it', 'other')

/** Italian. */
export const italianDay: DayTexts = {
  title: (date) => `Riepilogo di ${date}`,
  choose: 'Giorno',
  captured: 'Registrate',
  settled: 'Concluse',
  waiting: 'In attesa',
  parked: 'Da verificare',
  voided: 'Annullate',
  incomplete: 'Questa giornata non è completa. Ancora aperte:',
  missing: plural({ one: '1 operazione', other: '# operazioni' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'Le cifre possono cambiare finché queste non sono concluse o annullate.',
  complete: 'Tutte le operazioni di questa giornata sono concluse o annullate.',
  soFar: 'Finora tutto è concluso o annullato. La giornata non è ancora finita.',
  nothing: 'In questa giornata non è stato registrato nulla.',
  operations: 'Operazioni',
  money: 'Importi',
  corrections: (count, shown) =>
    count === 1 ? '1 correzione, differenza' : `${shown} correzioni, differenza`,
  span: 'Periodo',
  byKind: 'Per operazione',
  byHour: 'Per ora',
  kind: 'Operazione',
  hour: 'Ora',
  chart: (busiest, count) =>
    `Barre delle operazioni registrate in ogni ora. L’ora con più operazioni: ${busiest}, ${count}. La tabella sotto riporta tutte le ore.`,
  inTable: 'Tutte le ore in tabella',
  legendSettled: 'concluse',
  legendOthers: 'non concluse',
  amounts: (kinds) => `Gli importi riguardano: ${kinds}. Il resto è soltanto contato.`,
  unused: 'Numeri di scontrino presi e mai usati',
  readAt: (time) => `Situazione: ${time}`,
  reading: 'Lettura delle cifre…',
  notReadable: (message) => `Le cifre non possono essere lette: ${message}`,
  download: 'Scarica CSV',
  print: 'Stampa',
}
