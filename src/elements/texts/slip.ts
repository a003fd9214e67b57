/** What a slip says in its own words. */
export interface SlipTexts {
  /** A line of the host's own on every slip and day's figures, such as that it is for training only; none unless given. */
  notice: string
  provisional: string
  void: string
  reprint: string
  number: string
  date: string
  place: string
  operator: string
  card: string
  oldCard: string
  newCard: string
  /** Both cards of a migration in one line. */
  migrated: (oldCard: string, newCard: string) => string
  item: string
  total: string
  noTotal: string
  paid: string
  print: string
  title: string
  missing: string
  fault: string
}

/** English. */
export const englishSlip: SlipTexts = {
  notice: '',
  provisional: 'Provisional, not yet confirmed',
  void: 'Void',
  reprint: 'Reprint',
  number: 'Receipt no.',
  date: 'Date',
  place: 'Shop / till',
  operator: 'Operator',
  card: 'Card',
  oldCard: 'Old card',
  newCard: 'New card',
  migrated: (oldCard, newCard) => `Old card ${oldCard} → new card ${newCard}`,
  item: 'Items',
  total: 'Total',
  noTotal: 'The receipt bears no total.',
  paid: 'Paid',
  print: 'Print',
  title: 'Receipt',
  missing: 'There is no operation to show here.',
  fault: 'The receipt cannot be read:',
}
