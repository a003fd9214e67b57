import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'other'>('pt-PT', 'other')

/** Portuguese. */
export const portugueseDay: DayTexts = {
  title: (date) => `Números do dia: ${date}`,
  choose: 'Dia',
  captured: 'Registadas',
  settled: 'Concluídas',
  waiting: 'Em espera',
  parked: 'Por verificar',
  voided: 'Anuladas',
  incomplete: 'Este dia não está completo. Ainda em aberto:',
  missing: plural({ one: '1 operação', other: '# operações' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'Os números podem mudar até estas operações serem concluídas ou anuladas.',
  complete: 'Todas as operações deste dia estão concluídas ou anuladas.',
  soFar: 'Até agora tudo está concluído ou anulado. O dia ainda não acabou.',
  nothing: 'Neste dia nada foi registado.',
  operations: 'Operações',
  money: 'Valores',
  corrections: plural({ one: '1 correção, diferença', other: '# correções, diferença' }),
  span: 'Período',
  byKind: 'Por operação',
  byHour: 'Por hora',
  kind: 'Operação',
  hour: 'Hora',
  chart: (busiest, count) =>
    `Barras das operações registadas em cada hora. A hora com mais operações: ${busiest}, ${count}. A tabela abaixo mostra todas as horas.`,
  inTable: 'Todas as horas numa tabela',
  legendSettled: 'concluídas',
  legendOthers: 'não concluídas',
  amounts: (kinds) => `Os valores são de: ${kinds}. O resto é apenas contado.`,
  unused: 'Números de talão atribuídos e nunca usados',
  readAt: (time) => `Situação: ${time}`,
  reading: 'A ler os números…',
  notReadable: (message) => `Não se conseguem ler os números: ${message}`,
  download: 'Transferir CSV',
  print: 'Imprimir',
}
