import { expect, it } from 'vitest'
import { idToText, maskApart, maskCard } from '../../src/demo/words.js'

it('a card shows its end, and a short code not even that', () => {
  expect(maskCard('9001000000000017')).toBe('••••0017')
  expect(maskCard('123456')).toBe('••••56')
  expect(maskCard('1234')).toBe('••••')
})

it('two cards show as many digits as tell them apart', () => {
  expect(maskApart('9001000000000017', '9001000000000025')).toEqual(['••••0017', '••••0025'])
  expect(maskApart('9001000000010017', '9001000000020017')).toEqual(['••••10017', '••••20017'])
  expect(maskApart('9001000000000017', '9002000000000017')).toEqual(['9001000000000017', '9002000000000017'])
  expect(maskApart('9001', '9002')).toEqual(['9001', '9002'])
})

it('an id is told by its end', () => {
  expect(idToText('01a1fd4f-9411-754d-9054-0757b87aef5b')).toBe('b87aef5b')
})
