import { describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Answer } from '../../src/domain/outcome.js'
import { openJournal } from '../../src/journal/journal.js'
import { fullModels, refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const hourMs = 3_600_000
const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 24 * hourMs } }
const silence: Answer = { tag: 'silence', why: 'timeout', at: 1 }
const cards = ['A', 'B', 'C', 'D']

describe('a repeat under a living key', () => {
  it.each([400, 413, 418, 431])('that a gateway answers with %d and a page is not known', async (status) => {
    const page = reply(status, '<html>blocked</html>')
    const world = await openWorld({ answer: (_, count) => (count === 1 ? silence : page), policy: keyed })
    const id = await world.append('refund', refundOf('A'), { key: 'key-1' })
    for (let time = 0; time < 6; time += 1) await world.wakeLater()
    expect(await world.stateOf(id)).toBe('parked/unknown')
  })

  it('that the service refuses in its own words was not applied', async () => {
    const refusal = reply(400, '{"title":"no such card"}')
    const world = await openWorld({ answer: (_, count) => (count === 1 ? silence : refusal), policy: keyed })
    const id = await world.append('refund', refundOf('A'), { key: 'key-1' })
    for (let time = 0; time < 6; time += 1) await world.wakeLater()
    expect(await world.stateOf(id)).toBe('parked/rejected')
  })

  it('of an order is asked again while the service is still at the first try', async () => {
    const inProgress = reply(409, '{"title":"a request with this key is in progress"}')
    const answers = [silence, inProgress, inProgress]
    const world = await openWorld({ answer: (_, count) => answers[count - 1] ?? json200(), policy: keyed })
    const id = await world.append('confirmOrder', fullModels.confirmOrder, { key: 'key-1' })
    for (let time = 0; time < 6; time += 1) await world.wakeLater()
    expect(await world.stateOf(id)).toBe('settled')
  })

  it('of an order that is in progress for ever is not known', async () => {
    const inProgress = reply(409, '{"title":"a request with this key is in progress"}')
    const world = await openWorld({
      answer: (_, count) => (count === 1 ? silence : inProgress),
      policy: keyed,
    })
    const id = await world.append('confirmOrder', fullModels.confirmOrder, { key: 'key-1' })
    for (let time = 0; time < 20; time += 1) await world.wakeLater(600_000)
    expect(await world.stateOf(id)).toBe('parked/unknown')
  })
})

it('one operation that a firewall refuses lets the others go first, and is parked then', async () => {
  const world = await openWorld({ answer: ({ id }) => (id === 'A' ? reply(403, '<html>') : json200()) })
  await world.append('refund', refundOf('Z'), { id: 'Z' })
  await world.wake()
  for (const card of cards) await world.append('refund', refundOf(card), { id: card })
  // Each time another worker, as where the browser ends it between two pauses.
  for (let time = 0; time < 6; time += 1) {
    const journal = await openJournal(world.name)
    world.deps.journal = journal
    await world.wakeLater(1_200_000)
    journal.close()
  }
  expect(await world.statesOf(...cards)).toEqual(['parked/refused', 'settled', 'settled', 'settled'])
})

it('an expired token parks nothing, though credentials were given by a clock that was ahead', async () => {
  const ahead = 10 * 24 * hourMs
  const world = await openWorld({ answer: () => ({ ...reply(401), credentialsAt: ahead }) as Answer })
  for (const card of cards) await world.append('refund', refundOf(card), { id: card })
  for (let time = 0; time < 6; time += 1) await world.wakeLater(1_200_000)
  expect(await world.statesOf(...cards)).toEqual(cards.map(() => 'queued'))
})

it.each([
  ['settled', json200()],
  ['refused for its token', reply(401)],
  ['in conflict', reply(409)],
  ['answered by a page', reply(200, '<html>')],
])(
  'the time that a busy service asks for holds, though another operation is %s meanwhile',
  async (_, later) => {
    const gates = new Map<string, (answer: Answer) => void>()
    const world = await openWorld({
      answer: ({ id }, count) =>
        count === 2 || count === 3 ? new Promise<Answer>((resolve) => gates.set(id, resolve)) : json200(),
    })
    for (const card of [...cards, 'E', 'F']) await world.append('refund', refundOf(card), { id: card })
    world.deps.concurrency = 2
    const run = world.wake()
    await expect.poll(() => gates.size).toBe(2)
    gates.get('B')?.(reply(429, '', { 'retry-after': '3600' }))
    await expect.poll(async () => world.stateOf('B')).toBe('queued')
    gates.get('C')?.(later)
    await run
    await world.wakeLater(60_000)
    expect(world.listSent()).toEqual(['A', 'B', 'C'])
    await world.wakeLater(2 * hourMs)
    expect(world.listSent().length).toBeGreaterThan(3)
  },
)

it('what an older state of the database may not know of stays in doubt, also after a person has sent it again', async () => {
  const world = await openWorld({ policy: { replay: {} }, answer: () => reply(400, '{"title":"no"}') })
  const id = await world.append('refund', refundOf('A'))
  const { journal, clock } = world
  const witness = await journal.bearWitness(clock.now())
  const later = { ...witness, turn: witness.turn + 50, place: witness.place + 3 }
  await journal.heedWitnesses([later], clock.now(), undefined)
  await world.wakeLater()
  expect(await world.stateOf(id)).toBe('parked/unknown')
  await journal.act(id, { tag: 'send-again', by: 'Ada' }, clock.now())
  await world.wakeLater()
  expect(world.transport.sent).toHaveLength(1)
  expect(await world.stateOf(id)).toBe('parked/unknown')
})
