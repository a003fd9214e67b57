import { describe, expect, it } from 'vitest'
import { InvalidOptions, type ListedEntry, type Receipt } from '../../src/index.js'
import { entryToEscpos, type EscposOptions } from '../../src/escpos.js'
import { languages } from '../../src/elements/texts/languages.js'
import { interpret, type PrintedLine } from '../support/escpos.js'
import { fullReceipt, slipEntry } from '../support/slips.js'

async function print(entry: ListedEntry, options: EscposOptions = {}): Promise<PrintedLine[]> {
  return interpret(await entryToEscpos(entry, options)).lines
}

async function textOf(entry: ListedEntry, options: EscposOptions = {}): Promise<string> {
  return (await print(entry, options)).map(({ text }) => text.replaceAll(/ +/g, ' ').trim()).join('\n')
}

const refund = (receipt: Receipt, changes: Partial<ListedEntry> = {}) =>
  slipEntry('refund', { StoredValueCardReceipt: receipt }, changes)

describe('a slip for a receipt printer', () => {
  it('says of each state what it is, at both ends', async () => {
    const marks = async (state: ListedEntry['state']) =>
      (await print(refund(fullReceipt, { state }))).filter(({ text }) => /PROVISIONAL|VOID/.test(text))
    expect((await marks('queued')).map(({ text }) => text.trim())).toEqual([
      'PROVISIONAL, NOT YET CONFIRMED',
      'PROVISIONAL, NOT YET CONFIRMED',
    ])
    expect(await marks('parked')).toHaveLength(2)
    expect((await marks('voided')).map(({ text }) => text.trim())).toEqual(['VOID', 'VOID'])
    expect(await marks('settled')).toEqual([])
  })

  it('names no card in full', async () => {
    const text = await textOf(refund(fullReceipt))
    expect(text).toContain('Gift card ****0025')
    expect(text).not.toContain('9001000000000025')
  })

  it('opens no drawer for a name made of pictures that stand at control codes', async () => {
    const bytes = await entryToEscpos(
      refund({ Products: [{ Name: '►¶☺☺☺', Price: 1, Quantity: 1 }], Total: 1 }),
    )
    const lines = interpret(bytes).lines.map(({ text }) => text)
    expect(lines.find((text) => text.includes('1.00'))).toMatch(/^\?¶\?\?\? /)
  })

  it('has a section sign, as a German receipt needs it, where the printer has one', async () => {
    const line = 'Gemäß § 19 UStG €'
    const entry = refund({ IssuerData: { Name: line }, Total: 1 })
    expect(await textOf(entry)).toContain(line)
    expect(await textOf(entry, { codepages: { cp437: 0 } })).toContain('Gemäß ? 19 UStG ?')
    expect(await textOf(entry, { codepages: { windows1252: 16, cp437: 0 } })).toContain(line)
  })

  it('has the number as a code, or the id where there is no number', async () => {
    const codesOf = async (receipt: Receipt) =>
      (await print(refund(receipt))).flatMap(({ code }) => code ?? [])
    expect(await codesOf(fullReceipt)).toEqual(['1042'])
    expect(await codesOf({ Total: 1 })).toEqual(['slip-1'])
  })

  it('rounds no amount, and has the decimals of the currency', async () => {
    const entry = refund({ Products: [{ Name: 'Tea', Price: 0.125, Quantity: 3 }], Total: 1200 })
    expect(await textOf(entry)).toContain('Tea €0.375\n3 x €0.125')
    expect(await textOf(entry)).toContain('Total €1,200.00')
    expect(await textOf(entry, { currency: 'JPY' })).toContain('Total ¥1,200\n')
    expect(await textOf(entry, { currency: 'KWD' })).toContain('Total KWD 1,200.000')
  })

  it('writes the code of a currency whose sign the printer lacks', async () => {
    expect(await textOf(refund({ Total: 5 }), { currency: 'INR' })).toContain('Total INR 5.00')
  })

  it('keeps an amount whole in a language that groups by narrow blanks', async () => {
    expect(
      await textOf(refund({ Total: 1234567.5 }), { language: 'fr', currency: 'EUR', columns: 32 }),
    ).toMatch(/1 234 567,50 €/)
  })

  it('names the method of an order’s payment, by its code where it has no other name', async () => {
    const entry = slipEntry('confirmOrder', {
      OrderID: 1,
      Payments: [
        { PaymentType: { Name: 'Cash' }, Value: 5 },
        { PaymentCode: 'VOUCHER', Value: 3 },
      ],
    })
    expect(await textOf(entry)).toContain('Total €8.00\nCash €5.00\nVOUCHER €3.00')
  })

  it.each(languages)('has every letter of its own words in %s', async (language) => {
    const entry = slipEntry('migrate', {
      OldCardCode: '9001000000000058',
      StoredValueCardCode: '9001000000000041',
      StoredValueCardReceipt: { Total: 1234.5, SenderData: { Operator: 'Ada', Number: 1 } },
    })
    for (const columns of [32, 48] as const) {
      const lines = await print(entry, { language, columns, isReprint: true })
      expect(lines.filter(({ text }) => text.includes('?') || text.length > columns)).toEqual([])
    }
  })

  it('prints a row that cannot be read by its id', async () => {
    const entry: ListedEntry = {
      id: 'lost-1',
      kind: 'unknown',
      state: 'parked',
      reason: 'unreadable',
      cards: [],
      request: {},
      history: [],
    }
    expect(await textOf(entry)).toContain('lost-1')
  })
})

describe('a name in a receipt', () => {
  it('cannot command the printer: no drawer opens, and no code page changes', async () => {
    const nasty = 'Tea\u001bp\u0000\u0019\u0019 \u001d\u0056\u0000cut\u0010\u0014'
    const entry = refund({ IssuerData: { Name: nasty }, Products: [{ Name: nasty }], Total: 1 })
    const { steps, lines } = interpret(await entryToEscpos(entry))
    expect(lines.filter(({ text }) => text.includes('Teap Vcut'))).toHaveLength(2)
    expect(steps.filter(({ what }) => what.startsWith('cut'))).toHaveLength(1)
    expect(steps.filter(({ text = '' }) => /\p{Cc}/u.test(text))).toEqual([])
  })

  it('stays on its line although it has a line end', async () => {
    expect(await textOf(refund({ Products: [{ Name: 'Tea\nGreen\tLeaf' }], Total: 1 }))).toContain(
      'Tea Green Leaf',
    )
  })

  it('loses its accents sooner than its letters, and takes a column for each', async () => {
    const name = 'Ștefan ⅷ e\u0301 Ａ “x” 😀'
    expect(
      await textOf(refund({ Products: [{ Name: name }], Total: 1 }), { codepages: { cp437: 0 } }),
    ).toContain('Stefan viii é A "x" ?')
    const accents = 'Adeb\u1ecd\u0301la \u1eb9\u0301 \u0628\u064b'
    expect(
      await textOf(refund({ Products: [{ Name: accents }], Total: 1 }), { codepages: { cp437: 0 } }),
    ).toContain('Adebola e ?')
  })
})

describe('the printer', () => {
  it('has 42 columns unless told otherwise, or as many as its model', async () => {
    const widthOf = async (options: EscposOptions) =>
      (await print(refund({ Total: 1 }), { currency: 'USD', ...options })).find(({ text }) =>
        text.startsWith('---'),
      )?.text.length
    expect(await widthOf({})).toBe(42)
    expect(await widthOf({ columns: 32 })).toBe(32)
    expect(await widthOf({ printerModel: 'epson-tm-m30iii' })).toBe(48)
  })

  it('without a knife gets no cut, but feeds the paper to the edge', async () => {
    const { isCut, lines } = interpret(await entryToEscpos(refund(fullReceipt), { cut: 'none' }))
    expect(isCut).toBe(false)
    expect(lines.slice(-4).map(({ text }) => text)).toEqual(['', '', '', ''])
  })

  it('is refused by name where the encoder does not know it', async () => {
    const attempt = (options: object) => entryToEscpos(refund(fullReceipt), options)
    await expect(attempt({ printerModel: 'tm-1' })).rejects.toThrow(InvalidOptions)
    await expect(attempt({ printerModel: 'tm-1' })).rejects.toThrow(/printerModel.*tm-1/s)
    await expect(attempt({ columns: 40 })).rejects.toThrow(/columns.*40/s)
    await expect(attempt({ codepages: 'nobody' })).rejects.toThrow(/codepages.*nobody/s)
  })
})
