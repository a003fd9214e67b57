import { describe, expect, it } from 'vitest'
import { batches, batchSize, countByCard, deliver } from '../support/bad-line.js'

describe('ten thousand refunds over a line where half of all requests go wrong', () => {
  it.each(batches)(
    'batch %d: none is credited twice, and each is applied or in front of a person',
    async (seed) => {
      const { journal, bank } = await deliver(batchSize, seed, false)
      const credits = countByCard(bank)
      expect([...credits.values()].filter((times) => times > 1)).toEqual([])
      const settled = await journal.list({ state: 'settled', limit: 1_000 })
      const parked = await journal.list({ state: 'parked', limit: 1_000 })
      expect(settled.length + parked.length).toBe(batchSize)
      const cardOf = (id: string) => `card-${id.slice(2)}`
      expect(settled.filter(({ id }) => credits.get(cardOf(id)) !== 1)).toEqual([])
      const shown = new Set([...settled, ...parked].map(({ id }) => cardOf(id)))
      expect([...credits.keys()].filter((card) => !shown.has(card))).toEqual([])
    },
  )
})
