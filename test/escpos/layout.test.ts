import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centerText, pairTexts, wrapText } from '../../src/escpos/layout.js'

it('breaks a text at blanks, and a word only where it is longer than a line', () => {
  expect(wrapText('a fine  red scarf', 8)).toEqual(['a fine', 'red', 'scarf'])
  expect(wrapText('an 9001000000000025', 8)).toEqual(['an', '90010000', '00000025'])
  expect(wrapText('', 8)).toEqual([])
})

it('puts an amount at the right edge of the last line of its name', () => {
  expect(pairTexts('a fine red scarf', '€12.50', 16)).toEqual(['a fine', 'red scarf €12.50'])
})

it('gives an amount as wide as the paper a line of its own', () => {
  expect(pairTexts('Total', '€123,456,789.00', 16)).toEqual(['Total', ' €123,456,789.00'])
})

it('never writes past the edge, and loses no character', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(32, 42, 48), (left, right, columns) => {
      const lines = pairTexts(left, right, columns)
      expect(lines.filter((line) => line.length > columns)).toEqual([])
      expect(lines.join('').replaceAll(' ', '')).toBe((left + right).replaceAll(' ', ''))
      expect(centerText(left, columns).filter((line) => line.length > columns)).toEqual([])
    }),
  )
})
