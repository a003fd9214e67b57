import { describe, expect, it } from 'vitest'
import type { EntryState } from '../../src/domain/entry.js'
import type { Policy } from '../../src/decide/policy.js'
import { retentionDefault } from '../../src/decide/retention.js'
import type { Answer } from '../../src/domain/outcome.js'
import { readTransactionId } from '../../src/domain/reply.js'
import type { ReplayDoors } from '../../src/ports.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { openFreshJournal } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { createFakeClock, createFakeLock, createFakeTransport, json200, reply } from '../support/replay.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 3_600_000 } }
const cards = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']

interface Options {
  policy?: Policy
  /** Whose operations were rung up without a key. */
  keyless?: string
}

/** Two may be on the line; nine cards wait. Every request waits for its answer. */
async function setUp({ policy = keyed, keyless = '' }: Options = {}) {
  const { journal } = await openFreshJournal()
  const onLine = new Map<string, (answer: Answer) => void>()
  let most = 0
  const line = { isUp: true }
  const transport = createFakeTransport(
    ({ id }) =>
      new Promise((resolve) => {
        onLine.set(id, resolve)
        most = Math.max(most, onLine.size)
      }),
    () => (line.isUp ? 'reachable' : 'unreachable'),
  )
  const clock = createFakeClock()
  const ahead: string[] = []
  const doors: ReplayDoors = {
    journal: {
      ...journal,
      async turn(request) {
        const turned = await journal.turn(request)
        ahead.push(...turned.claimed.slice(request.slots).map(({ ticket }) => ticket.id))
        return turned
      },
    },
    transport,
    host: { transactionId: readTransactionId },
    clock,
    policy,
    concurrency: 2,
    sliceMs: Infinity,
    retention: retentionDefault,
  }
  for (const card of cards) {
    await journal.append({
      id: card,
      kind: 'refund',
      request: refundOf(card),
      shop: 'S01',
      terminal: 'T1',
      createdAt: clock.now(),
      ...(!keyless.includes(card) && { key: `key-${card}` }),
    })
  }
  const replayer = createReplayer(() => Promise.resolve(doors), createFakeLock())

  const answer = (id: string, given: Answer = json200()): void => {
    const resolve = onLine.get(id)
    if (!resolve) throw new Error(`${id} is not on the line`)
    onLine.delete(id)
    resolve(given)
  }

  return {
    journal,
    transport,
    clock,
    doors,
    line,
    ahead,
    replayer,
    answer,
    countMost: () => most,
    listSent: () => transport.sent.map(({ id }) => id),
    /** Answers whatever comes, until the run has ended. */
    serve: async (run: Promise<unknown>): Promise<void> => {
      const over = run.then(() => 'over')
      const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
      do for (const id of [...onLine.keys()]) answer(id)
      while ((await Promise.race([over, turn()])) !== 'over')
    },
    listIds: async (state: EntryState) =>
      (await journal.list({ state, limit: 100 })).map(({ id }) => id).sort(),
  }
}

/** The first goes alone, and proves the line; then two are on it, and four are marked ahead. */
async function setUpSteady(options: Options = {}) {
  const till = await setUp(options)
  const run = till.replayer.wake()
  await expect.poll(till.listSent).toEqual(['A'])
  till.answer('A')
  await expect.poll(till.listSent).toEqual(['A', 'B', 'C'])
  await expect.poll(() => till.listIds('sending')).toEqual(['B', 'C', 'D', 'E', 'F', 'G'])
  return { ...till, run }
}

describe('marking ahead', () => {
  it('sends the next as soon as an answer has come, and never more at once than may be', async () => {
    const { journal, replayer, serve, ahead, listSent, countMost } = await setUp()
    await serve(replayer.wake())
    expect(listSent()).toEqual(cards)
    expect((await journal.count()).settled).toBe(cards.length)
    expect(ahead.length).toBeGreaterThan(2)
    expect(countMost()).toBe(2)
  })

  it('sends it before what has come is on record', async () => {
    const { doors, run, answer, listSent, serve } = await setUpSteady()
    const { turn } = doors.journal
    const records: (() => void)[] = []
    doors.journal = {
      ...doors.journal,
      turn: async (request) => {
        await new Promise<void>((resolve) => records.push(resolve))
        return turn(request)
      },
    }
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'C', 'D'])
    doors.journal = { ...doors.journal, turn }
    for (const go of records) go()
    await serve(run)
  })

  it.each([
    ['where the service knows no keys', { policy: { replay: {} } }],
    ['where the service knows keys and these operations have none', { keyless: cards.join('') }],
    ['where the keys would be too old by now', { policy: { ...keyed, key: { header: 'K', lifetimeMs: 0 } } }],
  ])('is not done %s', async (_, options) => {
    const { journal, replayer, serve, ahead } = await setUp(options)
    await serve(replayer.wake())
    expect((await journal.count()).settled).toBe(cards.length)
    expect(ahead).toEqual([])
  })

  it('passes over what has no key, which goes once there is room on the line', async () => {
    const { journal, replayer, serve, ahead } = await setUp({ keyless: 'DEF' })
    await serve(replayer.wake())
    expect((await journal.count()).settled).toBe(cards.length)
    expect(ahead.length).toBeGreaterThan(0)
    expect(ahead.filter((id) => 'DEF'.includes(id))).toEqual([])
  })

  it('sends nothing more once the line has fallen silent, and puts back what was ready', async () => {
    const { journal, line, run, answer, listSent } = await setUpSteady()
    line.isUp = false
    answer('B', { tag: 'silence', why: 'network', at: 1 })
    answer('C')
    await run
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 2, queued: cards.length - 2 })
    const [put] = await journal.list({ state: 'queued', card: 'D' })
    expect(put?.history).toMatchObject([
      { what: 'rung-up' },
      { outcome: 'unsent', detail: 'the line closed before its turn came' },
    ])
  })

  it('puts back what was ready where the service asks for a pause', async () => {
    const { journal, run, answer, listSent, replayer, clock, serve } = await setUpSteady()
    answer('B', reply(429, '', { 'retry-after': '5' }))
    answer('C', reply(429, '', { 'retry-after': '5' }))
    await run
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 1 })
    clock.advance(600_000)
    await serve(replayer.wake())
    expect((await journal.count()).settled).toBe(cards.length)
  })

  it('puts back what was ready as a person holds the till back', async () => {
    const { journal, run, answer, clock, replayer, serve, listIds, listSent } = await setUpSteady()
    await journal.hold(clock.now(), 'Ada')
    answer('B')
    // One was on its way before the loop could see it.
    await expect.poll(() => listIds('sending')).toEqual(['C', 'D'])
    answer('C')
    answer('D')
    await run
    expect(listSent()).toEqual(['A', 'B', 'C', 'D'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 4, queued: cards.length - 4 })
    await journal.letGo()
    await serve(replayer.wake())
    expect((await journal.count()).settled).toBe(cards.length)
  })

  it('puts back what was ready as the page leaves', async () => {
    const { journal, run, answer, listSent, replayer } = await setUpSteady()
    const halted = replayer.halt()
    answer('B')
    answer('C')
    await halted
    await run
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 3, queued: cards.length - 3 })
  })

  it('sends nothing of it once the run has failed; the next run sends it under its own key', async () => {
    const { journal, doors, run, answer, listSent, transport, clock, replayer, serve, listIds } =
      await setUpSteady()
    const { turn } = doors.journal
    doors.journal = { ...doors.journal, turn: () => Promise.reject(new Error('the disk is gone')) }
    answer('B')
    await expect(run).rejects.toThrow('the disk is gone')
    const sent = listSent()
    answer('C')
    await expect.poll(() => listIds('sending')).toEqual(['B', 'C', 'D', 'E', 'F', 'G'])
    expect(listSent()).toEqual(sent)

    doors.journal = { ...doors.journal, turn }
    await serve(replayer.wake())
    clock.advance(3_000_000)
    await serve(replayer.wake())
    expect((await journal.count()).settled).toBe(cards.length)
    expect(transport.sent.filter(({ id, key }) => key !== `key-${id}`)).toEqual([])
  })
})
