import type { SlipTexts } from '../slip.js'

/** Spanish. */
export const spanishSlip: SlipTexts = {
  notice: '',
  provisional: 'Provisional, aún sin confirmar',
  void: 'Anulado',
  reprint: 'Copia',
  number: 'Tique n.º',
  date: 'Fecha',
  place: 'Tienda / caja',
  operator: 'Operador',
  card: 'Tarjeta',
  oldCard: 'Tarjeta antigua',
  newCard: 'Tarjeta nueva',
  migrated: (oldCard, newCard) => `Tarjeta antigua ${oldCard} → tarjeta nueva ${newCard}`,
  item: 'Artículos',
  total: 'Total',
  noTotal: 'El tique no lleva total.',
  paid: 'Pagado',
  print: 'Imprimir',
  title: 'Tique',
  missing: 'Aquí no hay ninguna operación que mostrar.',
  fault: 'No se puede leer el tique:',
}
