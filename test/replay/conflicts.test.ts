import { describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Conflict, Resolution } from '../../src/decide/resolve.js'
import type { Answer } from '../../src/domain/outcome.js'
import { setUp } from '../support/hosted.js'
import { refundOf } from '../support/models.js'
import { json200, reply, type Sent } from '../support/replay.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 3_600_000 } }

const update = (Total: number, extra: object = {}) => ({
  CardCode: 'A',
  TransactionID: 7,
  StoredValueCardReceipt: { Total, ...extra },
})

describe('a condition', () => {
  it('of the till’s own goes along to the letter', async () => {
    const { transport, ring, replay } = await setUp(() => json200())
    await ring('refund', refundOf('A'), { conditions: { ifMatch: '"v1"' } })
    await replay()
    expect(transport.sent[0]?.conditions).toEqual({ ifMatch: '"v1"' })
  })

  it('asked for as the latest is taken from the last reply about the same card', async () => {
    const { transport, ring, replay } = await setUp((_, count) => reply(200, '{}', { etag: `"v${count}"` }))
    for (const card of ['A', 'A', 'B']) await ring('refund', refundOf(card), { conditions: 'latest' })
    await replay()
    const byCard = (card: string) =>
      transport.sent.filter(({ body }) => body.includes(`"${card}"`)).map(({ conditions }) => conditions)
    expect(byCard('A')).toEqual([undefined, { ifMatch: '"v1"' }])
    expect(byCard('B')).toEqual([undefined])
  })

  it('that failed is renewed from the reply, three times at most, and never dropped', async () => {
    const { journal, transport, ring, replay } = await setUp((_, count) =>
      reply(412, '{}', { etag: `"v${count}"` }),
    )
    const id = await ring('refund', refundOf('A'), { conditions: 'latest' })
    for (let round = 0; round < 6; round += 1) await replay()
    expect(transport.sent.map(({ conditions }) => conditions)).toEqual([
      undefined,
      { ifMatch: '"v1"' },
      { ifMatch: '"v2"' },
      { ifMatch: '"v3"' },
    ])
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'precondition' })
  })

  it('the till chose itself is not renewed for a refund: a person looks', async () => {
    const { journal, ring, replay } = await setUp(() => reply(412, '{}', { etag: '"v9"' }))
    const id = await ring('refund', refundOf('A'), { conditions: { ifMatch: '"v1"' } })
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'precondition' })
  })

  it('of a receipt is renewed if the service’s version leaves our change as it is', async () => {
    const theirs = JSON.stringify({ StoredValueCardReceipt: { Total: 5 } })
    const answers = [reply(200, '{}'), reply(412, theirs, { etag: '"v2"' }), reply(200, '{}')]
    const { journal, transport, ring, replay } = await setUp((_, count) => answers[count - 1] ?? json200())
    await ring('updateReceipt', update(5))
    const id = await ring('updateReceipt', update(6), { conditions: { ifMatch: '"v1"' } })
    await replay()
    await replay()
    expect(transport.sent.map(({ conditions }) => conditions)).toEqual([
      undefined,
      { ifMatch: '"v1"' },
      { ifMatch: '"v2"' },
    ])
    expect(await journal.find(id)).toMatchObject({ state: 'settled' })
  })

  it('of a receipt changed on both sides parks', async () => {
    const theirs = JSON.stringify({ StoredValueCardReceipt: { Total: 99 } })
    const { journal, ring, replay } = await setUp((_, count) =>
      count === 2 ? reply(412, theirs, { etag: '"v2"' }) : json200(),
    )
    await ring('updateReceipt', update(5))
    const id = await ring('updateReceipt', update(6), { conditions: { ifMatch: '"v1"' } })
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'precondition' })
  })
})

describe('onConflict', () => {
  const conflictOnce = (_: Sent, count: number) =>
    count === 1 ? reply(409, '{"title":"Taken","StoredValueCardReceipt":{"Total":4}}') : json200()

  it('is told the entry, the reply, the problem, the history and both receipts', async () => {
    const seen: Conflict[] = []
    const onConflict = (conflict: Conflict): Resolution => {
      seen.push(conflict)
      return { action: 'park' }
    }
    const { ring, replay } = await setUp(conflictOnce, { onConflict })
    const id = await ring('updateReceipt', update(6))
    await replay()
    expect(seen).toMatchObject([
      {
        entry: { id, kind: 'updateReceipt' },
        status: 409,
        problem: { title: 'Taken' },
        isEcho: false,
        theirs: { Total: 4 },
        merge: { tag: 'clash' },
      },
    ])
    expect(seen[0]?.history[0]?.what).toBe('rung-up')
  })

  it.each<[Resolution, string, number]>([
    [{ action: 'accept' }, 'settled', 1],
    [{ action: 'resend' }, 'settled', 2],
    [{ action: 'park' }, 'parked', 1],
    [{ action: 'amend', model: { CardCode: 'A', Wrong: 1 } }, 'parked', 1],
  ])('answering %j leaves the entry %s after %d sendings', async (resolution, state, sendings) => {
    const { journal, transport, ring, replay } = await setUp(conflictOnce, { onConflict: () => resolution })
    const id = await ring('updateReceipt', update(6))
    await replay()
    await replay()
    expect(await journal.find(id)).toMatchObject({ state })
    expect(transport.sent).toHaveLength(sendings)
  })

  it('may amend what was amended, three times in all: then a person looks at it', async () => {
    let total = 6
    const onConflict = () => ({ action: 'amend', model: update((total += 1)) }) as const
    const { journal, transport, ring, replay } = await setUp(() => reply(409), { onConflict })
    await ring('updateReceipt', update(6))
    for (let round = 0; round < 8; round += 1) await replay()
    expect(transport.sent).toHaveLength(4)
    expect(await journal.count()).toMatchObject({ voided: 3, parked: 1, queued: 0 })
  })

  it('may amend: another body, another key, the same place in line', async () => {
    const onConflict = () => ({ action: 'amend', model: update(7) }) as const
    const { journal, transport, ring, replay } = await setUp(conflictOnce, { onConflict }, keyed)
    const id = await ring('updateReceipt', update(6), { key: 'key-1' })
    const behind = await ring('updateReceipt', update(8), { key: 'key-2' })
    await replay()
    await replay()
    const [, amended, last] = transport.sent
    expect(await journal.find(id)).toMatchObject({ state: 'voided', replacedBy: amended?.id })
    expect(amended).toMatchObject({ body: JSON.stringify(update(7)) })
    expect(amended?.key).not.toBe('key-1')
    expect(amended?.key).toBeDefined()
    expect(last?.id).toBe(behind)
    expect(await journal.find(amended?.id ?? '')).toMatchObject({ state: 'settled', replaces: id })
  })

  it('that throws parks the operation and stops nothing', async () => {
    const onConflict = () => {
      throw new Error('host fault')
    }
    const { journal, ring, replay } = await setUp(conflictOnce, { onConflict })
    const id = await ring('updateReceipt', update(6))
    const other = await ring('refund', refundOf('B'))
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'conflict' })
    expect(await journal.find(other)).toMatchObject({ state: 'settled' })
  })

  it('is not lost over a journal that fails while the host is asked', async () => {
    const { journal, ring, replay } = await setUp(conflictOnce, { onConflict: () => ({ action: 'accept' }) })
    const id = await ring('updateReceipt', update(6))
    journal.findBase = () => Promise.reject(new Error('disk'))
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'conflict' })
  })

  it('resolves no more than three times the same way', async () => {
    const { journal, transport, ring, replay } = await setUp(() => reply(409), {
      onConflict: () => ({ action: 'resend' }),
    })
    const id = await ring('refund', refundOf('A'))
    for (let round = 0; round < 6; round += 1) await replay()
    expect(transport.sent).toHaveLength(4)
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'conflict' })
  })
})

describe('a key', () => {
  it('goes along with every resend, the same each time, until the service answers', async () => {
    const silentTwice = (_: Sent, count: number): Answer =>
      count <= 2 ? { tag: 'silence', why: 'network', at: 1 } : json200()
    const { journal, transport, ring, replay } = await setUp(silentTwice, {}, keyed)
    const id = await ring('refund', refundOf('A'), { key: 'key-1' })
    for (let round = 0; round < 3; round += 1) await replay()
    expect(transport.sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
    expect(new Set(transport.sent.map(({ body }) => body)).size).toBe(1)
    expect(await journal.find(id)).toMatchObject({ state: 'settled' })
  })
})

describe('an update of a transaction that is not known yet', () => {
  const open = { CardCode: 'B', StoredValueCardReceipt: { Total: 1 } }

  it('waits for its operation, though it touches no common card, and carries the id from its reply', async () => {
    let isDown = true
    const { journal, transport, ring, replay } = await setUp(({ kind }) =>
      kind === 'refund' ? (isDown ? reply(429) : reply(200, '{"TransactionID":4711}')) : json200(),
    )
    const refund = await ring('refund', refundOf('A'))
    const id = await ring('updateReceipt', open, { transactionOf: refund })
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'queued', transactionOf: refund })
    isDown = false
    await replay()
    expect(transport.sent.at(-1)?.body).toBe(JSON.stringify({ ...open, TransactionID: 4711 }))
    expect(await journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 4711 } })
  })

  it.each([
    ['its operation settled without an id', () => reply(200, '{"ok":true}')],
    ['the id is no integer', () => reply(200, '{"TransactionID":"x"}')],
  ])('parks as reference when %s', async (_, answer) => {
    const { journal, ring, replay } = await setUp(answer)
    const id = await ring('updateReceipt', open, { transactionOf: await ring('refund', refundOf('A')) })
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'reference' })
  })

  it('parks as reference when its operation is voided, and follows it when it is amended', async () => {
    const { journal, clock, ring, replay } = await setUp(({ body }) =>
      body.includes('"wrong"') ? reply(400) : reply(200, '{"TransactionID":5}'),
    )
    const voided = await ring('refund', refundOf('wrong'))
    const amended = await ring('refund', refundOf('wrong', 20))
    const orphan = await ring('updateReceipt', open, { transactionOf: voided })
    const heir = await ring('updateReceipt', { ...open, CardCode: 'C' }, { transactionOf: amended })
    await replay()
    await journal.act(voided, { tag: 'void', by: 'Ada', reason: 'mistake' }, clock.now())
    await replay()
    const successor = { id: 'right', request: refundOf('right', 20), createdAt: clock.now() }
    await journal.act(amended, { tag: 'amend', by: 'Ada', reason: 'wrong card', successor }, clock.now())
    await replay()
    expect(await journal.find(orphan)).toMatchObject({ state: 'parked', reason: 'reference' })
    expect(await journal.find(heir)).toMatchObject({ state: 'settled', request: { TransactionID: 5 } })
  })

  it('stays queued, not sent and not lost, when the journal fails on the way', async () => {
    const { journal, transport, ring, replay } = await setUp(() => reply(200, '{"TransactionID":5}'))
    const refund = await ring('refund', refundOf('A'))
    const id = await ring('updateReceipt', open, { transactionOf: refund })
    const freeze = journal.freeze
    journal.freeze = () => Promise.reject(new Error('disk'))
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'queued' })
    expect(transport.sent.map((sent) => sent.id)).toEqual([refund])
    journal.freeze = freeze
    await replay()
    expect(await journal.find(id)).toMatchObject({ state: 'settled' })
  })

  it('is still the same operation when it is told again after the id has been written in', async () => {
    const { journal, ring, replay } = await setUp(() => reply(200, '{"TransactionID":5}'))
    const refund = await ring('refund', refundOf('A'))
    const id = await ring('updateReceipt', open, { transactionOf: refund })
    await replay()
    await ring('updateReceipt', open, { id, transactionOf: refund })
    expect(await journal.list()).toHaveLength(2)
  })

  it('is refused when it names no entry', async () => {
    const { ring } = await setUp(() => json200())
    await expect(ring('updateReceipt', open, { transactionOf: 'nobody' })).rejects.toMatchObject({
      failures: [{ path: 'extra.transactionOf' }],
    })
  })
})

describe('a person’s act', () => {
  it('sends a parked one again in its old place, with the same bytes', async () => {
    const { journal, transport, clock, ring, replay } = await setUp((_, count) =>
      count === 1 ? reply(409) : json200(),
    )
    const id = await ring('refund', refundOf('A'))
    const behind = await ring('refund', refundOf('A'))
    await replay()
    await journal.act(id, { tag: 'send-again', by: 'Ada' }, clock.now())
    await replay()
    expect(transport.sent.map((sent) => sent.id)).toEqual([id, id, behind])
    expect(transport.sent[0]?.body).toBe(transport.sent[1]?.body)
    expect((await journal.find(id))?.history.map(({ what, by }) => [what, by])).toEqual([
      ['rung-up', undefined],
      ['attempt', undefined],
      ['send-again', 'Ada'],
      ['attempt', undefined],
    ])
  })

  it.each(['mark-applied', 'void'] as const)(
    '%s ends it, erases its secrets and lets the next one go',
    async (tag) => {
      const { journal, clock, ring, replay } = await setUp((_, count) =>
        count === 1 ? reply(409) : json200(),
      )
      const id = await ring('refund', refundOf('A'))
      const behind = await ring('refund', refundOf('A'))
      await replay()
      await journal.act(id, { tag, by: 'Ada', reason: 'checked' }, clock.now())
      await replay()
      const entry = await journal.find(id)
      expect(entry?.state).toBe(tag === 'void' ? 'voided' : 'settled')
      expect(JSON.stringify(entry?.request)).not.toContain('auth-A')
      expect(await journal.find(behind)).toMatchObject({ state: 'settled' })
    },
  )

  it('is refused where it makes no sense, and changes nothing', async () => {
    const { journal, clock, ring, replay } = await setUp(() => json200())
    const id = await ring('refund', refundOf('A'))
    await replay()
    const before = await journal.find(id)
    for (const tag of ['send-again', 'mark-applied', 'void'] as const) {
      await expect(journal.act(id, { tag, by: 'Ada', reason: 'x' }, clock.now())).rejects.toMatchObject({
        code: 'act-refused',
      })
    }
    expect(await journal.find(id)).toEqual(before)
  })
})
