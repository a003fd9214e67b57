import type { DayFigure, DayFigures, DayMissing, DayReport } from './day.js'
import type { OperationKind } from './models.js'
import type { UnusedNumber } from './receipt.js'

type Cell = string | number

interface CsvWords {
  head: readonly string[]
  from: string
  to: string
  at: string
  isComplete: string
  yes: string
  no: string
  whole: string
  kind: string
  hour: string
  missing: string
  unused: string
  kinds: Record<OperationKind | 'unknown', string>
  missings: Record<DayMissing['what'], string>
}

const english: CsvWords = {
  head: [
    'Part',
    'Of',
    'Rung up',
    'Amount rung up',
    'Settled',
    'Amount settled',
    'Waiting',
    'Amount waiting',
    'Needing a person',
    'Amount needing a person',
    'Voided',
    'Amount voided',
  ],
  from: 'From',
  to: 'Up to',
  at: 'Read at',
  isComplete: 'Complete',
  yes: 'yes',
  no: 'no',
  whole: 'All',
  kind: 'Operation',
  hour: 'Hour',
  missing: 'Missing',
  unused: 'Receipt number never used',
  kinds: {
    associate: 'Card association',
    refund: 'Refund',
    migrate: 'Card migration',
    updateReceipt: 'Receipt update',
    confirmOrder: 'Order confirmation',
    unknown: 'Unknown operation',
  },
  missings: {
    queued: 'Waiting to be sent',
    sending: 'Being sent',
    undated: 'Without a time that can be read',
    unknown: 'Sent, outcome not known',
    conflict: 'Conflict',
    precondition: 'Changed at the service meanwhile',
    rejected: 'Rejected by the service',
    refused: 'Not permitted by the service',
    reference: 'Waits for a transaction that will not come',
    expired: 'Too old to be sent',
    moved: 'Handed over to another till',
    unreadable: 'Cannot be read',
  },
}

const italian: CsvWords = {
  head: [
    'Parte',
    'Di',
    'Registrate',
    'Importo registrato',
    'Confermate',
    'Importo confermato',
    'In attesa',
    'Importo in attesa',
    'Da verificare',
    'Importo da verificare',
    'Annullate',
    'Importo annullato',
  ],
  from: 'Dal',
  to: 'Fino al',
  at: 'Letto il',
  isComplete: 'Completo',
  yes: 'sì',
  no: 'no',
  whole: 'Totale',
  kind: 'Operazione',
  hour: 'Ora',
  missing: 'Mancano',
  unused: 'Numero di scontrino mai usato',
  kinds: {
    associate: 'Associazione carta',
    refund: 'Rimborso',
    migrate: 'Migrazione carta',
    updateReceipt: 'Aggiornamento scontrino',
    confirmOrder: 'Conferma ordine',
    unknown: 'Operazione sconosciuta',
  },
  missings: {
    queued: 'In attesa di invio',
    sending: 'In corso di invio',
    undated: 'Senza una data leggibile',
    unknown: 'Inviate, esito sconosciuto',
    conflict: 'Conflitto',
    precondition: 'Modificate nel frattempo presso il servizio',
    rejected: 'Rifiutate dal servizio',
    refused: 'Non autorizzate dal servizio',
    reference: 'In attesa di una transazione che non arriverà',
    expired: 'Troppo vecchie per essere inviate',
    moved: "Cedute a un'altra cassa",
    unreadable: 'Illeggibili',
  },
}

/** The report as a spreadsheet reads it (RFC 4180): headings in English or Italian, numbers and times as the locale writes them. */
export function dayToCsv(report: DayReport, locale: string): string {
  const words = new Intl.Locale(locale).language === 'it' ? italian : english
  const write = createWriter(locale)
  const rows: Cell[][] = [
    [...words.head],
    [words.from, write.time(report.from)],
    [words.to, write.time(report.to)],
    [words.at, write.time(report.at)],
    [words.isComplete, report.isComplete ? words.yes : words.no],
    [words.whole, '', ...figuresToCells(report, write.amount)],
    ...report.byKind.map(({ kind, ...figures }) => [
      words.kind,
      words.kinds[kind],
      ...figuresToCells(figures, write.amount),
    ]),
    ...report.byHour.map(({ hour, ...figures }) => [
      words.hour,
      write.time(hour),
      ...figuresToCells(figures, write.amount),
    ]),
    ...report.missing.map(({ what, ...figure }) => [
      words.missing,
      words.missings[what],
      ...figureToCells(figure, write.amount),
    ]),
    ...report.unusedNumbers.map((unused) => [words.unused, unusedToText(unused), '', '']),
  ]
  return rows.map((row) => rowToLine(row, words.head.length)).join('')
}

interface Writer {
  amount: (amount: string) => string
  time: (time: Date) => string
}

/** Every digit of an amount stays; only the sign before the decimals is the locale's. */
function createWriter(locale: string): Writer {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const separator = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  })
  return {
    amount(amount) {
      const [whole = '0', decimals = ''] = amount.split('.')
      return `${whole}${separator}${decimals.padEnd(2, '0')}`
    },
    time: (time) => format.format(time),
  }
}

function figuresToCells(
  { captured, settled, waiting, parked, voided }: DayFigures,
  write: Writer['amount'],
): Cell[] {
  return [captured, settled, waiting, parked, voided].flatMap((figure) => figureToCells(figure, write))
}

function figureToCells({ count, amount }: DayFigure, write: Writer['amount']): Cell[] {
  return [count, write(amount)]
}

function unusedToText({ shop, terminal, drawer, number }: UnusedNumber): string {
  return [shop, terminal, ...(drawer === undefined ? [] : [drawer]), number].join(' / ')
}

function rowToLine(row: readonly Cell[], width: number): string {
  const cells = Array.from({ length: width }, (_, column) => cellToField(row[column] ?? ''))
  return `${cells.join(',')}\r\n`
}

/** Text that a spreadsheet would take for a formula begins with an apostrophe. */
function cellToField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
