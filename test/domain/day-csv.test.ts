import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayToCsv } from '../../src/domain/day-csv.js'
import { createDayCount, type DayReport } from '../../src/domain/day.js'
import type { UnusedNumber } from '../../src/domain/receipt.js'

const noon = Date.UTC(2026, 10, 21, 12)
const span = { from: new Date(noon), to: new Date(noon + 86_400_000), at: new Date(noon + 3_600_000) }

function reportWith(unused: UnusedNumber[] = []): DayReport {
  const count = createDayCount()
  count.add({ kind: 'refund', state: 'settled', amount: 1234.5, createdAt: noon })
  count.add({ kind: 'refund', state: 'parked', reason: 'conflict', amount: 0.125, createdAt: noon })
  count.add({ kind: 'associate', state: 'queued', createdAt: noon })
  return count.toReport(span, unused)
}

const numberOf = (shop: string, terminal = 'T1'): UnusedNumber => ({
  shop,
  terminal,
  number: 7,
  takenAt: new Date(noon),
})

/** Reads RFC 4180, letter by letter. */
function parse(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]]
  let [field, isQuoted] = ['', false]
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? ''
    if (isQuoted) {
      if (letter !== '"') field += letter
      else if (text[index + 1] === '"') [field, index] = [`${field}"`, index + 1]
      else isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === separator) [field] = ['', rows.at(-1)?.push(field)]
    else if (letter === '\r' && text[index + 1] === '\n') {
      rows.at(-1)?.push(field)
      rows.push([])
      ;[field, index] = ['', index + 1]
    } else field += letter
  }
  expect([isQuoted, field, rows.pop()]).toEqual([false, '', []])
  return rows
}

const find = (rows: string[][], part: string) => rows.filter(([first]) => first === part)

describe('the day as CSV', () => {
  it('has a row for corrections, with the difference in the form of a number', () => {
    const count = createDayCount()
    count.add({ kind: 'refund', state: 'settled', amount: 44.5, replacedAmount: 50, createdAt: noon })
    const rows = parse(dayToCsv(count.toReport(span, []), 'it', 'EUR'), ';')
    expect(find(rows, 'Correzioni, differenza').map((row) => row.slice(1, 4))).toEqual([['', '1', '-5,50']])
    expect(find(parse(dayToCsv(reportWith(), 'en')), 'Corrections, difference')).toEqual([])
  })

  it('has a row for what is in no amount', () => {
    const count = createDayCount()
    count.add({ kind: 'refund', state: 'settled', reason: 'unreadable', createdAt: noon })
    const part = 'Settled, not in the amounts (cannot be read)'
    const rows = parse(dayToCsv(count.toReport(span, []), 'en'))
    expect(find(rows, part).map((row) => row.slice(1, 4))).toEqual([['', '1', '']])
    expect(find(parse(dayToCsv(reportWith(), 'en')), part)).toEqual([])
  })

  it('has rows of one width, all figures, and every digit', () => {
    const rows = parse(dayToCsv(reportWith([numberOf('S01')]), 'en-GB'))
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([12]))
    const whole = ['3', '1234.625', '1', '1234.50', '1', '0.00', '1', '0.125', '0', '0.00']
    expect(find(rows, 'All')).toEqual([['All', '', ...whole]])
    expect(find(rows, 'Operation').map((row) => row.slice(1, 4))).toEqual([
      ['Card link', '1', '0.00'],
      ['Refund', '2', '1234.625'],
    ])
    expect(find(rows, 'Hour')).toHaveLength(1)
    expect(find(rows, 'Missing').map((row) => row.slice(1, 4))).toEqual([
      ['Different details at the card service', '1', '0.125'],
      ['Waiting to be sent', '1', '0.00'],
    ])
    expect(find(rows, 'Complete')[0]?.[1]).toBe('no')
    expect(find(rows, 'Receipt number never used')[0]?.[1]).toBe('S01 / T1 / 7')
  })

  it.each([
    ['JPY', ['1234.625', '1234.5', '0']],
    ['KWD', ['1234.625', '1234.500', '0.000']],
    ['nonsense', ['1234.625', '1234.50', '0.00']],
  ])('writes amounts in %s with its decimals, and every further digit', (currency, amounts) => {
    const [, , , captured, , settled, , waiting] =
      find(parse(dayToCsv(reportWith(), 'en', currency)), 'All')[0] ?? []
    expect([captured, settled, waiting]).toEqual(amounts)
  })

  it('speaks Italian, decimal comma included', () => {
    const rows = parse(dayToCsv(reportWith(), 'it-IT'), ';')
    expect(find(rows, 'Totale')[0]?.slice(2, 6)).toEqual(['3', '1234,625', '1', '1234,50'])
    expect(find(rows, 'Completo')[0]?.[1]).toBe('no')
    expect(find(rows, 'Mancano').map(([, what]) => what)).toEqual([
      'Dati diversi presso il servizio carte',
      'In attesa di invio',
    ])
  })

  it('separates by semicolons where the decimal sign is a comma, and by commas elsewhere', () => {
    const lineOf = (locale: string) => dayToCsv(reportWith(), locale).split('\r\n')[0]
    expect(lineOf('de-DE')).toContain('Teil;Von;')
    expect(lineOf('sv-SE')).toContain('Part;Of;')
    expect(lineOf('it-IT')).toContain('Parte;Di;')
    expect(lineOf('en-GB')).toContain('Part,Of,')
    expect(lineOf('de-CH')).toContain('Teil,Von,')
  })

  it('names shop, till and operator where they are given', () => {
    const origin = { shop: 'S01', terminal: 'T1', operator: '=Ada' }
    const rows = parse(dayToCsv(reportWith(), 'en', 'EUR', origin))
    expect(rows.slice(1, 4).map(([name, value]) => [name, value])).toEqual([
      ['Shop', 'S01'],
      ['Till', 'T1'],
      ['Operator', "'=Ada"],
    ])
    expect(rows[1]).toHaveLength(12)
    expect(find(parse(dayToCsv(reportWith(), 'en')), 'Shop')).toEqual([])
  })

  it('has a notice in a row of its own, right after the head', () => {
    const origin = { notice: 'Training. Not a receipt.', shop: 'S01' }
    const rows = parse(dayToCsv(reportWith(), 'en', 'EUR', origin))
    expect(rows[1]).toEqual(['Training. Not a receipt.', ...Array.from({ length: 11 }, () => '')])
    expect(rows[2]?.slice(0, 2)).toEqual(['Shop', 'S01'])
    expect(dayToCsv(reportWith(), 'en', 'EUR', { notice: '' })).toBe(dayToCsv(reportWith(), 'en'))
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('leaves no formula in %j', (shop) => {
    const rows = parse(dayToCsv(reportWith([numberOf(shop)]), 'en'))
    expect(find(rows, 'Receipt number never used')[0]?.[1]).toBe(`'${shop} / T1 / 7`)
  })

  it('can be read back, whatever a shop is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('"', ',', '\r\n', ''), (name, odd) => {
        const shop = `S${name}${odd}`
        const rows = parse(dayToCsv(reportWith([numberOf(shop, odd)]), 'en'))
        expect(find(rows, 'Receipt number never used')[0]?.[1]).toBe(`${shop} / ${odd} / 7`)
        expect(rows.every((row) => row.every((field) => !/^[=+\-@\t\r]/.test(field)))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
