import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import type { Host } from '../../src/ports.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const second = 1_000
const minute = 60 * second

/** A service that knows the cards whose names begin with GOOD, and answers for the others as it is told. */
async function setUp(unknown: () => Answer, isThere: () => boolean = () => true, host: Partial<Host> = {}) {
  const world = await openWorld({
    answer: ({ body }) => (isThere() && body.includes('"GOOD') ? json200() : unknown()),
    host,
  })
  return {
    ...world,
    /** Rings up a refund that goes by its card's name. */
    ring: (card: string) => world.append('refund', refundOf(card), { id: card }),
    // Each page that looks is a new one.
    wake: () => world.openTab().wake(),
    wakeLater: (ms: number) => {
      world.clock.advance(ms)
      return world.openTab().wake()
    },
  }
}

const notFound = () =>
  reply(404, '{"type":"https://cards.example/unknown-card","title":"Card not found","status":404}')
const bare = () => reply(404, '')
const gateway = () => reply(404, '{"message":"no Route matched with those values"}')

describe('a 404 for one card', () => {
  it.each([
    ['in the service’s own words', notFound],
    ['without a word', bare],
    ['from a gateway', gateway],
  ])('%s blocks no other card, and is put before a person', async (_, unknown) => {
    const { journal, ring, wake, statesOf, readHints } = await setUp(unknown)
    const cards = ['GOOD0', 'UNKNOWN', 'GOOD1', 'GOOD2', 'GOOD3', 'GOOD4']
    for (const card of cards) await ring(card)
    await wake()
    const [first, parked, ...others] = await statesOf(...cards)
    expect(parked).toBe('parked/rejected')
    expect([first, ...others]).toEqual(others.concat('settled').map(() => 'settled'))
    expect(await readHints()).toEqual([])
    if (unknown === notFound) {
      expect(await journal.find('UNKNOWN')).toMatchObject({ reply: { problem: { title: 'Card not found' } } })
    }
  })

  it('is believed after a restart, for the endpoint has answered before', async () => {
    const { ring, wake, statesOf } = await setUp(bare)
    await ring('GOOD0')
    await wake()
    await ring('UNKNOWN')
    await ring('GOOD1')
    await wake()
    expect(await statesOf('UNKNOWN', 'GOOD1')).toEqual(['parked/rejected', 'settled'])
  })

  it('in the service’s own words is believed though the endpoint has never answered', async () => {
    const { ring, wake, statesOf, readHints } = await setUp(notFound)
    await ring('UNKNOWN')
    await ring('GOOD1')
    await wake()
    expect(await statesOf('UNKNOWN', 'GOOD1')).toEqual(['parked/rejected', 'settled'])
    expect(await readHints()).toEqual([])
  })

  it('without a word, the first that ever came, lets another card go next and is settled by what that shows', async () => {
    const { ring, wake, wakeLater, statesOf, readHints, listSent } = await setUp(bare)
    for (const card of ['UNKNOWN', 'GOOD1', 'GOOD2']) await ring(card)
    await wake()
    expect(await statesOf('UNKNOWN', 'GOOD1')).toEqual(['queued', 'queued'])
    await wakeLater(30 * second)
    expect(listSent()).toEqual(['UNKNOWN', 'GOOD1', 'GOOD2', 'UNKNOWN'])
    expect(await statesOf('UNKNOWN', 'GOOD1', 'GOOD2')).toEqual(['parked/rejected', 'settled', 'settled'])
    expect(await readHints()).toEqual([])
  })

  it('lets another card go next when a person asks, at once', async () => {
    const { ring, wake, wakeManually, statesOf } = await setUp(bare)
    for (const card of ['UNKNOWN', 'GOOD1']) await ring(card)
    await wake()
    await wakeManually()
    expect(await statesOf('UNKNOWN', 'GOOD1')).toEqual(['parked/rejected', 'settled'])
  })

  it('keeps the operations of that card in their order', async () => {
    const { append, ring, wake, wakeLater, listSent } = await setUp(bare)
    await ring('UNKNOWN')
    await append('refund', refundOf('UNKNOWN', 5), { id: 'UNKNOWN again' })
    await ring('GOOD1')
    await wake()
    await wakeLater(30 * second)
    expect(listSent()).toEqual(['UNKNOWN', 'GOOD1', 'UNKNOWN'])
  })
})

describe('a wrong address', () => {
  it.each([
    ['an empty 404', bare],
    ['a gateway’s JSON', gateway],
    ['an empty 405', () => reply(405, '')],
    ['a 501', () => reply(501, '<html>')],
    [
      'a framework that names the path',
      () => reply(404, '{"title":"Not Found","detail":"No static resource v1.0/svc/refund."}'),
    ],
    [
      'problem details that say no more than the status',
      () => reply(404, '{"type":"about:blank","title":"Not Found"}'),
    ],
  ])('answering with %s parks nothing, and is shown from the second operation on', async (_, unknown) => {
    const { ring, wake, wakeLater, statesOf, readHints, listSent } = await setUp(unknown, () => false)
    for (const card of ['GOOD1', 'GOOD2', 'GOOD3']) await ring(card)
    await wake()
    expect(await readHints()).toEqual([])
    await wakeLater(30 * second)
    expect(await readHints()).toMatchObject([{ likely: 'address', kinds: ['refund'] }])
    await wakeLater(minute)
    expect(listSent()).toEqual(['GOOD1', 'GOOD2', 'GOOD3'])
    await wakeLater(2 * minute)
    expect(listSent().at(-1)).toBe('GOOD1')
    expect(await statesOf('GOOD1', 'GOOD2', 'GOOD3')).toEqual(['queued', 'queued', 'queued'])
  })

  it('with one operation alone is not called wrong, however often it is tried', async () => {
    const { ring, wake, wakeLater, readHints, listSent } = await setUp(bare, () => false)
    await ring('GOOD1')
    await wake()
    await wakeLater(30 * second)
    await wakeLater(minute)
    expect(listSent()).toHaveLength(3)
    expect(await readHints()).toEqual([])
  })

  it('is forgotten as soon as the endpoint answers', async () => {
    let isThere = false
    const { ring, wake, wakeLater, statesOf, readHints } = await setUp(bare, () => isThere)
    for (const card of ['GOOD1', 'GOOD2']) await ring(card)
    await wake()
    await wakeLater(30 * second)
    expect(await readHints()).toHaveLength(1)
    isThere = true
    await wakeLater(minute)
    expect(await readHints()).toEqual([])
    expect(await statesOf('GOOD1', 'GOOD2')).toEqual(['settled', 'settled'])
  })

  it('that answers in words of its own does not drain the queue to a person', async () => {
    const { ring, wake, wakeLater, statesOf, readHints } = await setUp(
      () => reply(404, '{"title":"There is no such endpoint"}'),
      () => false,
    )
    const cards = Array.from({ length: 10 }, (_, index) => `GOOD${index}`)
    for (const card of cards) await ring(card)
    await wake()
    await wakeLater(second)
    expect((await statesOf(...cards)).filter((state) => state === 'parked/rejected')).toHaveLength(2)
    expect(await readHints()).toMatchObject([{ likely: 'address' }])
    await wakeLater(30 * second)
    expect((await statesOf(...cards)).filter((state) => state === 'parked/rejected')).toHaveLength(3)
  })
})

describe('an endpoint that is gone for a minute, as while it is being replaced', () => {
  it('costs a few operations a person’s look, and not the whole queue', async () => {
    let isThere = true
    const { ring, wake, wakeLater, statesOf, readHints } = await setUp(bare, () => isThere)
    await ring('GOOD0')
    await wake()
    isThere = false
    const cards = Array.from({ length: 20 }, (_, index) => `GOOD-${index}`)
    for (const card of cards) await ring(card)
    await wake()
    await wakeLater(second)
    expect((await statesOf(...cards)).filter((state) => state === 'parked/rejected')).toHaveLength(2)
    expect(await readHints()).toMatchObject([{ likely: 'address' }])
    isThere = true
    await wakeLater(30 * second)
    expect((await statesOf(...cards)).filter((state) => state === 'settled')).toHaveLength(18)
    expect(await readHints()).toEqual([])
  })
})

describe('the host’s own word on an answer', () => {
  const whole = reply(404, '{"Code":17}')
  const classifyAs = (word: unknown) => ({ classify: () => word as undefined })

  it.each([
    ['settled', 'settled'],
    ['rejected', 'parked/rejected'],
    ['conflict', 'parked/conflict'],
    ['unknown', 'parked/unknown'],
    ['busy', 'queued'],
    ['misconfigured', 'queued'],
    [undefined, 'queued'],
    ['nonsense', 'queued'],
  ])('%s leaves it %s', async (word, state) => {
    const { ring, wake, statesOf } = await setUp(
      () => whole,
      () => true,
      classifyAs(word),
    )
    await ring('UNKNOWN')
    await wake()
    expect(await statesOf('UNKNOWN')).toEqual([state])
  })

  it('is given the reply and the entry, and stands in the history', async () => {
    const asked: unknown[] = []
    const { journal, ring, wake } = await setUp(
      () => whole,
      () => true,
      {
        classify: (given, entry) => {
          asked.push([given.status, given.body, entry.id])
          return 'rejected'
        },
      },
    )
    await ring('UNKNOWN')
    await wake()
    expect(asked).toEqual([[404, { Code: 17 }, 'UNKNOWN']])
    expect((await journal.find('UNKNOWN'))?.history.at(-1)).toMatchObject({
      outcome: 'rejected',
      status: 404,
      detail: expect.stringContaining('classify') as string,
    })
  })

  it.each<[string, Answer, string]>([
    ['cut off', { ...reply(200, '{"a":1}'), isCut: true } as Answer, 'parked/unknown'],
    ['redirected', { tag: 'redirect', at: 1 }, 'parked/unknown'],
    ['redirected, as it was read', reply(302, '{"a":1}'), 'parked/unknown'],
    ['silent', { tag: 'silence', why: 'network', at: 1 }, 'parked/unknown'],
    ['unsent', { tag: 'unsent', why: 'x', at: 1 }, 'queued'],
  ])('is not asked for where the answer was %s', async (_, answer, state) => {
    const { ring, wake, statesOf } = await setUp(
      () => answer,
      () => true,
      classifyAs('settled'),
    )
    await ring('UNKNOWN')
    await wake()
    expect(await statesOf('UNKNOWN')).toEqual([state])
  })

  it('that fails is as good as not asked', async () => {
    const { ring, wake, statesOf } = await setUp(notFound, () => true, {
      classify: () => {
        throw new Error('Bearer secret')
      },
    })
    await ring('UNKNOWN')
    await wake()
    expect(await statesOf('UNKNOWN')).toEqual(['parked/rejected'])
  })

  it('that a 503 is busy is believed, for nothing was done then', async () => {
    const { ring, wake, statesOf } = await setUp(
      () => reply(503, '{}'),
      () => true,
      classifyAs('busy'),
    )
    await ring('UNKNOWN')
    await wake()
    expect(await statesOf('UNKNOWN')).toEqual(['queued'])
  })
})
