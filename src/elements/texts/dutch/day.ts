import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'other'>('nl', 'other')

/** Dutch. */
export const dutchDay: DayTexts = {
  title: (date) => `Cijfers van ${date}`,
  choose: 'Dag',
  captured: 'Ingevoerd',
  settled: 'Afgerond',
  waiting: 'Wachtend',
  parked: 'Na te kijken',
  voided: 'Geannuleerd',
  incomplete: 'Deze dag is niet volledig. Nog open:',
  missing: plural({ one: '1 bewerking', other: '# bewerkingen' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'De cijfers kunnen veranderen tot deze bewerkingen zijn afgerond of geannuleerd.',
  complete: 'Alle bewerkingen van deze dag zijn afgerond of geannuleerd.',
  soFar: 'Tot nu toe is alles afgerond of geannuleerd. De dag is nog niet voorbij.',
  nothing: 'Op deze dag is niets ingevoerd.',
  operations: 'Bewerkingen',
  money: 'Bedragen',
  corrections: plural({ one: '1 correctie, verschil', other: '# correcties, verschil' }),
  span: 'Periode',
  byKind: 'Per bewerking',
  byHour: 'Per uur',
  kind: 'Bewerking',
  hour: 'Uur',
  chart: (busiest, count) =>
    `Staven van de bewerkingen per uur. De meeste werden ingevoerd om ${busiest}: ${count}. De tabel hieronder toont elk uur.`,
  inTable: 'Elk uur in een tabel',
  legendSettled: 'afgerond',
  legendOthers: 'niet afgerond',
  amounts: (kinds) => `Bedragen gelden voor: ${kinds}. Al het andere wordt alleen geteld.`,
  unused: 'Uitgegeven en nooit gebruikte bonnummers',
  readAt: (time) => `Stand van ${time}`,
  reading: 'Cijfers worden gelezen…',
  notReadable: (message) => `De cijfers zijn niet leesbaar: ${message}`,
  download: 'CSV downloaden',
  print: 'Afdrukken',
}
