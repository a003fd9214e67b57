import { describe, expect, it } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { openRaw } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld, type WorldOptions } from '../support/world.js'

/** Five cards wait, and two operations may be on the line. */
async function openWaitingWorld(options: WorldOptions = {}) {
  const world = await openWorld({ concurrency: 2, ...options })
  for (const card of ['A', 'B', 'C', 'D', 'E']) await world.append('refund', refundOf(card))
  return world
}

describe('a till that a person holds back', () => {
  it('finishes what is under way, sends nothing more, and looks for nothing more', async () => {
    const { journal, transport, clock, wake } = await openWaitingWorld({
      answer: async (_, count) => {
        if (count === 2) await journal.pause(clock.now(), 'Ada')
        return json200()
      },
    })
    const result = await wake()
    // The first goes alone; of the two after it one is on its way already as the till is held.
    expect(transport.sent.length).toBe(3)
    expect(result).toMatchObject({ settled: 3, isCut: false })
    expect(result.nextDueAt).toBeUndefined()
    expect((await journal.count()).queued).toBe(2)
    expect((await journal.count()).sending).toBe(0)
  })

  it('is held for every replayer, over restarts, and for a person who only wishes', async () => {
    const { journal, name, transport, clock, wakeManually, openTab } = await openWaitingWorld()
    await journal.pause(clock.now())
    await Promise.all([wakeManually(), openTab().wake()])
    const again = await openJournal(name)
    expect((await again.count()).queued).toBe(5)
    again.close()
    expect(transport.sent).toEqual([])
  })

  it('goes on once it is let go, in a run that had begun while it was held too', async () => {
    const { journal, transport, clock, wake } = await openWaitingWorld({
      answer: async (_, count) => {
        if (count === 1) await journal.pause(clock.now())
        if (count === 1) {
          await journal.resume()
          void wake()
        }
        return json200()
      },
    })
    await wake()
    expect(transport.sent.length).toBe(5)
    expect((await journal.count()).settled).toBe(5)
  })

  it('keeps who held it first, and when; a second hold changes nothing', async () => {
    const { journal, name, clock } = await openWaitingWorld()
    await journal.pause(clock.now(), 'Ada')
    await journal.pause(clock.now() + 1, 'Bob')
    const raw = await openRaw(name)
    expect(await raw.table('pauses').toArray()).toEqual([{ scope: 'till', since: clock.now(), by: 'Ada' }])
    raw.close()
  })

  it('is held beside whatever the line itself asks for, and neither ends the other', async () => {
    const { journal, name, clock, wake } = await openWaitingWorld({
      answer: () => reply(503, '{}', { 'retry-after': '30' }),
    })
    await wake()
    await journal.pause(clock.now())
    const raw = await openRaw(name)
    const scopes = async () =>
      (await raw.table('pauses').toArray()).map(({ scope }: { scope: string }) => scope)
    expect(await scopes()).toEqual(['service', 'till'])
    await journal.resume()
    expect(await scopes()).toEqual(['service'])
    raw.close()
  })

  it('begins no run as more is rung up, and begins one when it is let go meanwhile', async () => {
    const { journal, transport, clock, append, wake } = await openWaitingWorld()
    await journal.pause(clock.now(), 'Ada')
    for (const card of ['F', 'G', 'H']) {
      await append('refund', refundOf(card))
      await wake()
    }
    expect(await journal.readRun()).toBeUndefined()
    expect(transport.sent).toEqual([])
    const isAtRest = journal.isAtRest
    let later: Promise<unknown> | undefined
    journal.isAtRest = async () => {
      const answer = await isAtRest()
      await journal.resume()
      // Woken after the look that found it held: that look does not count.
      later ??= wake()
      return answer
    }
    await wake()
    await later
    expect(transport.sent).toHaveLength(8)
  })

  it('accounts all the same for what an earlier run left under way', async () => {
    const { journal, clock, wakeLater, claimAndDie } = await openWaitingWorld()
    await claimAndDie()
    await journal.pause(clock.now(), 'Ada')
    await wakeLater(6_000)
    expect(await journal.count()).toMatchObject({ sending: 0, parked: 1 })
  })
})
