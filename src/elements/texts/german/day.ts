import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'other'>('de', 'other')

/** German. */
export const germanDay: DayTexts = {
  title: (date) => `Tagesbericht: ${date}`,
  choose: 'Tag',
  captured: 'Erfasst',
  settled: 'Abgeschlossen',
  waiting: 'Wartend',
  parked: 'Zu klären',
  voided: 'Storniert',
  incomplete: 'Dieser Tag ist nicht vollständig. Noch offen:',
  missing: plural({ one: '1 Vorgang', other: '# Vorgänge' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'Die Zahlen können sich ändern, bis diese Vorgänge abgeschlossen oder storniert sind.',
  complete: 'Alle Vorgänge dieses Tages sind abgeschlossen oder storniert.',
  soFar: 'Bisher ist alles abgeschlossen oder storniert. Der Tag ist noch nicht zu Ende.',
  nothing: 'An diesem Tag wurde nichts erfasst.',
  operations: 'Vorgänge',
  money: 'Beträge',
  corrections: plural({ one: '1 Korrektur, Differenz', other: '# Korrekturen, Differenz' }),
  span: 'Zeitraum',
  byKind: 'Nach Vorgang',
  byHour: 'Nach Stunde',
  kind: 'Vorgang',
  hour: 'Stunde',
  chart: (busiest, count) =>
    `Balken der Vorgänge je Stunde. Die meisten wurden um ${busiest} erfasst: ${count}. Die Tabelle darunter zeigt jede Stunde.`,
  inTable: 'Alle Stunden als Tabelle',
  legendSettled: 'abgeschlossen',
  legendOthers: 'nicht abgeschlossen',
  amounts: (kinds) => `Beträge gelten für: ${kinds}. Alles andere wird nur gezählt.`,
  unused: 'Vergebene und nie verwendete Bonnummern',
  readAt: (time) => `Stand: ${time}`,
  reading: 'Zahlen werden gelesen…',
  notReadable: (message) => `Die Zahlen sind nicht lesbar: ${message}`,
  download: 'CSV herunterladen',
  print: 'Drucken',
}
