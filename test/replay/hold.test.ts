import { describe, expect, it } from 'vitest'
import { retentionDefault } from '../../src/decide/retention.js'
import { readTransactionId } from '../../src/domain/reply.js'
import { openJournal } from '../../src/journal/journal.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { append, openFreshJournal, openRaw } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import {
  createFakeClock,
  createFakeLock,
  createFakeTransport,
  json200,
  type Sent,
} from '../support/replay.js'

async function setUp(answer: (sent: Sent, count: number) => Promise<ReturnType<typeof json200>>) {
  const { journal, name } = await openFreshJournal()
  const transport = createFakeTransport(answer)
  const clock = createFakeClock()
  const lock = createFakeLock()
  const doors = {
    journal,
    transport,
    host: { transactionId: readTransactionId },
    clock,
    policy: { replay: {} },
    concurrency: 2,
    sliceMs: Infinity,
    retention: retentionDefault,
  }
  const create = () => createReplayer(() => Promise.resolve(doors), lock)
  const ids = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map((card) => append(journal, 'refund', refundOf(card))),
  )
  return { journal, name, transport, clock, ids, replayer: create(), other: create() }
}

describe('a till that a person holds back', () => {
  it('finishes what is under way, sends nothing more, and looks for nothing more', async () => {
    const { journal, transport, clock, replayer } = await setUp(async (_, count) => {
      if (count === 2) await journal.hold(clock.now(), 'Ada')
      return json200()
    })
    const result = await replayer.wake()
    // The first goes alone; of the two after it one is on its way already as the till is held.
    expect(transport.sent.length).toBe(3)
    expect(result).toMatchObject({ settled: 3, isCut: false })
    expect(result.nextDueAt).toBeUndefined()
    expect((await journal.count()).queued).toBe(2)
    expect((await journal.count()).sending).toBe(0)
  })

  it('is held for every replayer, over restarts, and for a person who only wishes', async () => {
    const { journal, name, transport, clock, replayer, other } = await setUp(() => Promise.resolve(json200()))
    await journal.hold(clock.now())
    await Promise.all([replayer.wake({ isWish: true }), other.wake()])
    const again = await openJournal(name)
    expect((await again.count()).queued).toBe(5)
    again.close()
    expect(transport.sent).toEqual([])
  })

  it('goes on once it is let go, in a run that had begun while it was held too', async () => {
    const { journal, transport, clock, replayer } = await setUp(async (_, count) => {
      if (count === 1) await journal.hold(clock.now())
      if (count === 1) {
        await journal.letGo()
        void replayer.wake()
      }
      return json200()
    })
    await replayer.wake()
    expect(transport.sent.length).toBe(5)
    expect((await journal.count()).settled).toBe(5)
  })

  it('keeps who held it first, and when; a second hold changes nothing', async () => {
    const { journal, name, clock } = await setUp(() => Promise.resolve(json200()))
    await journal.hold(clock.now(), 'Ada')
    await journal.hold(clock.now() + 1, 'Bob')
    const raw = await openRaw(name)
    expect(await raw.table('pauses').toArray()).toEqual([{ scope: 'till', since: clock.now(), by: 'Ada' }])
    raw.close()
  })

  it('is held beside whatever the line itself asks for, and neither ends the other', async () => {
    const { journal, name, clock, replayer } = await setUp(() =>
      Promise.resolve({
        tag: 'reply',
        status: 503,
        headers: { 'retry-after': '30' },
        text: '{}',
        at: 1,
        credentialsAt: 1,
      } as ReturnType<typeof json200>),
    )
    await replayer.wake()
    await journal.hold(clock.now())
    const raw = await openRaw(name)
    const scopes = async () =>
      (await raw.table('pauses').toArray()).map(({ scope }: { scope: string }) => scope)
    expect(await scopes()).toEqual(['service', 'till'])
    await journal.letGo()
    expect(await scopes()).toEqual(['service'])
    raw.close()
  })
})
