import { describe, expect, it } from 'vitest'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const update = (Total: number, extra: object = {}) => ({
  CardCode: 'A',
  TransactionID: 7,
  StoredValueCardReceipt: { Total, ...extra },
})

const harmless = { replay: { refund: 'idempotent', migrate: 'idempotent' } } as const

describe('a condition', () => {
  it('of the till’s own goes along to the letter', async () => {
    const { transport, append, wakeLater } = await openWorld()
    await append('refund', refundOf('A'), { conditions: { ifMatch: '"v1"' } })
    await wakeLater()
    expect(transport.sent[0]?.conditions).toEqual({ ifMatch: '"v1"' })
  })

  it('asked for as the latest is taken from the last reply about the same card', async () => {
    const { transport, append, wakeLater } = await openWorld({
      answer: (_, count) => reply(200, '{}', { etag: `"v${count}"` }),
    })
    for (const card of ['A', 'A', 'B']) await append('refund', refundOf(card), { conditions: 'latest' })
    await wakeLater()
    const byCard = (card: string) =>
      transport.sent.filter(({ body }) => body.includes(`"${card}"`)).map(({ conditions }) => conditions)
    expect(byCard('A')).toEqual([undefined, { ifMatch: '"v1"' }])
    expect(byCard('B')).toEqual([undefined])
  })

  it('of a migration goes by the old card, and what comes of it by the new one', async () => {
    const answers = ['v1', 'v2', 'v3', 'v4'].map((tag, index) =>
      reply(index === 1 ? 412 : 200, '{}', { etag: `"${tag}"` }),
    )
    const { transport, append, wakeLater } = await openWorld({
      policy: harmless,
      answer: (_, count) => answers[count - 1] ?? reply(200, '{}'),
    })
    await append('refund', refundOf('old'), { conditions: 'latest' })
    const migration = { StoredValueCardCode: 'new', OldCardCode: 'old' }
    await append('migrate', migration, { conditions: 'latest' })
    await append('refund', refundOf('new'), { conditions: 'latest' })
    for (let round = 0; round < 4; round += 1) await wakeLater()
    expect(transport.sent.map(({ conditions }) => conditions)).toEqual([
      undefined,
      { ifMatch: '"v1"' },
      { ifMatch: '"v2"' },
      { ifMatch: '"v3"' },
    ])
  })

  it('that failed is renewed from the reply, three times at most, and never dropped', async () => {
    const { transport, append, wakeLater, stateOf } = await openWorld({
      policy: harmless,
      answer: (_, count) => reply(412, '{}', { etag: `"v${count}"` }),
    })
    const id = await append('refund', refundOf('A'), { conditions: 'latest' })
    for (let round = 0; round < 6; round += 1) await wakeLater()
    expect(transport.sent.map(({ conditions }) => conditions)).toEqual([
      undefined,
      { ifMatch: '"v1"' },
      { ifMatch: '"v2"' },
      { ifMatch: '"v3"' },
    ])
    expect(await stateOf(id)).toBe('parked/precondition')
  })

  it('that failed is not renewed where doing it twice is not harmless: the browser may have sent it twice', async () => {
    const { transport, append, wakeLater, stateOf } = await openWorld({
      answer: () => reply(412, '{}', { etag: '"v2"' }),
    })
    const id = await append('refund', refundOf('A'), { conditions: 'latest' })
    for (let round = 0; round < 3; round += 1) await wakeLater()
    expect(transport.sent).toHaveLength(1)
    expect(await stateOf(id)).toBe('parked/precondition')
  })

  it('the till chose itself is not renewed for a refund: a person looks', async () => {
    const { append, wakeLater, stateOf } = await openWorld({
      answer: () => reply(412, '{}', { etag: '"v9"' }),
    })
    const id = await append('refund', refundOf('A'), { conditions: { ifMatch: '"v1"' } })
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/precondition')
  })

  it('of a receipt is renewed if the service’s version leaves our change as it is', async () => {
    const theirs = JSON.stringify({ StoredValueCardReceipt: { Total: 5 } })
    const answers = [reply(200, '{}'), reply(412, theirs, { etag: '"v2"' }), reply(200, '{}')]
    const { transport, append, wakeLater, stateOf } = await openWorld({ answers })
    await append('updateReceipt', update(5))
    const id = await append('updateReceipt', update(6), { conditions: { ifMatch: '"v1"' } })
    await wakeLater()
    await wakeLater()
    expect(transport.sent.map(({ conditions }) => conditions)).toEqual([
      undefined,
      { ifMatch: '"v1"' },
      { ifMatch: '"v2"' },
    ])
    expect(await stateOf(id)).toBe('settled')
  })

  it('of a receipt changed on both sides parks', async () => {
    const theirs = JSON.stringify({ StoredValueCardReceipt: { Total: 99 } })
    const { append, wakeLater, stateOf } = await openWorld({
      answers: [json200(), reply(412, theirs, { etag: '"v2"' })],
    })
    await append('updateReceipt', update(5))
    const id = await append('updateReceipt', update(6), { conditions: { ifMatch: '"v1"' } })
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/precondition')
  })
})
