import type { OperationKind } from '../../index.js'
import { fitPrice } from '../currency.js'
import type { Draft, Line } from './drafts.js'

type Examples = { [Kind in OperationKind]: (random: () => number) => Draft<Kind> }

/** An example for each form, so that a newcomer can save an operation within seconds. */
export const examples: Examples = {
  associate: (random) => {
    const [first, last] = pick(people, random)
    return {
      fields: {
        card: createCard(random),
        firstName: first,
        lastName: last,
        email: nameToEmail(first, last),
        pin: digits(4, random),
      },
      lines: [],
      payments: [],
    }
  },
  refund: (random) => ({
    fields: {
      card: createCard(random),
      authorization: digits(6, random),
      method: 'stored-value',
      notes: pick(notes, random),
    },
    lines: pick(baskets, random),
    payments: [],
  }),
  migrate: (random) => ({
    fields: {
      oldCard: createCard(random),
      newCard: createCard(random),
      notes: '',
    },
    lines: [{ name: 'Balance carried over', price: fitPrice(`${digits(2, random)}.50`), quantity: '1' }],
    payments: [],
  }),
  updateReceipt: (random) => ({
    fields: {
      card: createCard(random),
      target: '',
      transaction: digits(4, random),
      number: digits(3, random),
    },
    lines: pick(baskets, random),
    payments: [],
  }),
  confirmOrder: (random) => {
    const [first, last] = pick(people, random)
    return {
      fields: {
        order: digits(6, random),
        externalOrder: `WEB-${digits(5, random)}`,
        buyerName: `${first} ${last}`,
        buyerEmail: nameToEmail(first, last),
      },
      lines: [],
      payments: [
        { method: 'bank-card', amount: fitPrice(`${digits(2, random)}.00`) },
        { method: 'stored-value', amount: fitPrice(`${digits(1, random)}.50`) },
      ],
    }
  },
}

const people = [
  ['Ada', 'Rossi'],
  ['Bruno', 'Ferrari'],
  ['Chiara', 'Lombardi'],
  ['Dario', 'Moretti'],
  ['Elena', 'Conti'],
] as const

const notes = ['Wrong size', 'Gift returned', 'Faulty zip', ''] as const

const baskets: readonly (readonly Line[])[] = [
  [
    { name: 'Wool scarf', price: fitPrice('24.90'), quantity: '1' },
    { name: 'Socks', price: fitPrice('3.10'), quantity: '3' },
  ],
  [{ name: 'Coffee beans, 250 g', price: fitPrice('7.35'), quantity: '2' }],
  [
    { name: 'Notebook', price: fitPrice('4.20'), quantity: '5' },
    { name: 'Loose tea, per kg', price: fitPrice('38.00'), quantity: '0.125' },
  ],
]

function createCard(random: () => number): string {
  return `9001${digits(12, random)}`
}

/** Random digits, of which the first is not zero, so that they can be a number. */
function digits(length: number, random: () => number): string {
  const rest = Array.from({ length: length - 1 }, () => Math.floor(random() * 10))
  return [1 + Math.floor(random() * 9), ...rest].join('')
}

function nameToEmail(first: string, last: string): string {
  return `${first}.${last}@example.com`.toLowerCase()
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('cannot pick: there is nothing to pick from')
  return item
}
