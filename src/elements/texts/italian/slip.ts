import type { SlipTexts } from '../slip.js'

/** Italian. */
export const italianSlip: SlipTexts = {
  notice: '',
  provisional: 'Provvisorio, non ancora confermato',
  void: 'Annullato',
  reprint: 'Ristampa',
  number: 'Scontrino n.',
  date: 'Data',
  place: 'Negozio / cassa',
  operator: 'Operatore',
  card: 'Carta',
  oldCard: 'Vecchia carta',
  newCard: 'Nuova carta',
  migrated: (oldCard, newCard) => `Vecchia carta ${oldCard} → nuova carta ${newCard}`,
  item: 'Articoli',
  total: 'Totale',
  noTotal: 'Lo scontrino non riporta un totale.',
  paid: 'Pagato',
  print: 'Stampa',
  title: 'Scontrino',
  missing: 'Nessuna operazione da mostrare.',
  fault: 'Lo scontrino non può essere letto:',
}
