import { describe, expect, it } from 'vitest'
import { InvalidOptions, type ListedEntry, type Receipt } from '../../src/index.js'
import { entryToEscpos, type EscposOptions } from '../../src/escpos.js'
import { interpret, type PrintedLine } from '../support/escpos.js'
import { fullReceipt, slipEntry } from '../support/slips.js'

function print(entry: ListedEntry, options: EscposOptions = {}): PrintedLine[] {
  return interpret(entryToEscpos(entry, options)).lines
}

function textOf(entry: ListedEntry, options: EscposOptions = {}): string {
  return print(entry, options)
    .map(({ text }) => text.replaceAll(/ +/g, ' ').trim())
    .join('\n')
}

const refund = (receipt: Receipt, changes: Partial<ListedEntry> = {}) =>
  slipEntry('refund', { StoredValueCardReceipt: receipt }, changes)

describe('a slip for a receipt printer', () => {
  it('says of each state what it is, at both ends', () => {
    const marks = (state: ListedEntry['state']) =>
      print(refund(fullReceipt, { state })).filter(({ text }) => /PROVISIONAL|VOID/.test(text))
    expect(marks('queued').map(({ text }) => text.trim())).toEqual([
      'PROVISIONAL, NOT YET CONFIRMED',
      'PROVISIONAL, NOT YET CONFIRMED',
    ])
    expect(marks('parked')).toHaveLength(2)
    expect(marks('voided').map(({ text }) => text.trim())).toEqual(['VOID', 'VOID'])
    expect(marks('settled')).toEqual([])
  })

  it('names no card in full', () => {
    const text = textOf(refund(fullReceipt))
    expect(text).toContain('Gift card ****0025')
    expect(text).not.toContain('9001000000000025')
  })

  it('has the number as a code, or the id where there is no number', () => {
    const codesOf = (receipt: Receipt) => print(refund(receipt)).flatMap(({ code }) => code ?? [])
    expect(codesOf(fullReceipt)).toEqual(['1042'])
    expect(codesOf({ Total: 1 })).toEqual(['slip-1'])
  })

  it('rounds no amount, and has the decimals of the currency', () => {
    const entry = refund({ Products: [{ Name: 'Tea', Price: 0.125, Quantity: 3 }], Total: 1200 })
    expect(textOf(entry)).toContain('Tea €0.375\n3 x €0.125')
    expect(textOf(entry)).toContain('Total €1,200.00')
    expect(textOf(entry, { currency: 'JPY' })).toContain('Total ¥1,200\n')
    expect(textOf(entry, { currency: 'KWD' })).toContain('Total KWD 1,200.000')
  })

  it('writes the code of a currency whose sign the printer lacks', () => {
    expect(textOf(refund({ Total: 5 }), { currency: 'INR' })).toContain('Total INR 5.00')
  })

  it('keeps an amount whole in a language that groups by narrow blanks', () => {
    expect(textOf(refund({ Total: 1234567.5 }), { language: 'fr', currency: 'EUR', columns: 32 })).toMatch(
      /1 234 567,50 €/,
    )
  })

  it('names the method of an order’s payment, by its code where it has no other name', () => {
    const entry = slipEntry('confirmOrder', {
      OrderID: 1,
      Payments: [
        { PaymentType: { Name: 'Cash' }, Value: 5 },
        { PaymentCode: 'VOUCHER', Value: 3 },
      ],
    })
    expect(textOf(entry)).toContain('Total €8.00\nCash €5.00\nVOUCHER €3.00')
  })

  it('prints a row that cannot be read by its id', () => {
    const entry: ListedEntry = {
      id: 'lost-1',
      kind: 'unknown',
      state: 'parked',
      reason: 'unreadable',
      cards: [],
      request: {},
      history: [],
    }
    expect(textOf(entry)).toContain('lost-1')
  })
})

describe('a name in a receipt', () => {
  it('cannot command the printer: no drawer opens, and no code page changes', () => {
    const nasty = 'Tea\u001bp\u0000\u0019\u0019 \u001d\u0056\u0000cut\u0010\u0014'
    const bytes = [
      ...entryToEscpos(refund({ IssuerData: { Name: nasty }, Products: [{ Name: nasty }], Total: 1 })),
    ]
    const { steps, lines } = interpret(Uint8Array.from(bytes))
    expect(lines.filter(({ text }) => text.includes('Teap Vcut'))).toHaveLength(2)
    expect(steps.filter(({ what }) => what.startsWith('cut'))).toHaveLength(1)
    expect(steps.filter(({ text = '' }) => /\p{Cc}/u.test(text))).toEqual([])
  })

  it('stays on its line although it has a line end', () => {
    expect(textOf(refund({ Products: [{ Name: 'Tea\nGreen\tLeaf' }], Total: 1 }))).toContain('Tea Green Leaf')
  })

  it('loses its accents sooner than its letters, and takes a column for each', () => {
    const name = 'Ștefan ⅷ e\u0301 Ａ “x” 😀'
    expect(textOf(refund({ Products: [{ Name: name }], Total: 1 }), { codepages: { cp437: 0 } })).toContain(
      'Stefan viii é A "x" ?',
    )
  })
})

describe('the printer', () => {
  it('has 42 columns unless told otherwise, or as many as its model', () => {
    const widthOf = (options: EscposOptions) =>
      print(refund({ Total: 1 }), { currency: 'USD', ...options }).find(({ text }) => text.startsWith('---'))
        ?.text.length
    expect(widthOf({})).toBe(42)
    expect(widthOf({ columns: 32 })).toBe(32)
    expect(widthOf({ printerModel: 'epson-tm-m30iii' })).toBe(48)
  })

  it('without a knife gets no cut, but feeds the paper to the edge', () => {
    const { isCut, lines } = interpret(entryToEscpos(refund(fullReceipt), { cut: 'none' }))
    expect(isCut).toBe(false)
    expect(lines.slice(-4).map(({ text }) => text)).toEqual(['', '', '', ''])
  })

  it('is refused by name where the encoder does not know it', () => {
    const attempt = (options: object) => () => entryToEscpos(refund(fullReceipt), options)
    expect(attempt({ printerModel: 'tm-1' })).toThrow(InvalidOptions)
    expect(attempt({ printerModel: 'tm-1' })).toThrow(/printerModel.*tm-1/s)
    expect(attempt({ columns: 40 })).toThrow(/columns.*40/s)
    expect(attempt({ codepages: 'nobody' })).toThrow(/codepages.*nobody/s)
  })
})
