import { describe, expect, it } from 'vitest'
import { refundOf } from '../support/models.js'
import { reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

describe('a run that a new operation asks for', () => {
  it('probes a line that is out, and sends if it is back', async () => {
    const { append, wake, wakeEagerly, goOffline, goOnline, transport } = await openWorld()
    goOffline()
    await append('refund', refundOf('A'))
    await wake()
    goOnline()
    await append('refund', refundOf('B'))
    expect(await wake()).toMatchObject({ settled: 0, paused: { reason: 'offline' } })
    expect(await wakeEagerly()).toMatchObject({ settled: 2 })
    expect(transport.probes).toBe(2)
  })

  it('draws the wait anew where the line is still out, and counts on from its beginning', async () => {
    const { append, wake, wakeEagerly, goOffline, clock } = await openWorld()
    goOffline()
    await append('refund', refundOf('A'))
    const { paused } = await wake()
    clock.advance(3_000)
    const later = await wakeEagerly()
    expect(later.paused?.since).toBe(paused?.since)
    expect(later.paused?.failures).toBe(2)
    expect(later.paused?.until).toBeGreaterThan(paused?.until ?? Infinity)
  })

  it.each([
    ['the time that the service named', reply(429, '', { 'retry-after': '30' })],
    ['a busy service', reply(429)],
    ['fresh credentials', reply(401)],
  ])('waits for %s like any other', async (_, answer) => {
    const { append, wake, wakeEagerly, transport } = await openWorld({ answers: [answer] })
    await append('refund', refundOf('A'))
    await wake()
    const { probes } = transport
    await append('refund', refundOf('B'))
    expect(await wakeEagerly()).toMatchObject({ settled: 0 })
    expect(transport.sent).toHaveLength(1)
    expect(transport.probes).toBe(probes)
  })
})
