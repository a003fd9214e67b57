import type { SlipTexts } from '../slip.js'

/** Polish. */
export const polishSlip: SlipTexts = {
  notice: '',
  provisional: 'Tymczasowy, jeszcze niepotwierdzony',
  void: 'Anulowany',
  reprint: 'Kopia',
  number: 'Nr paragonu',
  date: 'Data',
  place: 'Sklep / kasa',
  operator: 'Kasjer',
  card: 'Karta',
  oldCard: 'Stara karta',
  newCard: 'Nowa karta',
  migrated: (oldCard, newCard) => `Stara karta ${oldCard} → nowa karta ${newCard}`,
  item: 'Towary',
  total: 'Suma',
  noTotal: 'Na paragonie nie ma sumy.',
  paid: 'Zapłacono',
  print: 'Drukuj',
  title: 'Paragon',
  missing: 'Nie ma tu operacji do pokazania.',
  fault: 'Nie można odczytać paragonu:',
}
