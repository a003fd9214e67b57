import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeToCurrency, fitPrice, fitWhole, padDecimals } from '../../src/demo/currency.js'
import { centsToText, isMoney, readDecimal, sumToCents } from '../../src/demo/register/decimals.js'
import { createFormats } from '../../src/demo/register/formats.js'
import { fitSample } from '../../src/demo/register/voice.js'
import { languages } from '../../src/demo/languages.js'
import { loadTexts } from '../../src/demo/texts.js'

const [euro, yen, dinar] = ['EUR', 'JPY', 'KWD'].map(codeToCurrency) as [
  ReturnType<typeof codeToCurrency>,
  ReturnType<typeof codeToCurrency>,
  ReturnType<typeof codeToCurrency>,
]

it('a currency is known by its code, and is the euro where there is none', () => {
  expect(['jpy', 'KWD', null, '', 'yen!'].map(codeToCurrency)).toEqual([
    { code: 'JPY', digits: 0 },
    { code: 'KWD', digits: 3 },
    { code: 'EUR', digits: 2 },
    { code: 'EUR', digits: 2 },
    { code: 'EUR', digits: 2 },
  ])
})

it.each([
  ['1250', yen, true],
  ['1250.5', yen, false],
  ['12,5', yen, false],
  ['1.250', dinar, true],
  ['1.2505', dinar, false],
  ['12.50', euro, true],
  ['1.250', euro, false],
])('an amount of %s is one in %o: %s', (text, currency, isIt) => {
  expect(isMoney(text, currency)).toBe(isIt)
})

it.each([
  [['333', '0.5'], yen, 167n, 'JP¥167'],
  [['0.125', '3'], dinar, 375n, 'KWD 0.375'],
  [['0.33', '0.5'], euro, 17n, '€0.17'],
] as const)('a sum of %j in %o is rounded to its smallest unit', (pair, currency, units, shown) => {
  expect(sumToCents([pair], currency)).toBe(units)
  const { money } = createFormats('en', currency)
  expect(money(centsToText(units, currency)).replace('\u00a0', ' ')).toBe(shown)
})

it('what was typed is neither rounded nor lost', () => {
  const { money } = createFormats('en', yen)
  expect(money(readDecimal('¥ 12.345'))).toBe('JP¥12.345')
  expect(money('9007199254740993')).toBe('JP¥9,007,199,254,740,993')
})

it('the demo’s own prices fit the currency', () => {
  expect(['24.90', '0.50', '38.00'].map((price) => fitPrice(price, yen))).toEqual(['2490', '50', '3800'])
  expect(['24.90', '24.90'].map((price, index) => fitPrice(price, [dinar, euro][index]))).toEqual([
    '24.900',
    '24.90',
  ])
  expect([yen, euro, dinar].map((currency) => fitWhole(5, currency))).toEqual([500, 5, 5])
  expect([yen, euro, dinar].map((currency) => padDecimals('5', currency))).toEqual(['5', '5.00', '5.000'])
  expect(padDecimals('5.0005', dinar)).toBe('5.0005')
})

it.each(languages)(
  'a cashier is told what an amount looks like in the shop’s currency, in %s',
  async (language) => {
    const { register } = await loadTexts(language)
    const told = (currency: typeof euro) =>
      fitSample(register, createFormats(language, currency), currency).faults.amount
    expect(told(yen)).toMatch(/ 1250\D/)
    expect(told(dinar)).toMatch(/ 12[.,]500\D/)
    expect(told(euro)).toBe(register.faults.amount)
  },
)

describe('a page with ?currency=KWD', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('reads, sums and shows dinars of a thousand fils', async () => {
    vi.resetModules()
    vi.stubGlobal('location', new URL('https://shop.example/?currency=KWD'))
    const { linesToTotal, receiptToLines } = await import('../../src/demo/register/bodies.js')
    const tea = { name: 'Tea', price: '1.125', quantity: '3' }
    expect(linesToTotal([tea])).toBe(3.375)
    expect(receiptToLines({ Total: 5 })).toEqual([{ name: '', price: '5.000', quantity: '1' }])
    const { createVoice } = await import('../../src/demo/register/voice.js')
    const { register } = await loadTexts('it')
    expect(createVoice('it', register).formats.money('3.375').replace('\u00a0', ' ')).toBe('3,375 KWD')
  })
})
