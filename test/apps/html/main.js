import { openTill } from 'counterfoil'
import 'counterfoil/elements'

const till = await openTill({ shop: 'S01', terminal: 'T1', service: { baseUrl: '/api' } })
// For the console, and for support.
globalThis.counterfoilTill = till

const find = (selector) => document.querySelector(selector)
const elements = [
  'counterfoil-status',
  'counterfoil-receipt',
  'counterfoil-attention',
  'counterfoil-journal',
  'counterfoil-day',
]
for (const name of elements) find(name).till = till
find('counterfoil-attention').texts = { list: { label: 'For the supervisor' } }

document.addEventListener('counterfoil-acted', ({ detail }) => {
  find('#said').textContent = `${detail.act}: ${detail.ids.length}`
})

/** Two sales of the same look like one entered twice. */
let sales = 0
const nextSale = () => (sales += 1)

find('#ring-up').addEventListener('click', async () => {
  const receipt = await till.receipt({
    Products: [{ Name: `Voucher ${nextSale()}`, Price: 12.5, Quantity: 2 }],
  })
  const entry = await till.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
    StoredValueCardReceipt: receipt,
  })
  find('counterfoil-receipt').entryId = entry.id
})

const backOffice = find('#back-office')
find('#toggle').addEventListener('click', () => {
  if (backOffice.isConnected) backOffice.remove()
  else document.body.append(backOffice)
})
