import type { SlipTexts } from '../slip.js'

/** Dutch. */
export const dutchSlip: SlipTexts = {
  notice: '',
  provisional: 'Voorlopig, nog niet bevestigd',
  void: 'Geannuleerd',
  reprint: 'Kopie',
  number: 'Bonnr.',
  date: 'Datum',
  place: 'Winkel / kassa',
  operator: 'Medewerker',
  card: 'Kaart',
  oldCard: 'Oude kaart',
  newCard: 'Nieuwe kaart',
  migrated: (oldCard, newCard) => `Oude kaart ${oldCard} → nieuwe kaart ${newCard}`,
  item: 'Artikelen',
  total: 'Totaal',
  noTotal: 'Op de bon staat geen totaal.',
  paid: 'Betaald',
  print: 'Afdrukken',
  title: 'Kassabon',
  missing: 'Er is hier geen bewerking om te tonen.',
  fault: 'De bon is niet leesbaar:',
}
