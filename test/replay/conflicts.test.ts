import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/decide/decide.js'
import type { Policy } from '../../src/decide/policy.js'
import type { Conflict, Resolution } from '../../src/decide/resolve.js'
import type { Answer } from '../../src/domain/outcome.js'
import { createRules } from '../../src/domain/rules.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 3_600_000 } }

const update = (Total: number, extra: object = {}) => ({
  CardCode: 'A',
  TransactionID: 7,
  StoredValueCardReceipt: { Total, ...extra },
})

describe('onConflict', () => {
  const answers = [reply(409, '{"title":"Taken","StoredValueCardReceipt":{"Total":4}}')]

  it('is told the entry, the reply, the problem, the history and both receipts', async () => {
    const seen: Conflict[] = []
    const onConflict = (conflict: Conflict): Resolution => {
      seen.push(conflict)
      return { action: 'park' }
    }
    const { append, wakeLater } = await openWorld({ answers, host: { onConflict } })
    const id = await append('updateReceipt', update(6))
    await wakeLater()
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
    const { journal, transport, append, wakeLater } = await openWorld({
      answers,
      host: { onConflict: () => resolution },
    })
    const id = await append('updateReceipt', update(6))
    await wakeLater()
    await wakeLater()
    expect(await journal.find(id)).toMatchObject({ state })
    expect(transport.sent).toHaveLength(sendings)
  })

  it('may amend what was amended, three times in all: then a person looks at it', async () => {
    let total = 6
    const onConflict = () => ({ action: 'amend', model: update((total += 1)) }) as const
    const { journal, transport, append, wakeLater } = await openWorld({
      answer: () => reply(409),
      host: { onConflict },
    })
    await append('updateReceipt', update(6))
    for (let round = 0; round < 8; round += 1) await wakeLater()
    expect(transport.sent).toHaveLength(4)
    expect(await journal.count()).toMatchObject({ voided: 3, parked: 1, queued: 0 })
  })

  it('may amend: another body, another key, the same place in line', async () => {
    const onConflict = () => ({ action: 'amend', model: update(7) }) as const
    const { journal, transport, append, wakeLater } = await openWorld({
      answers,
      host: { onConflict },
      policy: keyed,
    })
    const id = await append('updateReceipt', update(6), { key: 'key-1' })
    const behind = await append('updateReceipt', update(8), { key: 'key-2' })
    await wakeLater()
    await wakeLater()
    const [, amended, last] = transport.sent
    expect(await journal.find(id)).toMatchObject({ state: 'voided', replacedBy: amended?.id })
    expect(amended).toMatchObject({ body: JSON.stringify(update(7)) })
    expect(amended?.key).not.toBe('key-1')
    expect(amended?.key).toBeDefined()
    expect(last?.id).toBe(behind)
    expect(await journal.find(amended?.id ?? '')).toMatchObject({ state: 'settled', replaces: id })
  })

  it.each<[string, object, string]>([
    ['a limit', refundOf('A', 5000), 'limit perOperation: 5000 against 50'],
    ['a likeness', refundOf('B', 7), 'it looks like entry-2'],
    ['the rules', { ...refundOf('A', 7), StoredValueCardCodeCollection: [] }, 'a card to refund'],
  ])('may not amend past %s: it stays the conflict it was, with the reason', async (_, model, why) => {
    const { journal, transport, append, wakeLater } = await openWorld({
      answer: ({ id }) => reply(id === 'entry-1' ? 409 : 500),
      host: { onConflict: () => ({ action: 'amend', model }) },
      admission: { rules: createRules(), limits: { perOperation: 50 } },
    })
    const id = await append('refund', refundOf('A', 5))
    await append('refund', refundOf('B', 7))
    const report = await wakeLater()
    expect(await journal.find(id)).toMatchObject({
      state: 'parked',
      reason: 'conflict',
      amount: 5,
      history: [{}, { what: 'attempt', outcome: 'conflict', status: 409 }],
    })
    const entry = await journal.find(id)
    expect(entry?.history.at(-1)?.detail).toMatch(/^the amendment was refused: /)
    expect(entry?.history.at(-1)?.detail).toContain(why)
    expect(report).toMatchObject({ voided: 0 })
    expect(await journal.count()).toMatchObject({ voided: 0, queued: 0, sending: 0 })
    expect(transport.sent.map((sent) => sent.id).sort()).toEqual(['entry-1', 'entry-2'])
  })

  it('may amend two at once up to a limit, and not the two together past it', async () => {
    const { journal, append, wakeLater } = await openWorld({
      answer: ({ id }) => (['entry-1', 'entry-2'].includes(id) ? reply(409) : json200()),
      host: { onConflict: ({ entry }) => ({ action: 'amend', model: refundOf(entry.id, 60) }) },
      admission: { rules: createRules(), limits: { total: 100 } },
    })
    await append('refund', refundOf('A', 5))
    await append('refund', refundOf('B', 5))
    const turn = journal.turn
    const held: Decision[] = []
    // Both answers are recorded by one turn.
    journal.turn = async (request) => {
      held.push(...request.decisions)
      const isWhole = held.length === 2
      const decisions = isWhole ? held.splice(0) : []
      return turn({ ...request, decisions })
    }
    await wakeLater()
    journal.turn = turn
    expect(await journal.count()).toMatchObject({ voided: 1, parked: 1 })
  })

  it('that throws parks the operation and stops nothing', async () => {
    const onConflict = () => {
      throw new Error('host fault')
    }
    const { append, wakeLater, stateOf } = await openWorld({ answers, host: { onConflict } })
    const id = await append('updateReceipt', update(6))
    const other = await append('refund', refundOf('B'))
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/conflict')
    expect(await stateOf(other)).toBe('settled')
  })

  it('is not lost over a journal that fails while the host is asked', async () => {
    const { journal, append, wakeLater, stateOf } = await openWorld({
      answers,
      host: { onConflict: () => ({ action: 'accept' }) },
    })
    const id = await append('updateReceipt', update(6))
    journal.findBase = () => Promise.reject(new Error('disk'))
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/conflict')
  })

  it('resolves no more than three times the same way', async () => {
    const { transport, append, wakeLater, stateOf } = await openWorld({
      answer: () => reply(409),
      host: { onConflict: () => ({ action: 'resend' }) },
    })
    const id = await append('refund', refundOf('A'))
    for (let round = 0; round < 6; round += 1) await wakeLater()
    expect(transport.sent).toHaveLength(4)
    expect(await stateOf(id)).toBe('parked/conflict')
  })
})

describe('a key', () => {
  it('goes along with every resend, the same each time, until the service answers', async () => {
    const silence: Answer = { tag: 'silence', why: 'network', at: 1 }
    const { transport, append, wakeLater, stateOf } = await openWorld({
      answers: [silence, silence],
      policy: keyed,
    })
    const id = await append('refund', refundOf('A'), { key: 'key-1' })
    for (let round = 0; round < 3; round += 1) await wakeLater()
    expect(transport.sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
    expect(new Set(transport.sent.map(({ body }) => body)).size).toBe(1)
    expect(await stateOf(id)).toBe('settled')
  })
})

describe('an update of a transaction that is not known yet', () => {
  const open = { CardCode: 'B', StoredValueCardReceipt: { Total: 1 } }

  it('waits for its operation, though it touches no common card, and carries the id from its reply', async () => {
    let isBusy = true
    const { journal, transport, append, wakeLater } = await openWorld({
      answer: ({ kind }) =>
        kind === 'refund' ? (isBusy ? reply(429) : reply(200, '{"TransactionID":4711}')) : json200(),
    })
    const refund = await append('refund', refundOf('A'))
    const id = await append('updateReceipt', open, { transactionOf: refund })
    await wakeLater()
    expect(await journal.find(id)).toMatchObject({ state: 'queued', transactionOf: refund })
    isBusy = false
    await wakeLater()
    expect(transport.sent.at(-1)?.body).toBe(JSON.stringify({ ...open, TransactionID: 4711 }))
    expect(await journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 4711 } })
  })

  it.each([
    ['its operation settled without an id', () => reply(200, '{"ok":true}')],
    ['the id is no integer', () => reply(200, '{"TransactionID":"x"}')],
  ])('parks as reference when %s', async (_, answer) => {
    const { append, wakeLater, stateOf } = await openWorld({ answer })
    const id = await append('updateReceipt', open, { transactionOf: await append('refund', refundOf('A')) })
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/reference')
  })

  it('parks as reference when its operation is voided, and follows it when it is amended', async () => {
    const { journal, clock, append, wakeLater, stateOf } = await openWorld({
      answer: ({ body }) => (body.includes('"wrong"') ? reply(400) : reply(200, '{"TransactionID":5}')),
    })
    const voided = await append('refund', refundOf('wrong'))
    const amended = await append('refund', refundOf('wrong', 20))
    const orphan = await append('updateReceipt', open, { transactionOf: voided })
    const heir = await append('updateReceipt', { ...open, CardCode: 'C' }, { transactionOf: amended })
    await wakeLater()
    await journal.act(voided, { tag: 'void', by: 'Ada', reason: 'mistake' }, clock.now())
    await wakeLater()
    const successor = { id: 'right', request: refundOf('right', 20), createdAt: clock.now() }
    await journal.act(amended, { tag: 'amend', by: 'Ada', reason: 'wrong card', successor }, clock.now())
    await wakeLater()
    expect(await stateOf(orphan)).toBe('parked/reference')
    expect(await journal.find(heir)).toMatchObject({ state: 'settled', request: { TransactionID: 5 } })
  })

  it('stays queued, not sent and not lost, when the journal fails on the way', async () => {
    const { journal, transport, append, wakeLater, stateOf } = await openWorld({
      answer: () => reply(200, '{"TransactionID":5}'),
    })
    const refund = await append('refund', refundOf('A'))
    const id = await append('updateReceipt', open, { transactionOf: refund })
    const freeze = journal.freeze
    journal.freeze = () => Promise.reject(new Error('disk'))
    await wakeLater()
    expect(await stateOf(id)).toBe('queued')
    expect(transport.sent.map((sent) => sent.id)).toEqual([refund])
    journal.freeze = freeze
    await wakeLater()
    expect(await stateOf(id)).toBe('settled')
  })

  it('is still the same operation when it is told again after the id has been written in', async () => {
    const { journal, append, wakeLater } = await openWorld({
      answer: () => reply(200, '{"TransactionID":5}'),
    })
    const refund = await append('refund', refundOf('A'))
    const id = await append('updateReceipt', open, { transactionOf: refund })
    await wakeLater()
    await append('updateReceipt', open, { id, transactionOf: refund })
    expect(await journal.list()).toHaveLength(2)
  })

  it('is refused when it names no entry', async () => {
    const { append } = await openWorld()
    await expect(append('updateReceipt', open, { transactionOf: 'nobody' })).rejects.toMatchObject({
      failures: [{ path: 'extra.transactionOf' }],
    })
  })
})

describe('a person’s act', () => {
  it('sends a parked one again in its old place, with the same bytes', async () => {
    const { journal, transport, clock, append, wakeLater } = await openWorld({ answers: [reply(409)] })
    const id = await append('refund', refundOf('A'))
    const behind = await append('refund', refundOf('A'))
    await wakeLater()
    await journal.act(id, { tag: 'send-again', by: 'Ada' }, clock.now())
    await wakeLater()
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
      const { journal, clock, append, wakeLater, stateOf } = await openWorld({ answers: [reply(409)] })
      const id = await append('refund', refundOf('A'))
      const behind = await append('refund', refundOf('A'))
      await wakeLater()
      await journal.act(id, { tag, by: 'Ada', reason: 'checked' }, clock.now())
      await wakeLater()
      const entry = await journal.find(id)
      expect(entry?.state).toBe(tag === 'void' ? 'voided' : 'settled')
      expect(JSON.stringify(entry?.request)).not.toContain('auth-A')
      expect(await stateOf(behind)).toBe('settled')
    },
  )

  it('is refused where it makes no sense, and changes nothing', async () => {
    const { journal, clock, append, wakeLater } = await openWorld()
    const id = await append('refund', refundOf('A'))
    await wakeLater()
    const before = await journal.find(id)
    for (const tag of ['send-again', 'mark-applied', 'void'] as const) {
      await expect(journal.act(id, { tag, by: 'Ada', reason: 'x' }, clock.now())).rejects.toMatchObject({
        code: 'act-refused',
      })
    }
    expect(await journal.find(id)).toEqual(before)
  })
})
