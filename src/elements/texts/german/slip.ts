import type { SlipTexts } from '../slip.js'

/** German. */
export const germanSlip: SlipTexts = {
  notice: '',
  provisional: 'Vorläufig, noch nicht bestätigt',
  void: 'Storniert',
  reprint: 'Nachdruck',
  number: 'Bon-Nr.',
  date: 'Datum',
  place: 'Filiale / Kasse',
  operator: 'Bediener',
  card: 'Karte',
  oldCard: 'Alte Karte',
  newCard: 'Neue Karte',
  migrated: (oldCard, newCard) => `Alte Karte ${oldCard} → neue Karte ${newCard}`,
  item: 'Artikel',
  total: 'Summe',
  noTotal: 'Der Bon weist keine Summe aus.',
  paid: 'Bezahlt',
  print: 'Drucken',
  title: 'Kassenbon',
  missing: 'Hier gibt es keinen Vorgang anzuzeigen.',
  fault: 'Der Bon ist nicht lesbar:',
}
