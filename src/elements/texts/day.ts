import { createPlural } from './plural.js'

const plural = createPlural<'one' | 'other'>('en', 'other')

type Counted = (count: number, shown: string) => string

/** What the day says in its own words. */
export interface DayTexts {
  title: (date: string) => string
  choose: string
  captured: string
  settled: string
  waiting: string
  parked: string
  voided: string
  incomplete: string
  missing: Counted
  missingAmount: (amount: string) => string
  advice: string
  complete: string
  soFar: string
  nothing: string
  operations: string
  money: string
  corrections: Counted
  span: string
  byKind: string
  byHour: string
  kind: string
  hour: string
  chart: (busiest: string, count: string) => string
  inTable: string
  legendSettled: string
  legendOthers: string
  amounts: (kinds: string) => string
  unused: string
  readAt: (time: string) => string
  reading: string
  notReadable: (message: string) => string
  download: string
  print: string
}

/** English. */
export const englishDay: DayTexts = {
  title: (date) => `Figures of ${date}`,
  choose: 'Day',
  captured: 'Entered',
  settled: 'Settled',
  waiting: 'Waiting',
  parked: 'Needs attention',
  voided: 'Voided',
  incomplete: 'This day is not complete. Still open:',
  missing: plural({ one: '1 operation', other: '# operations' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'The figures can change until these are settled or voided.',
  complete: 'Everything of this day is settled or voided.',
  soFar: 'Everything so far is settled or voided, and the day is not over yet.',
  nothing: 'Nothing was entered on this day.',
  operations: 'Operations',
  money: 'Money',
  corrections: (count, shown) =>
    count === 1 ? '1 correction, difference' : `${shown} corrections, difference`,
  span: 'Period',
  byKind: 'By operation',
  byHour: 'By hour',
  kind: 'Operation',
  hour: 'Hour',
  chart: (busiest, count) =>
    `Bars of the operations entered each hour. Most were entered at ${busiest}: ${count}. The table below has every hour.`,
  inTable: 'Every hour as a table',
  legendSettled: 'settled',
  legendOthers: 'not settled',
  amounts: (kinds) => `Amounts are of: ${kinds}. Everything else is only counted.`,
  unused: 'Receipt numbers taken and never used',
  readAt: (time) => `As of ${time}`,
  reading: 'Reading the figures…',
  notReadable: (message) => `The figures cannot be read: ${message}`,
  download: 'Download CSV',
  print: 'Print',
}
