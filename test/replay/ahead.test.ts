import { describe, expect, it } from 'vitest'
import type { EntryState } from '../../src/domain/entry.js'
import type { Policy } from '../../src/decide/policy.js'
import type { Answer } from '../../src/domain/outcome.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 3_600_000 } }
const cards = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']

interface Options {
  policy?: Policy
  /** Whose operations were rung up without a key. */
  keyless?: string
}

/** Two may be on the line; nine cards wait. Every request waits for its answer. */
async function setUp({ policy = keyed, keyless = '' }: Options = {}) {
  const onLine = new Map<string, (answer: Answer) => void>()
  let most = 0
  const world = await openWorld({
    policy,
    concurrency: 2,
    answer: ({ id }) =>
      new Promise((resolve) => {
        onLine.set(id, resolve)
        most = Math.max(most, onLine.size)
      }),
  })
  const { journal, deps, append } = world
  const ahead: string[] = []
  deps.journal = {
    ...journal,
    async turn(request) {
      const turned = await journal.turn(request)
      ahead.push(...turned.claimed.slice(request.slots).map(({ ticket }) => ticket.id))
      return turned
    },
  }
  for (const card of cards) {
    const key = keyless.includes(card) ? {} : { key: `key-${card}` }
    await append('refund', refundOf(card), { id: card, ...key })
  }

  const answer = (id: string, given: Answer = json200()): void => {
    const resolve = onLine.get(id)
    if (!resolve) throw new Error(`${id} is not on the line`)
    onLine.delete(id)
    resolve(given)
  }

  return {
    ...world,
    ahead,
    answer,
    countMost: () => most,
    /** No turn is kept, until the disk is mended. */
    breakDisk: () => {
      const { turn } = deps.journal
      deps.journal = { ...deps.journal, turn: () => Promise.reject(new Error('the disk is gone')) }
      return () => {
        deps.journal = { ...deps.journal, turn }
      }
    },
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
  const run = till.wake()
  await expect.poll(till.listSent).toEqual(['A'])
  till.answer('A')
  await expect.poll(till.listSent).toEqual(['A', 'B', 'C'])
  await expect.poll(() => till.listIds('sending')).toEqual(['B', 'C', 'D', 'E', 'F', 'G'])
  return { ...till, run }
}

describe('marking ahead', () => {
  it('sends the next as soon as an answer has come, and never more at once than may be', async () => {
    const { journal, wake, listSent, ahead, countMost, serve } = await setUp()
    await serve(wake())
    expect(listSent()).toEqual(cards)
    expect((await journal.count()).settled).toBe(cards.length)
    expect(ahead.length).toBeGreaterThan(2)
    expect(countMost()).toBe(2)
  })

  it('sends it before what has come is on record', async () => {
    const { deps, listSent, answer, serve, run } = await setUpSteady()
    const { turn } = deps.journal
    const records: (() => void)[] = []
    deps.journal = {
      ...deps.journal,
      turn: async (request) => {
        await new Promise<void>((resolve) => records.push(resolve))
        return turn(request)
      },
    }
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'C', 'D'])
    deps.journal = { ...deps.journal, turn }
    for (const go of records) go()
    await serve(run)
  })

  it.each([
    ['where the service knows no keys', { policy: { replay: {} } }],
    ['where the service knows keys and these operations have none', { keyless: cards.join('') }],
    ['where the keys would be too old by now', { policy: { ...keyed, key: { header: 'K', lifetimeMs: 0 } } }],
  ])('is not done %s', async (_, options) => {
    const { journal, wake, ahead, serve } = await setUp(options)
    await serve(wake())
    expect((await journal.count()).settled).toBe(cards.length)
    expect(ahead).toEqual([])
  })

  it('passes over what has no key, which goes once there is room on the line', async () => {
    const { journal, wake, ahead, serve } = await setUp({ keyless: 'DEF' })
    await serve(wake())
    expect((await journal.count()).settled).toBe(cards.length)
    expect(ahead.length).toBeGreaterThan(0)
    expect(ahead.filter((id) => 'DEF'.includes(id))).toEqual([])
  })

  it('sends nothing more once the line has fallen silent, and puts back what was ready', async () => {
    const { journal, goOffline, listSent, answer, run } = await setUpSteady()
    goOffline()
    answer('B', { tag: 'silence', why: 'network', at: 1 })
    answer('C')
    await run
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 2, queued: cards.length - 2 })
    const [put] = await journal.list({ state: 'queued', card: 'D' })
    expect(put?.history).toMatchObject([
      { what: 'rung-up' },
      { outcome: 'unsent', detail: 'sending stopped before its turn' },
    ])
  })

  it('puts back what was ready where the service asks for a pause', async () => {
    const { journal, clock, wake, listSent, answer, serve, run } = await setUpSteady()
    answer('B', reply(429, '', { 'retry-after': '5' }))
    answer('C', reply(429, '', { 'retry-after': '5' }))
    await run
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 1 })
    clock.advance(600_000)
    await serve(wake())
    expect((await journal.count()).settled).toBe(cards.length)
  })

  it('puts back what was ready where its kind alone rests', async () => {
    const { journal, listSent, answer, serve, listIds, run } = await setUpSteady({ keyless: 'B' })
    answer('B', reply(500, ''))
    await expect.poll(() => listIds('sending')).toEqual(['C'])
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await listIds('parked')).toEqual(['B'])
    await serve(run)
    expect(await journal.count()).toMatchObject({ sending: 0, parked: 1 })
  })

  it('puts back what was ready as a person holds the till back', async () => {
    const { journal, clock, wake, listSent, answer, serve, listIds, run } = await setUpSteady()
    await journal.pause(clock.now(), 'Ada')
    answer('B')
    // One was on its way before the loop could see it.
    await expect.poll(() => listIds('sending')).toEqual(['C', 'D'])
    answer('C')
    answer('D')
    await run
    expect(listSent()).toEqual(['A', 'B', 'C', 'D'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 4, queued: cards.length - 4 })
    await journal.resume()
    await serve(wake())
    expect((await journal.count()).settled).toBe(cards.length)
  })

  it('puts back what was ready as the page leaves', async () => {
    const { journal, halt, listSent, answer, run } = await setUpSteady()
    const halted = halt()
    answer('B')
    answer('C')
    await halted
    await run
    expect(listSent()).toEqual(['A', 'B', 'C'])
    expect(await journal.count()).toMatchObject({ sending: 0, settled: 3, queued: cards.length - 3 })
  })

  it('sends nothing of it once the run has failed; the next run sends it under its own key', async () => {
    const { journal, transport, clock, wake, listSent, answer, serve, listIds, run, breakDisk } =
      await setUpSteady()
    const mendDisk = breakDisk()
    const failed = expect(run).rejects.toThrow('the disk is gone')
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'C', 'D'])
    answer('C')
    answer('D')
    await failed
    expect(await listIds('sending')).toEqual(['B', 'C', 'D', 'E', 'F', 'G'])
    expect(listSent()).toEqual(['A', 'B', 'C', 'D'])

    mendDisk()
    clock.advance(6_000)
    await serve(wake())
    clock.advance(3_000_000)
    await serve(wake())
    expect((await journal.count()).settled).toBe(cards.length)
    expect(transport.sent.filter(({ id, key }) => key !== `key-${id}`)).toEqual([])
  })
})

describe('a run whose turn failed', () => {
  it('records the answers that were still to come, and what had not left is as it was', async () => {
    const { journal, deps, listSent, answer, listIds, run } = await setUpSteady()
    const { turn } = deps.journal
    let fails = 1
    deps.journal = {
      ...deps.journal,
      turn: (request) => (fails-- > 0 ? Promise.reject(new Error('no room for once')) : turn(request)),
    }
    deps.host = { ...deps.host, onConflict: () => ({ action: 'accept' }) }
    const failed = expect(run).rejects.toThrow('no room for once')
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'C', 'D'])
    answer('C')
    answer('D', reply(409))
    await failed
    expect(await listIds('settled')).toEqual(['A', 'B', 'C', 'D'])
    expect(await listIds('sending')).toEqual([])
    const waiting = await journal.list({ state: 'queued', limit: 100 })
    expect(waiting.map(({ id }) => id).sort()).toEqual(['E', 'F', 'G', 'H', 'I'])
    expect(
      waiting.flatMap(({ history }) => history.filter(({ outcome }) => outcome === 'interrupted')),
    ).toEqual([])
  })

  it('and was on record in spite of it, as when a browser’s storage restarts, records the answers that came after it', async () => {
    const { deps, listSent, answer, listIds, run } = await setUpSteady()
    const { turn } = deps.journal
    let fails = 1
    deps.journal = {
      ...deps.journal,
      turn: async (request) => {
        const turned = await turn(request)
        if (fails-- > 0) throw new Error('no word of the commit')
        return turned
      },
    }
    const failed = expect(run).rejects.toThrow('no word of the commit')
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'C', 'D'])
    answer('C')
    answer('D')
    await failed
    expect(await listIds('settled')).toEqual(['A', 'B', 'C', 'D'])
  })

  it('sends nothing that was still waiting for its headers, which the next run may send by then', async () => {
    const { transport, clock, deps, wake, listSent, answer, serve, listIds, breakDisk } = await setUp()
    let giveHeaders = (): void => undefined
    const headers = new Promise<void>((resolve) => {
      giveHeaders = resolve
    })
    deps.transport = {
      ...transport,
      async send(claim, gate) {
        if (claim.ticket.id === 'C') await headers
        return transport.send(claim, gate)
      },
    }
    const run = wake()
    await expect.poll(listSent).toEqual(['A'])
    answer('A')
    await expect.poll(listSent).toEqual(['A', 'B'])
    const mendDisk = breakDisk()
    const failed = expect(run).rejects.toThrow('the disk is gone')
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'D'])
    answer('D')
    giveHeaders()
    await failed
    expect(listSent()).toEqual(['A', 'B', 'D'])
    mendDisk()
    clock.advance(6_000)
    await serve(wake())
    clock.advance(3_000_000)
    await serve(wake())
    expect(listSent().filter((id) => id === 'C')).toEqual(['C'])
    expect(await listIds('settled')).toContain('C')
  })

  it('waits for an answer that does not come no longer than a minute', async () => {
    const { clock, listSent, answer, run, breakDisk } = await setUpSteady()
    breakDisk()
    const failed = expect(run).rejects.toThrow('the disk is gone')
    answer('B')
    await expect.poll(listSent).toEqual(['A', 'B', 'C', 'D'])
    await expect.poll(() => clock.waits()).toContain(60_000)
    clock.advance(60_000)
    await failed
  })
})
