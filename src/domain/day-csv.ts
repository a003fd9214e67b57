import { currencyToDigits } from './currency.js'
import type { DayFigure, DayFigures, DayReport } from './day.js'
import { localeToDayWords } from './day-words.js'
import type { UnusedNumber } from './receipt.js'

type Cell = string | number

/**
 * The report as CSV for a spreadsheet (RFC 4180): headings in English or Italian, numbers and times in the form of
 * the locale, amounts with the decimals of the currency.
 */
export function dayToCsv(report: DayReport, locale: string, currency = 'EUR'): string {
  const words = localeToDayWords(locale)
  const write = createWriter(locale, currency)
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

/** Writes all digits of an amount; only the decimal sign is the locale's. */
function createWriter(locale: string, currency: string): Writer {
  const digits = currencyToDigits(currency)
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
      const written = decimals.padEnd(digits, '0')
      return written === '' ? whole : `${whole}${separator}${written}`
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

/** Text that a spreadsheet would read as a formula gets an apostrophe in front. */
function cellToField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
