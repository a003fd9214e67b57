import { describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import type { Policy } from '../../src/decide/policy.js'
import type { Ticket } from '../../src/domain/ticket.js'
import type { Answer, Outcome } from '../../src/domain/outcome.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const hour = 3_600_000
const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 24 * hour } }
const silence: Answer = { tag: 'silence', why: 'timeout', at: 1 }

/** A till whose service loses its first answer, after the effect. */
async function loseFirstAnswer(policy: Policy, first = silence, key?: string) {
  const till = await openWorld({ answers: [first], policy })
  const id = await till.append('refund', refundOf('A'), key === undefined ? {} : { key })
  await till.wakeLater()
  return { ...till, id, find: () => till.journal.find(id), standing: () => till.stateOf(id) }
}

describe('a refund whose answer was lost, after a weekend without a line', () => {
  it.each([
    ['an answer that never came', silence],
    ['a conflict that was to be asked about again', reply(409)],
    ['a server error', reply(500)],
  ])('is not sent again once its key has expired: %s', async (_, first) => {
    const till = await loseFirstAnswer(keyed, first, 'key-a')
    expect(await till.standing()).toBe('queued')
    till.goOffline()
    for (let hours = 0; hours < 60; hours += 10) {
      await till.wakeLater(10 * hour)
    }
    till.goOnline()
    await till.wakeLater()
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(1)
    const entry = await till.find()
    expect(entry).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(entry?.history.at(-1)).toMatchObject({ what: 'not-repeated', outcome: 'unrepeatable' })
  })

  it('is sent again while its key lives', async () => {
    const till = await loseFirstAnswer(keyed, silence, 'key-a')
    await till.wakeLater(20 * hour)
    expect(till.transport.sent).toHaveLength(2)
    expect(await till.standing()).toBe('settled')
  })

  it('goes on at once where it had only been told to wait', async () => {
    const till = await loseFirstAnswer(keyed, reply(429, '', { 'retry-after': '5' }), 'key-a')
    await till.wakeLater(60 * hour)
    expect(await till.standing()).toBe('settled')
  })

  it('is sent again when a person says so, and then judged anew', async () => {
    const till = await loseFirstAnswer(keyed, silence, 'key-a')
    await till.wakeLater(60 * hour)
    await till.journal.act(till.id, { tag: 'send-again', by: 'Ada' }, till.clock.now())
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(2)
    expect(await till.standing()).toBe('settled')
  })

  it.each([
    ['applied', 'settled', 1],
    ['absent', 'settled', 2],
    ['unknown', 'parked', 1],
  ] as const)('asks lookUp first: %s leaves it %s after %d sendings', async (word, state, sendings) => {
    const till = await loseFirstAnswer(keyed, silence, 'key-a')
    till.deps.host.lookUp = () => Promise.resolve(word)
    await till.wakeLater(60 * hour)
    await till.wakeLater()
    expect(await till.find()).toMatchObject({ state })
    expect(till.transport.sent).toHaveLength(sendings)
  })

  it('is not sent again by a device that slept between the claim and the sending', async () => {
    const till = await loseFirstAnswer(keyed, silence, 'key-a')
    const { transport } = till
    const send = transport.send
    till.deps.transport = {
      ...transport,
      send: (claim, gate) => {
        till.clock.advance(60 * hour)
        return send(claim, gate)
      },
    }
    await till.wakeLater()
    await till.wakeLater()
    expect(transport.sent).toHaveLength(1)
    expect(await till.standing()).toBe('parked/unknown')
  })

  it('is put to the host once: the turn that parks it does not find it again', async () => {
    const till = await loseFirstAnswer(keyed, silence, 'key-a')
    till.clock.advance(60 * hour)
    const now = till.clock.now()
    const { number: run } = await till.journal.begin(now)
    const ask = { run, slots: 1, now, policy: keyed }
    /** A turn that sends another one, after which the journal looks ahead in its own time. */
    const turnWith = async (card: string) => {
      await till.append('refund', refundOf(card), { key: `key-${card}` })
      const turned = await till.journal.turn({ ...ask, decisions: [] })
      for (let look = 0; look < 50; look += 1) await till.journal.find(till.id)
      return turned
    }
    await turnWith('B')
    const [ticket] = (await turnWith('C')).barred
    if (ticket?.id !== till.id) throw new Error('it was not barred')
    const outcome: Outcome = { tag: 'unrepeatable', detail: 'no repeat' }
    const decision = decide(ticket, outcome, { policy: keyed, now, random: 0.5 })
    const second = await till.journal.turn({ ...ask, decisions: [{ ...decision, isWaiting: true }] })
    expect(second.barred).toEqual([])
    expect(await till.standing()).toBe('parked/unknown')
  })

  it('is put to the host once, though the answer comes while a turn for another is on its way', async () => {
    const till = await openWorld({ answers: [silence, silence], policy: keyed })
    const first = await till.append('refund', refundOf('A'), { key: 'key-a' })
    const second = await till.append('refund', refundOf('B'), { key: 'key-b' })
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(2)
    const asked: string[] = []
    const answers: (() => void)[] = []
    till.deps.host.lookUp = ({ id }) => {
      asked.push(id)
      if (id === first || asked.length > 2) return Promise.resolve('unknown')
      return new Promise((resolve) => {
        answers.push(() => {
          resolve('unknown')
        })
      })
    }
    const { journal } = till.deps
    let found: readonly Ticket[] = []
    till.deps.journal = {
      ...journal,
      turn: async (given) => {
        const turned = await journal.turn(given)
        if (turned.barred.length > 0) found = turned.barred
        if (!given.decisions.some(({ ticket }) => ticket.id === first)) return turned
        for (const answer of answers) answer()
        for (let look = 0; look < 50; look += 1) await till.journal.find(second)
        // A turn that looks for itself finds again what is still in line.
        return { ...turned, barred: found.filter(({ id }) => id === second) }
      },
    }
    await till.wakeLater(60 * hour)
    expect([...asked].sort()).toEqual([first, second])
    expect(await till.stateOf(first)).toBe('parked/unknown')
    expect(await till.stateOf(second)).toBe('parked/unknown')
  })

  it('holds up its own card alone while a person is asked', async () => {
    const till = await loseFirstAnswer(keyed, silence, 'key-a')
    const behind = await till.append('refund', refundOf('A', 5), { key: 'key-b' })
    const beside = await till.append('refund', refundOf('B'), { key: 'key-c' })
    await till.wakeLater(60 * hour)
    expect(await till.stateOf(behind)).toBe('queued')
    expect(await till.stateOf(beside)).toBe('settled')
  })
})

describe('a refund whose answer was lost, under other options than it was sent with', () => {
  const idempotent: Policy = { replay: { refund: 'idempotent' } }

  it.each<[string, Policy, Policy, string | undefined]>([
    ['keys were switched off', keyed, { replay: {} }, 'key-a'],
    [
      'the key goes by another header',
      keyed,
      { replay: {}, key: { header: 'X-Key', lifetimeMs: 24 * hour } },
      'key-a',
    ],
    [
      'the lifetime was shortened',
      keyed,
      { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 1_000 } },
      'key-a',
    ],
    ['idempotent was set back to verify', idempotent, { replay: { refund: 'verify' } }, undefined],
    ['keys were switched on after it went without', idempotent, keyed, 'key-a'],
  ])('is not sent again once %s', async (_, before, after, key) => {
    const till = await loseFirstAnswer(before, silence, key)
    expect(await till.standing()).toBe('queued')
    till.deps.policy = after
    await till.wakeLater()
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(1)
    expect(await till.standing()).toBe('parked/unknown')
  })

  it('is not taken for keyed where an older page sent it without and died', async () => {
    const till = await openWorld()
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    const { claimed } = await till.claimAndDie()
    expect(claimed).toHaveLength(1)
    till.deps.policy = keyed
    await till.wakeLater()
    await till.wakeLater()
    expect(till.transport.sent).toEqual([])
    expect(await till.stateOf(id)).toBe('parked/unknown')
  })

  it('under `once` is sent a second time, and never a third', async () => {
    const till = await openWorld({ answer: () => silence, policy: { replay: { refund: 'once' } } })
    const id = await till.append('refund', refundOf('A'))
    for (let round = 0; round < 4; round += 1) await till.wakeLater()
    expect(till.transport.sent).toHaveLength(2)
    expect(await till.stateOf(id)).toBe('parked/unknown')
  })

  it('goes with the header in force if it never left the till before', async () => {
    const till = await openWorld({
      answer: (_, count) => (count === 1 ? { tag: 'unsent', why: 'x', at: 1 } : silence),
      policy: keyed,
    })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    await till.wakeLater()
    till.deps.policy = { replay: {}, key: { header: 'X-Key', lifetimeMs: 24 * hour } }
    await till.wakeLater()
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(3)
    expect(await till.stateOf(id)).toBe('queued')
  })
})

describe('a refund that the service has answered for good', () => {
  const stored = { 'idempotent-replayed': 'true' }

  it('is parked as unknown, and not asked about until its key expires', async () => {
    const broke = [silence, reply(500, '{"title":"It broke"}', stored)]
    const till = await openWorld({
      answer: ({ key }) => (key === 'key-a' ? (broke.shift() ?? json200()) : json200()),
      policy: keyed,
    })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    const beside = await till.append('refund', refundOf('B'), { key: 'key-b' })
    for (let round = 0; round < 5; round += 1) await till.wakeLater()
    expect(till.listSent().filter((sent) => sent === id)).toHaveLength(2)
    expect(await till.statesOf(id, beside)).toEqual(['parked/unknown', 'settled'])
    expect((await till.journal.find(id))?.history.at(-1)).toMatchObject({ outcome: 'failed', status: 500 })
  })

  it('is parked at its first answer, where the browser repeated the request', async () => {
    const till = await openWorld({ answer: () => reply(500, '', stored), policy: keyed })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    await till.wakeLater()
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(1)
    expect(await till.stateOf(id)).toBe('parked/unknown')
  })

  it.each([
    [503, 'parked/unknown'],
    [500, 'parked/unknown'],
    [429, 'parked/rejected'],
    [401, 'parked/rejected'],
    [404, 'parked/rejected'],
  ])('does not keep the others waiting: a stored %d pauses nothing', async (status, state) => {
    const answers = [reply(status, '', { ...stored, 'retry-after': '600' })]
    const till = await openWorld({ answers, policy: keyed, concurrency: 1 })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    const other = await till.append('refund', refundOf('B'), { key: 'key-b' })
    await till.wakeLater()
    expect(await till.statesOf(id, other)).toEqual([state, 'settled'])
    expect((await till.wake()).paused).toBeUndefined()
  })

  it.each([
    ['applied', 'settled'],
    ['absent', 'parked/rejected'],
    ['unknown', 'parked/unknown'],
  ] as const)('is put to lookUp once: %s leaves it %s', async (word, state) => {
    let asked = 0
    const lookUp = () => {
      asked += 1
      return Promise.resolve(word)
    }
    const till = await openWorld({ answer: () => reply(500, '', stored), policy: keyed, host: { lookUp } })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    for (let round = 0; round < 4; round += 1) await till.wakeLater()
    expect([till.transport.sent.length, asked]).toEqual([1, 1])
    expect(await till.stateOf(id)).toBe(state)
  })

  it.each([1, 2])(
    'is no first try still under way: a stored 409 to sending %d is the last word',
    async (before) => {
      const answer = (_: unknown, count: number) => (count === before ? reply(409, '{}', stored) : silence)
      const till = await openWorld({ answer, policy: keyed })
      const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
      for (let round = 0; round < 4; round += 1) await till.wakeLater()
      expect(till.transport.sent).toHaveLength(before)
      expect(await till.stateOf(id)).toBe('parked/conflict')
    },
  )

  it('is final where the host calls it unknown, too', async () => {
    const host = { classify: () => 'unknown' as const }
    const till = await openWorld({ answer: () => reply(422, '{}', stored), policy: keyed, host })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    for (let round = 0; round < 4; round += 1) await till.wakeLater()
    expect(till.transport.sent).toHaveLength(1)
    expect(await till.stateOf(id)).toBe('parked/unknown')
  })
})

describe('a refund whose answer was lost, at a service that tells how long it remembers a key', () => {
  const minute = 60_000

  /** One refund is acknowledged, with a lifetime of ten minutes; the answer to another is lost. */
  async function loseSecondAnswer() {
    const told = reply(200, '{"TransactionID":1}', { 'idempotency-key-lifetime': '600' })
    const answers = [told, silence, silence, told]
    const till = await openWorld({ answers, policy: keyed, concurrency: 1 })
    await till.append('refund', refundOf('A'), { key: 'key-a' })
    await till.wakeLater()
    const id = await till.append('refund', refundOf('B'), { key: 'key-b' })
    await till.wakeLater()
    return { ...till, id }
  }

  it('is sent again while the service remembers it', async () => {
    const till = await loseSecondAnswer()
    await till.wakeLater(4 * minute)
    await till.wakeLater(minute)
    expect(await till.stateOf(till.id)).toBe('settled')
  })

  it('is not sent again after that, though the host said a day', async () => {
    const till = await loseSecondAnswer()
    await till.wakeLater(11 * minute)
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(2)
    expect(await till.stateOf(till.id)).toBe('parked/unknown')
  })

  it('is not sent again by another page or worker, which was not told itself', async () => {
    const till = await loseSecondAnswer()
    const other = till.openTab()
    till.clock.advance(11 * minute)
    await other.wake()
    await other.wake()
    expect(till.transport.sent).toHaveLength(2)
    expect(await till.stateOf(till.id)).toBe('parked/unknown')
  })
})

describe('a refund that went once under its key, and was put back in line by an answer', () => {
  it.each<[string, Policy]>([
    ['without a key', { replay: {} }],
    ['under another header', { replay: {}, key: { header: 'X-Request-Id', lifetimeMs: 24 * hour } }],
  ])('is not sent once more after a sending %s whose outcome nobody knows', async (_, between) => {
    const answers = [reply(429, '', { 'retry-after': '1' }), json200()]
    const till = await openWorld({ policy: keyed, answers })
    const id = await till.append('refund', refundOf('A'), { key: 'key-a' })
    await till.wake()
    expect(await till.stateOf(id)).toBe('queued')
    // Another tab still has the options of before; it sends the refund, and dies before the answer.
    till.clock.advance(120_000)
    till.deps.policy = between
    const { claimed } = await till.claimAndDie()
    expect(claimed).toMatchObject([{ ticket: { id } }])
    till.deps.policy = keyed
    await till.wakeLater()
    await till.wakeLater()
    expect(till.transport.sent).toHaveLength(1)
    expect(await till.stateOf(id)).toBe('parked/unknown')
  })
})
