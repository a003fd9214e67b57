import type { DayTexts } from '../day.js'
import { createPlural } from '../plural.js'

const plural = createPlural<'one' | 'other'>('es', 'other')

/** Spanish. */
export const spanishDay: DayTexts = {
  title: (date) => `Cifras del ${date}`,
  choose: 'Día',
  captured: 'Registradas',
  settled: 'Completadas',
  waiting: 'En espera',
  parked: 'Por revisar',
  voided: 'Anuladas',
  incomplete: 'Este día no está completo. Aún pendiente:',
  missing: plural({ one: '1 operación', other: '# operaciones' }),
  missingAmount: (amount) => `(${amount})`,
  advice: 'Las cifras pueden cambiar hasta que estas operaciones se completen o se anulen.',
  complete: 'Todas las operaciones de este día están completadas o anuladas.',
  soFar: 'Hasta ahora todo está completado o anulado. El día aún no ha terminado.',
  nothing: 'Este día no se registró nada.',
  operations: 'Operaciones',
  money: 'Importes',
  corrections: plural({ one: '1 corrección, diferencia', other: '# correcciones, diferencia' }),
  span: 'Periodo',
  byKind: 'Por operación',
  byHour: 'Por hora',
  kind: 'Operación',
  hour: 'Hora',
  chart: (busiest, count) =>
    `Barras de las operaciones registradas cada hora. La hora con más operaciones: ${busiest}, ${count}. La tabla de abajo muestra todas las horas.`,
  inTable: 'Todas las horas en una tabla',
  legendSettled: 'completadas',
  legendOthers: 'no completadas',
  amounts: (kinds) => `Los importes son de: ${kinds}. Lo demás solo se cuenta.`,
  unused: 'Números de tique asignados y nunca usados',
  readAt: (time) => `Situación: ${time}`,
  reading: 'Leyendo las cifras…',
  notReadable: (message) => `No se pueden leer las cifras: ${message}`,
  download: 'Descargar CSV',
  print: 'Imprimir',
}
