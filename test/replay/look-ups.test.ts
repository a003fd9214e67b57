import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import { setUp } from '../support/hosted.js'
import { refundOf } from '../support/models.js'
import { json200, type Sent } from '../support/replay.js'

describe('lookUp', () => {
  const silentOnce = (_: Sent, count: number): Answer =>
    count === 1 ? { tag: 'silence', why: 'network', at: 1 } : json200()

  it.each([
    ['applied', 'settled', 1],
    ['absent', 'settled', 2],
    ['unknown', 'parked', 1],
  ] as const)('saying %s leaves the entry %s after %d sendings', async (word, state, sendings) => {
    const { journal, transport, ring, replay } = await setUp(silentOnce, {
      lookUp: () => Promise.resolve(word),
    })
    const id = await ring('refund', refundOf('A'))
    await replay()
    await replay()
    expect(await journal.find(id)).toMatchObject({ state })
    expect(transport.sent).toHaveLength(sendings)
  })

  it('that does not end is as good as not asked, after a minute', async () => {
    const { journal, clock, ring, replay } = await setUp(silentOnce, {
      lookUp: () => new Promise(() => undefined),
    })
    const id = await ring('refund', refundOf('A'))
    const replaying = replay()
    await expect.poll(() => clock.waits()).toContain(60_000)
    clock.advance(60_000)
    await replaying
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(clock.waits()).toEqual([])
  })

  it('that fails is as good as not asked', async () => {
    const { journal, ring, replay } = await setUp(silentOnce, {
      lookUp: () => Promise.reject(new Error('down')),
    })
    const id = await ring('refund', refundOf('A'))
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'unknown' })
  })
})
