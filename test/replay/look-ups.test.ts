import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import { refundOf } from '../support/models.js'
import { openWorld } from '../support/world.js'

describe('lookUp', () => {
  const answers: Answer[] = [{ tag: 'silence', why: 'network', at: 1 }]

  it.each([
    ['applied', 'settled', 1],
    ['absent', 'settled', 2],
    ['unknown', 'parked', 1],
  ] as const)('saying %s leaves the entry %s after %d sendings', async (word, state, sendings) => {
    const { journal, transport, append, wakeLater } = await openWorld({
      answers,
      host: { lookUp: () => Promise.resolve(word) },
    })
    const id = await append('refund', refundOf('A'))
    await wakeLater()
    await wakeLater()
    expect(await journal.find(id)).toMatchObject({ state })
    expect(transport.sent).toHaveLength(sendings)
  })

  it('that does not end is as good as not asked, after a minute', async () => {
    const { clock, append, wakeLater, stateOf } = await openWorld({
      answers,
      host: { lookUp: () => new Promise(() => undefined) },
    })
    const id = await append('refund', refundOf('A'))
    const replaying = wakeLater()
    await expect.poll(() => clock.waits()).toContain(60_000)
    clock.advance(60_000)
    await replaying
    expect(await stateOf(id)).toBe('parked/unknown')
    expect(clock.waits()).toEqual([])
  })

  it('of what was in flight when the till stopped is asked as many at a time as are sent', async () => {
    const world = await openWorld({ concurrency: 2, host: { lookUp: () => new Promise(() => undefined) } })
    const cards = ['A', 'B', 'C', 'D']
    for (const card of cards) await world.append('refund', refundOf(card), { id: card })
    await world.claimAndDie(cards.length)
    const replaying = world.wakeLater()
    for (let round = 0; round < 2; round += 1) {
      await expect.poll(() => world.clock.waits().filter((ms) => ms === 60_000)).toEqual([60_000, 60_000])
      world.clock.advance(60_000)
    }
    await replaying
    expect(await world.statesOf(...cards)).toEqual(cards.map(() => 'parked/unknown'))
  })

  it('about what may not be sent again is asked about as many at a time as are sent', async () => {
    const words = new Map<string, (word: 'applied') => void>()
    const world = await openWorld({
      concurrency: 3,
      policy: { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 86_400_000 } },
      answer: () => ({ tag: 'silence', why: 'timeout', at: 1 }),
    })
    const cards = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    for (const card of cards) await world.append('refund', refundOf(card), { id: card, key: `key-${card}` })
    for (let round = 0; round < 20; round += 1) await world.wakeLater()
    expect(new Set(world.listSent())).toEqual(new Set(cards))
    expect(await world.statesOf(...cards)).toEqual(cards.map(() => 'queued'))
    // The host has switched its keys off meanwhile.
    world.deps.policy = { replay: {} }
    world.deps.host.lookUp = ({ id }) => new Promise((resolve) => words.set(id, resolve))
    const replaying = world.wakeLater()
    let most = 0
    for (const _ of cards) {
      await expect.poll(() => words.size).toBeGreaterThan(0)
      most = Math.max(most, words.size)
      const [[id, tell] = ['']] = words
      words.delete(id)
      tell?.('applied')
    }
    await replaying
    expect(most).toBe(3)
    expect(await world.statesOf(...cards)).toEqual(cards.map(() => 'settled'))
  })

  it('that fails is as good as not asked', async () => {
    const { append, wakeLater, stateOf } = await openWorld({
      answers,
      host: { lookUp: () => Promise.reject(new Error('down')) },
    })
    const id = await append('refund', refundOf('A'))
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/unknown')
  })
})
