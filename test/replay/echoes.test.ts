import { describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Answer } from '../../src/domain/outcome.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 3_600_000 } }

async function deliver(answer: (count: number) => Answer, policy: Policy) {
  const { journal, transport, append, wakeLater } = await openWorld({
    answer: (_, count) => answer(count),
    policy,
  })
  const id = await append('refund', refundOf('A'), { key: 'key-a' })
  for (let round = 0; round < 5; round += 1) await wakeLater()
  return { entry: await journal.find(id), sent: transport.sent }
}

describe('a conflict on the first attempt', () => {
  it('with a key is asked again: a browser or a proxy may have repeated the request while the first was under way', async () => {
    const { entry, sent } = await deliver((count) => (count === 1 ? reply(409) : json200()), keyed)
    expect(entry).toMatchObject({ state: 'settled' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  it('with a key that stays one after two more askings is put to a person', async () => {
    const { entry, sent } = await deliver(() => reply(409), keyed)
    expect(entry).toMatchObject({ state: 'parked', reason: 'conflict' })
    expect(sent).toHaveLength(3)
  })

  it('without a key is never asked again', async () => {
    const { entry, sent } = await deliver(() => reply(409), { replay: { refund: 'idempotent' } })
    expect(entry).toMatchObject({ state: 'parked', reason: 'conflict' })
    expect(sent).toHaveLength(1)
  })
})
