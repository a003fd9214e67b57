import { describe, expect, it } from 'vitest'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const hour = 3_600_000
const policy = { replay: {}, ageMsMax: hour }
const again = { tag: 'send-again', by: 'Ada', reason: 'the service has not got it' } as const

describe('a refund that stood parked for longer than what waits is sent, and that a person sends again', () => {
  it.each([
    ['its outcome was unknown', { tag: 'silence', why: 'network', at: 1 } as const, 'unknown'],
    ['the service had refused it', reply(422), 'rejected'],
  ])('goes, with its secrets: %s', async (_, first, reason) => {
    const till = await openWorld({ policy, answers: [first, json200()] })
    const AuthorizationCode = '4711'
    const id = await till.append('refund', {
      ...refundOf('A'),
      StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A', AuthorizationCode }],
    })
    await till.wake()
    expect(await till.stateOf(id)).toBe(`parked/${reason}`)
    till.clock.advance(2 * hour)
    await till.journal.act(id, again, till.clock.now())
    await till.wake()
    expect(await till.stateOf(id)).toBe('settled')
    expect(till.transport.sent.map(({ body }) => body.includes(AuthorizationCode))).toEqual([true, true])
  })

  it('is parked again once it has waited so long anew', async () => {
    const till = await openWorld({ policy, answers: [reply(422)] })
    const id = await till.append('refund', refundOf('A'))
    await till.wake()
    till.clock.advance(2 * hour)
    await till.journal.act(id, again, till.clock.now())
    till.clock.advance(2 * hour)
    await till.wake()
    expect(await till.stateOf(id)).toBe('parked/expired')
  })
})
