import type { SlipTexts } from '../slip.js'

/** Portuguese. */
export const portugueseSlip: SlipTexts = {
  notice: '',
  provisional: 'Provisório, ainda não confirmado',
  void: 'Anulado',
  reprint: 'Segunda via',
  number: 'Talão n.º',
  date: 'Data',
  place: 'Loja / caixa',
  operator: 'Operador',
  card: 'Cartão',
  oldCard: 'Cartão antigo',
  newCard: 'Cartão novo',
  migrated: (oldCard, newCard) => `Cartão antigo ${oldCard} → cartão novo ${newCard}`,
  item: 'Artigos',
  total: 'Total',
  noTotal: 'O talão não tem total.',
  paid: 'Pago',
  print: 'Imprimir',
  title: 'Talão',
  missing: 'Não há aqui nenhuma operação para mostrar.',
  fault: 'Não se consegue ler o talão:',
}
