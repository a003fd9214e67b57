import { describe, expect, it } from 'vitest'
import type { Answer, Reachability } from '../../src/domain/outcome.js'
import { fullModels, refundOf } from '../support/models.js'
import { json200 } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const cutShort: Answer = { tag: 'silence', why: 'network', at: 1, isAbrupt: true }
const veiled: Answer = {
  tag: 'reply',
  status: 200,
  headers: {},
  text: '{}',
  at: 1,
  credentialsAt: 1,
  isVeiled: true,
}

describe('the suspicion of a service that is set up wrong', () => {
  it('rises where a sending is cut short and the probe after it gets through, and changes no rule', async () => {
    const { journal, transport, append, openTab, readHints } = await openWorld({ answer: () => cutShort })
    const refund = await append('refund', refundOf('1'))
    const update = await append('updateReceipt', fullModels.updateReceipt)
    await openTab().wake()
    expect(await readHints()).toMatchObject([{ likely: 'cors', kinds: ['refund', 'updateReceipt'] }])
    expect(transport.probes).toBe(2)
    expect(await journal.find(refund)).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(await journal.find(update)).toMatchObject({ state: 'queued' })
  })

  it('does not rise where the line itself turns out to be down', async () => {
    const found: Reachability[] = ['reachable', 'unreachable']
    const { append, openTab, readHints } = await openWorld({
      answer: () => cutShort,
      probe: () => found.shift() ?? 'unreachable',
    })
    await append('refund', refundOf('1'))
    await openTab().wakeManually()
    expect(await readHints()).toEqual([])
  })

  it('does not rise where a sending merely goes unanswered', async () => {
    const { append, openTab, readHints } = await openWorld({
      answer: () => ({ tag: 'silence', why: 'network', at: 1 }),
    })
    await append('refund', refundOf('1'))
    await openTab().wake()
    expect(await readHints()).toEqual([])
  })

  it('outlives the run, needs a second sign where the service has taken operations, and ends with an answer', async () => {
    const { append, openTab, readHints } = await openWorld({
      answers: [json200(), cutShort, cutShort, json200()],
    })
    const seen: string[][] = []
    for (const card of ['1', '2', '3', '4']) {
      await append('refund', refundOf(card))
      await openTab().wakeManually()
      seen.push((await readHints()).map(({ likely }) => likely))
    }
    expect(seen).toEqual([[], [], ['cors'], []])
  })

  it('falls on our own policy where that stops the probe; the till is offline then', async () => {
    const found: Reachability[] = ['blocked', 'reachable']
    const { transport, append, openTab, readHints } = await openWorld({
      probe: () => found.shift() ?? 'reachable',
    })
    await append('refund', refundOf('1'))
    expect((await openTab().wake()).paused).toMatchObject({ reason: 'offline' })
    expect(transport.sent).toEqual([])
    expect(await readHints()).toMatchObject([{ likely: 'csp' }])
    await openTab().wakeManually()
    expect(await readHints()).toEqual([])
  })

  it('rises where replies come without their headers, and settles them all the same', async () => {
    const { journal, append, openTab, readHints } = await openWorld({ answers: [veiled, json200()] })
    const id = await append('refund', refundOf('1'))
    await openTab().wake()
    expect(await readHints()).toMatchObject([{ likely: 'hidden-headers' }])
    expect(await journal.find(id)).toMatchObject({ state: 'settled' })
    await append('refund', refundOf('2'))
    await openTab().wake()
    expect(await readHints()).toEqual([])
  })
})
