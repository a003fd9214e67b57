import { expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Answer } from '../../src/domain/outcome.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const silence: Answer = { tag: 'silence', why: 'timeout', at: 1 }
const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 24 * 3_600_000 } }

/** A world in which A and B leave together and are answered as the test says; the token has expired since. */
async function openExpiring() {
  const gates = new Map<string, (answer: Answer) => void>()
  const world = await openWorld({
    answer: ({ id }, count) => {
      if (count === 1) return json200()
      return count <= 3 ? new Promise<Answer>((resolve) => gates.set(id, resolve)) : reply(401)
    },
  })
  world.deps.concurrency = 2
  for (const card of ['Z', 'A', 'B', 'C']) await world.append('refund', refundOf(card), { id: card })
  const run = world.wake()
  await expect.poll(() => gates.size).toBe(2)
  const answer = async (id: string, said: Answer, state: string) => {
    world.clock.advance(1_000)
    gates.get(id)?.(said)
    await expect.poll(() => world.stateOf(id)).toBe(state)
  }
  return { world, run, answer }
}

it('an answer to what left before a token expired does not make the next refusal one of the operation alone', async () => {
  const { world, run, answer } = await openExpiring()
  await answer('A', reply(401), 'queued')
  await answer('B', json200(), 'settled')
  await run
  for (let time = 0; time < 4; time += 1) await world.wakeLater(1_200_000)
  expect(await world.statesOf('A', 'C')).toEqual(['queued', 'queued'])
})

it('an answer to what left before a token expired does not end the pause for it', async () => {
  const { world, run, answer } = await openExpiring()
  await answer('A', reply(401), 'queued')
  await answer('B', json200(), 'settled')
  expect(await run).toMatchObject({ paused: { reason: 'unauthorized' } })
  expect(world.listSent()).toEqual(['Z', 'A', 'B'])
})

it('a stored answer neither ends the pause for a token nor makes a refusal one of the operation alone', async () => {
  const stored = reply(200, '{"TransactionID":1}', { 'idempotent-replayed': 'true' })
  let isKnown = false
  const world = await openWorld({
    policy: keyed,
    answer: ({ id }, count) => (count === 1 ? silence : id === 'A' && isKnown ? stored : reply(401)),
  })
  await world.append('refund', refundOf('A'), { id: 'A', key: 'key-A' })
  await world.wake()
  for (const card of ['B', 'C'])
    await world.append('refund', refundOf(card), { id: card, key: `key-${card}` })
  for (let time = 0; time < 3; time += 1) await world.wakeLater(1_200_000)
  isKnown = true
  for (let time = 0; time < 6; time += 1) await world.wakeLater(1_200_000)
  expect(await world.statesOf('A', 'B', 'C')).toEqual(['settled', 'queued', 'queued'])
})
