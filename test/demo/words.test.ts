import { expect, it } from 'vitest'
import { idToText, maskCard } from '../../src/demo/words.js'

it('a card shows its end, and a short code not even that', () => {
  expect(maskCard('9001000000000017')).toBe('••••0017')
  expect(maskCard('123456')).toBe('••••56')
  expect(maskCard('1234')).toBe('••••')
})

it('an id is told by its end', () => {
  expect(idToText('01a1fd4f-9411-754d-9054-0757b87aef5b')).toBe('b87aef5b')
})
