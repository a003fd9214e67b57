import type { SlipTexts } from '../slip.js'

/** French. */
export const frenchSlip: SlipTexts = {
  notice: '',
  provisional: 'Provisoire, pas encore confirmé',
  void: 'Annulé',
  reprint: 'Duplicata',
  number: 'Ticket n°',
  date: 'Date',
  place: 'Magasin / caisse',
  operator: 'Opérateur',
  card: 'Carte',
  oldCard: 'Ancienne carte',
  newCard: 'Nouvelle carte',
  migrated: (oldCard, newCard) => `Ancienne carte ${oldCard} → nouvelle carte ${newCard}`,
  item: 'Articles',
  total: 'Total',
  noTotal: 'Le ticket ne porte pas de total.',
  paid: 'Payé',
  print: 'Imprimer',
  title: 'Ticket de caisse',
  missing: 'Aucune opération à afficher ici.',
  fault: 'Le ticket est illisible :',
}
