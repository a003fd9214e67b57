import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'few' | 'many'>('pl', 'many')

/** Polish. */
export const polishDay: DayTexts = {
  title: (date) => `Dane z dnia: ${date}`,
  choose: 'Dzień',
  captured: 'Wprowadzone',
  settled: 'Zakończone',
  waiting: 'Oczekujące',
  parked: 'Do wyjaśnienia',
  voided: 'Anulowane',
  incomplete: 'Ten dzień nie jest kompletny. Jeszcze otwarte:',
  missing: plural({ one: '1 operacja', few: '# operacje', many: '# operacji' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'Dane mogą się zmieniać, dopóki te operacje nie są zakończone lub anulowane.',
  complete: 'Wszystkie operacje tego dnia są zakończone lub anulowane.',
  soFar: 'Jak dotąd wszystko jest zakończone lub anulowane. Dzień jeszcze trwa.',
  nothing: 'Tego dnia nic nie wprowadzono.',
  operations: 'Operacje',
  money: 'Kwoty',
  corrections: plural({ one: '1 korekta, różnica', few: '# korekty, różnica', many: '# korekt, różnica' }),
  span: 'Okres',
  byKind: 'Według operacji',
  byHour: 'Według godzin',
  kind: 'Operacja',
  hour: 'Godzina',
  chart: (busiest, count) =>
    `Słupki operacji wprowadzonych w każdej godzinie. Najwięcej o ${busiest}: ${count}. Tabela poniżej pokazuje każdą godzinę.`,
  inTable: 'Wszystkie godziny w tabeli',
  legendSettled: 'zakończone',
  legendOthers: 'niezakończone',
  amounts: (kinds) => `Kwoty dotyczą: ${kinds}. Pozostałe są tylko liczone.`,
  unused: 'Nadane i nieużyte numery paragonów',
  readAt: (time) => `Stan na: ${time}`,
  reading: 'Odczyt danych…',
  notReadable: (message) => `Nie można odczytać danych: ${message}`,
  download: 'Pobierz CSV',
  print: 'Drukuj',
}
