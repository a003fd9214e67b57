import { describe, expect, it } from 'vitest'
import { batches, batchSize, countByCard, deliver } from '../support/bad-line.js'

describe('ten thousand refunds with keys that the service honours, over a line where half of all requests go wrong', () => {
  it.each(batches)('batch %d: none is applied twice, and no outcome stays unknown', async (seed) => {
    const { journal, bank } = await deliver(batchSize, seed, true)
    const settled = await journal.list({ state: 'settled', limit: 1_000 })
    const parked = await journal.list({ state: 'parked', limit: 1_000 })
    expect(settled.length + parked.length).toBe(batchSize)
    // A 401 that comes again while others are taken is a person's business; an unknown outcome never is.
    expect(parked.filter((entry) => 'reason' in entry && entry.reason !== 'refused')).toEqual([])
    expect([...countByCard(bank).values()].filter((times) => times > 1)).toEqual([])
  })
})
