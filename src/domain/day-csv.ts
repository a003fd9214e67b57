import { currencyToDigits } from './currency.js'
import type { DayFigure, DayFigures, DayReport } from './day.js'
import { localeToDayWords } from './day-words.js'
import type { DayWords } from './day-words/words.js'
import type { UnusedNumber } from './receipt.js'

type Cell = string | number

/** The till of a report and the person who read it. */
export interface DayOrigin {
  shop?: string | undefined
  terminal?: string | undefined
  operator?: string | undefined
  /** A sentence in a row of its own, right after the head: such as that the till is for training only. */
  notice?: string | undefined
}

/**
 * The report as CSV for a spreadsheet (RFC 4180): headings in the locale's language (English where it is not built in), numbers and times in the form of
 * the locale, amounts with the decimals of the currency. Where the decimal sign is a comma, semicolons separate.
 */
export function dayToCsv(
  report: DayReport,
  locale: string,
  currency = 'EUR',
  origin: DayOrigin = {},
): string {
  return writeDay(report, localeToDayWords(locale), locale, currency, origin)
}

/** The report as CSV with headings in given words. */
export function writeDay(
  report: DayReport,
  words: DayWords,
  locale: string,
  currency: string,
  origin: DayOrigin,
): string {
  const write = createWriter(locale, currency)
  const rows: Cell[][] = [
    [...words.head],
    ...originToRows(origin, words),
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
    ...(report.corrections.count > 0
      ? [[words.corrections, '', ...figureToCells(report.corrections, write.amount)]]
      : []),
    ...(report.isErased ? [[words.erased]] : []),
    ...(report.unsummed > 0 ? [[words.unsummed, '', String(report.unsummed), '']] : []),
    ...report.unusedNumbers.map((unused) => [words.unused, unusedToText(unused), '', '']),
  ]
  return rows.map((row) => rowToLine(row, words.head.length, write.separator)).join('')
}

interface Writer {
  /** Between two cells: spreadsheets of a locale with a decimal comma expect a semicolon. */
  separator: string
  amount: (amount: string) => string
  time: (time: Date) => string
}

/** Writes all digits of an amount; only the decimal sign is the locale's. */
function createWriter(locale: string, currency: string): Writer {
  const digits = currencyToDigits(currency)
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  })
  return {
    separator: sign === ',' ? ';' : ',',
    amount(amount) {
      const [whole = '0', decimals = ''] = amount.split('.')
      const written = decimals.padEnd(digits, '0')
      return written === '' ? whole : `${whole}${sign}${written}`
    },
    time: (time) => format.format(time),
  }
}

function originToRows({ shop, terminal, operator, notice = '' }: DayOrigin, words: DayWords): Cell[][] {
  const facts: [string, string | undefined][] = [
    [words.shop, shop],
    [words.terminal, terminal],
    [words.operator, operator],
  ]
  const rows = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))
  return notice === '' ? rows : [[notice], ...rows]
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

function rowToLine(row: readonly Cell[], width: number, separator: string): string {
  const cells = Array.from({ length: width }, (_, column) => cellToField(row[column] ?? ''))
  return `${cells.join(separator)}\r\n`
}

/** Text that a spreadsheet would read as a formula gets an apostrophe in front; a negative number is none. */
function cellToField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^-\d+([.,]\d+)?$/.test(cell)
  const text = isFormula ? `'${cell}` : cell
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
