import { describe, expect, it } from 'vitest'
import { describeSale } from '../../../src/demo/register/preview.js'
import { createVoice } from '../../../src/demo/register/voice.js'
import { loadTexts } from '../../../src/demo/texts.js'

const voice = createVoice('en', (await loadTexts('en')).register)
const scarf = { name: 'Scarf', price: '12.50', quantity: '2' }

describe('what is typed, as the receipt will list it', () => {
  it('has amounts and their total', () => {
    const draft = { fields: {}, lines: [scarf], payments: [] }
    expect(describeSale('refund', draft, voice)).toEqual({
      items: [{ name: 'Scarf', detail: '2 × €12.50', amount: '€25.00' }],
      total: '€25.00',
    })
  })

  it.each(['1.250', '2€50', '54006381333931', 'ten'])(
    'has no amount and no total while the form would refuse %s',
    (price) => {
      const lines = [scarf, { name: 'Tea', price, quantity: '3' }]
      const { items, total } = describeSale('refund', { fields: {}, lines, payments: [] }, voice)
      expect(items[1]).toEqual({ name: 'Tea', detail: '', amount: '–' })
      expect(total).toBe('–')
      const payments = [{ method: 'cash', amount: price }]
      const order = describeSale('confirmOrder', { fields: {}, lines: [], payments }, voice)
      expect(order).toMatchObject({ items: [{ amount: '–' }], total: '–' })
    },
  )
})
