import type { Models, Product, Receipt } from '../../../src/index.js'
import type { ScriptedFault } from '../../../src/sandbox/index.js'

/** One operation of a day at the shop. */
export interface Sale {
  minutesAgo: number
  operator: string
  model: { [Kind in keyof Models]: { kind: Kind; body: Models[Kind] } }[keyof Models]
  /** The answer of the service, if it is not a success. */
  fault?: ScriptedFault
  /** It changes the receipt of the sale before it, of which the service has another version by now. */
  changes?: (receipt: Receipt) => { ours: Receipt; theirs: Receipt }
}

const [scarf, coffee, notebooks, gloves]: Product[] = [
  { Name: 'Wool scarf', Price: 24.9, Quantity: 1 },
  { Name: 'Coffee beans, 250 g', Price: 7.35, Quantity: 2 },
  { Name: 'Notebook', Price: 4.2, Quantity: 5 },
  { Name: 'Gloves', Price: 32, Quantity: 1 },
]

function present(products: readonly (Product | undefined)[]): Product[] {
  return products.filter((product) => product !== undefined)
}

function refund(card: string, ...products: (Product | undefined)[]): Sale['model'] {
  const Products = present(products)
  const StoredValueCardCodeCollection = [{ StoredValueCardCode: `900100000000${card}` }]
  return { kind: 'refund', body: { StoredValueCardCodeCollection, StoredValueCardReceipt: { Products } } }
}

function associate(card: string, FirstName: string, LastName: string): Sale['model'] {
  return {
    kind: 'associate',
    body: { Card: `900100000000${card}`, CardData: { Holder: { FirstName, LastName } } },
  }
}

/** A refusal in the service's own words. */
export function problem(status: number, title: string, detail: string, more: object = {}): ScriptedFault {
  return { kind: 'status', status, body: { title, status, detail, ...more } }
}

/** What was rung up while the line stood. */
export const delivered: readonly Sale[] = [
  { minutesAgo: 345, operator: 'Ada', model: associate('1120', 'Chiara', 'Lombardi') },
  { minutesAgo: 338, operator: 'Ada', model: refund('1138', scarf) },
  { minutesAgo: 331, operator: 'Ada', model: refund('1146', coffee) },
  {
    minutesAgo: 290,
    operator: 'Ada',
    model: {
      kind: 'confirmOrder',
      body: {
        OrderID: 482_117,
        ExternalOrderID: 'WEB-20418',
        Buyers: [{ FullName: 'Dario Moretti' }],
        Payments: [{ PaymentCode: 'X1', Value: 64.5 }],
      },
    },
  },
  { minutesAgo: 284, operator: 'Ada', model: refund('1153', notebooks, coffee) },
  { minutesAgo: 226, operator: 'Bruno', model: refund('1161', gloves) },
  {
    minutesAgo: 219,
    operator: 'Bruno',
    model: {
      kind: 'migrate',
      body: { OldCardCode: '9001000000001179', StoredValueCardCode: '9001000000001187', Notes: 'scratched' },
    },
  },
  { minutesAgo: 213, operator: 'Bruno', model: refund('1195', scarf, notebooks) },
  { minutesAgo: 205, operator: 'Bruno', model: refund('1203', coffee) },
  { minutesAgo: 168, operator: 'Bruno', model: refund('1211', scarf, gloves) },
  {
    minutesAgo: 161,
    operator: 'Bruno',
    model: { kind: 'updateReceipt', body: { CardCode: '9001000000001211' } },
    changes: ({ Products: _, Total: __, ...receipt }) => ({
      ours: { ...receipt, Products: present([scarf && { ...scarf, Price: 22.9 }, gloves]) },
      theirs: { ...receipt, Products: present([scarf && { ...scarf, Price: 19.9 }, gloves]), Total: 51.9 },
    }),
  },
  { minutesAgo: 154, operator: 'Ada', model: associate('1229', 'Elena', 'Conti') },
  { minutesAgo: 102, operator: 'Ada', model: refund('1237', notebooks) },
  { minutesAgo: 95, operator: 'Ada', model: refund('1245', gloves, coffee) },
  {
    minutesAgo: 88,
    operator: 'Ada',
    model: refund('1252', scarf),
    fault: problem(422, 'The card is blocked', 'This card was reported lost and takes no credit.'),
  },
  { minutesAgo: 47, operator: 'Ada', model: refund('1260', coffee, notebooks) },
  { minutesAgo: 39, operator: 'Ada', model: refund('1278', gloves), fault: { kind: 'truncatedBody' } },
  { minutesAgo: 31, operator: 'Ada', model: refund('1286', scarf, coffee) },
]

/** What was rung up since the line is down. */
export const waiting: readonly Sale[] = [
  { minutesAgo: 12, operator: 'Ada', model: refund('1294', coffee) },
  { minutesAgo: 8, operator: 'Ada', model: associate('1302', 'Paolo', 'Greco') },
  { minutesAgo: 3, operator: 'Ada', model: refund('1310', scarf, notebooks) },
]
