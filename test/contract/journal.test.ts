import { afterEach, describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import { DuplicateOperation } from '../../src/domain/errors.js'
import type { Outcome } from '../../src/domain/outcome.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { Summary } from '../../src/journal/views/live.js'
import type { Claimed } from '../../src/ports.js'
import { append, freshName, openFreshJournal, readAll } from '../support/journals.js'
import { plainVault } from '../support/vault.js'
import { fullModels, kinds, refundOf, secretsPlanted } from '../support/models.js'

const now = 2_000_000
const view = { policy: { replay: {} }, now, random: 0.5 }
const acknowledged: Outcome = {
  tag: 'acknowledged',
  reply: { status: 200, headers: { etag: '"1"' }, body: { TransactionID: 7 }, at: now },
  credentialsAt: 0,
}

describe('the journal', () => {
  const opened: TillJournal[] = []
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    for (const journal of opened.splice(0)) journal.close()
  })

  async function open() {
    const { journal, name } = await openFreshJournal()
    opened.push(journal)
    return { journal, name }
  }

  async function claimAll(journal: TillJournal, slots = 100): Promise<{ run: number; claimed: Claimed[] }> {
    const { number: run } = await journal.begin(now)
    const { claimed } = await journal.turn({ policy: { replay: {} }, run, decisions: [], slots, now })
    return { run, claimed }
  }

  async function conclude(
    journal: TillJournal,
    { run, claimed }: { run: number; claimed: Claimed[] },
    outcome: Outcome,
  ) {
    const decisions = claimed.map(({ ticket }) => decide(ticket, outcome, view))
    await journal.turn({ policy: { replay: {} }, run, decisions, slots: 0, now })
  }

  it('keeps each kind as it was rung up', async () => {
    const { journal } = await open()
    for (const kind of kinds) {
      const id = await append(journal, kind, fullModels[kind])
      expect(await journal.find(id)).toMatchObject({
        id,
        kind,
        state: 'queued',
        request: fullModels[kind],
        createdAt: new Date(1_000_000),
        history: [{ what: 'rung-up', at: new Date(1_000_000) }],
      })
    }
  })

  it('shows cards masked, and the amount of a refund only', async () => {
    const { journal } = await open()
    const refund = await journal.find(await append(journal, 'refund', fullModels.refund))
    expect(refund).toMatchObject({ cards: ['••••0025', '••••0033'], amount: 20.5 })
    const migrate = await journal.find(await append(journal, 'migrate', fullModels.migrate))
    expect(migrate).not.toHaveProperty('amount')
  })

  it('keeps the receipt in the same step, to be found by its number', async () => {
    const { journal } = await open()
    const id = await append(journal, 'refund', fullModels.refund)
    await append(journal, 'associate', fullModels.associate)
    expect(await journal.listReceipts()).toMatchObject([
      { id, number: 42, total: 20.5, entry: { id, state: 'queued' } },
    ])
    expect(await journal.listReceipts({ number: 42 })).toHaveLength(1)
    expect(await journal.listReceipts({ number: 41 })).toEqual([])
  })

  it('takes the same id with the same body for the same operation, even after it settled', async () => {
    const { journal } = await open()
    await append(journal, 'associate', fullModels.associate, 'own-1')
    await append(journal, 'associate', fullModels.associate, 'own-1')
    await conclude(journal, await claimAll(journal), acknowledged)
    await append(journal, 'associate', fullModels.associate, 'own-1')
    expect(await journal.list()).toMatchObject([{ id: 'own-1', state: 'settled' }])
  })

  it('refuses the same id with another body, and stores nothing of it', async () => {
    const { journal } = await open()
    await append(journal, 'refund', refundOf('1'), 'own-1')
    await expect(append(journal, 'refund', refundOf('2'), 'own-1')).rejects.toThrow(DuplicateOperation)
    await expect(append(journal, 'associate', { Card: '1' }, 'own-1')).rejects.toMatchObject({
      code: 'id-reused',
    })
    expect(await journal.list()).toMatchObject([{ request: refundOf('1') }])
    expect(await journal.listReceipts()).toHaveLength(1)
  })

  it('keeps bodies, replies, cards and headers sealed from the first moment', async () => {
    const { journal, name } = await open()
    for (const kind of kinds) await append(journal, kind, fullModels[kind])
    await journal.writeSetting('worker', { headers: { Authorization: 'Bearer planted' } })
    const whileWaiting = await readAll(name)
    await conclude(journal, await claimAll(journal), {
      tag: 'acknowledged',
      reply: { status: 200, headers: {}, body: { said: 'planted' }, at: now },
      credentialsAt: 0,
    })
    for (const stored of [whileWaiting, await readAll(name)]) {
      for (const hidden of [...secretsPlanted, 'planted', 'Rossi', '9001000000000'])
        expect(stored).not.toContain(hidden)
      expect(stored).toContain('S01')
    }
  })

  it('erases the secrets of what is settled, and keeps the reply beside the rest', async () => {
    const name = freshName()
    const journal = await openJournal(name, { openVault: () => Promise.resolve(plainVault) })
    opened.push(journal)
    for (const kind of kinds) await append(journal, kind, fullModels[kind])
    for (const secret of secretsPlanted) expect(await readAll(name)).toContain(secret)
    await conclude(journal, await claimAll(journal), acknowledged)
    const stored = await readAll(name)
    for (const secret of secretsPlanted) expect(stored).not.toContain(secret)
    expect(stored).toContain('Rossi')
    expect(await journal.list({ kind: 'associate' })).toMatchObject([
      { state: 'settled', settledAt: new Date(now), reply: { status: 200, body: { TransactionID: 7 } } },
    ])
  })

  it('keeps the secrets of what is parked, for it may be sent again', async () => {
    const { journal } = await open()
    const id = await append(journal, 'associate', fullModels.associate)
    await conclude(journal, await claimAll(journal), { tag: 'silent', detail: 'network' })
    expect(await journal.find(id)).toMatchObject({
      state: 'parked',
      reason: 'unknown',
      request: fullModels.associate,
    })
  })

  it('claims the first of each card, and the next when that one has settled', async () => {
    const { journal } = await open()
    const ids: string[] = []
    for (const card of ['A', 'A', 'B', 'A']) ids.push(await append(journal, 'refund', refundOf(card)))
    const first = await claimAll(journal)
    expect(first.claimed.map(({ ticket }) => ticket.id)).toEqual([ids[0], ids[2]])
    const { run } = first
    const decisions = first.claimed.map(({ ticket }) => decide(ticket, acknowledged, view))
    const second = await journal.turn({ policy: { replay: {} }, run, decisions, slots: 9, now })
    expect(second.claimed.map(({ ticket }) => ticket.id)).toEqual([ids[1]])
  })

  it('claims no more than it was asked to, in the order of ringing up', async () => {
    const { journal } = await open()
    const ids: string[] = []
    for (let index = 0; index < 40; index += 1)
      ids.push(
        await append(
          journal,
          kinds[index % 2] === 'refund' ? 'refund' : 'migrate',
          kinds[index % 2] === 'refund'
            ? refundOf(`c${index}`)
            : { StoredValueCardCode: `n${index}`, OldCardCode: `o${index}` },
        ),
      )
    const { claimed } = await claimAll(journal, 3)
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual(ids.slice(0, 3))
  })

  it('finds the last free card behind a hundred that wait for one another', async () => {
    const { journal } = await open()
    await append(journal, 'refund', refundOf('stuck'))
    await conclude(journal, await claimAll(journal), { tag: 'silent', detail: 'network' })
    for (let index = 0; index < 100; index += 1) await append(journal, 'refund', refundOf('stuck'))
    const free = await append(journal, 'refund', refundOf('free'))
    const { claimed } = await claimAll(journal, 4)
    expect(claimed.map(({ ticket }) => ticket.id)).toEqual([free])
  })

  it('tells when the next may go, and nothing when none waits', async () => {
    const { journal } = await open()
    await append(journal, 'refund', refundOf('1'))
    const first = await claimAll(journal)
    const decisions = first.claimed.map(({ ticket }) =>
      decide(ticket, { tag: 'found-absent', detail: 'x' }, { ...view, random: 1 }),
    )
    const turned = await journal.turn({ policy: { replay: {} }, run: first.run, decisions, slots: 4, now })
    expect(turned).toMatchObject({ claimed: [], nextDueAts: { refund: now + 2_000 } })
    const later = await journal.turn({
      policy: { replay: {} },
      run: first.run,
      decisions: [],
      slots: 4,
      now: now + 2_000,
    })
    expect(later.claimed).toHaveLength(1)
  })

  it('refuses to write a transaction’s id for a run that another has overtaken', async () => {
    const { journal } = await open()
    await append(journal, 'refund', refundOf('1'))
    const { claimed } = await claimAll(journal)
    const [claim] = claimed
    if (!claim || 'unreadable' in claim) throw new Error('nothing was claimed')
    await journal.begin(now)
    await expect(journal.freeze(claim, '{"TransactionID":1}')).rejects.toThrow(/run 2 is on/)
  })

  it('changes nothing when a decision does not fit the state it finds', async () => {
    const { journal } = await open()
    const id = await append(journal, 'refund', refundOf('1'))
    const first = await claimAll(journal)
    await conclude(journal, first, acknowledged)
    await expect(conclude(journal, first, { tag: 'silent', detail: 'late' })).rejects.toThrow(/it is settled/)
    expect(await journal.find(id)).toMatchObject({ state: 'settled' })
  })

  it('lists newest first, by state, kind, card and time, a page at a time', async () => {
    const { journal } = await open()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1)
      ids.push(await append(journal, 'refund', refundOf(`c${index % 2}`)))
    const order = await append(journal, 'confirmOrder', fullModels.confirmOrder)
    const idsOf = async (filter: Parameters<TillJournal['list']>[0]) =>
      (await journal.list(filter)).map(({ id }) => id)
    expect(await idsOf({})).toEqual([order, ...[...ids].reverse()])
    expect(await idsOf({ kind: 'confirmOrder' })).toEqual([order])
    expect(await idsOf({ card: 'c1' })).toEqual([ids[3], ids[1]])
    expect(await idsOf({ state: 'settled' })).toEqual([])
    expect(await idsOf({ state: 'queued', limit: 2 })).toEqual([order, ids[4]])
    expect(await idsOf({ state: 'queued', limit: 2, after: ids[4] ?? '' })).toEqual([ids[3], ids[2]])
    expect(await idsOf({ since: new Date(1_000_001) })).toEqual([])
    expect(await idsOf({ until: new Date(1_000_000), limit: 1 })).toEqual([order])
  })

  it('tells its summary at once, and again when another tab changes it', async () => {
    const { journal, name } = await open()
    const other = await openJournal(name)
    opened.push(other)
    const seen: (number | undefined)[] = []
    const counted = new Promise<void>((resolve, reject) => {
      const tell = ({ counts }: Summary) => {
        seen.push(counts.queued)
        if (seen.length === 1) void append(other, 'refund', refundOf('1'))
        if (counts.queued === 1) resolve()
      }
      stops.push(journal.watchSummary(tell, reject))
    })
    await counted
    expect(seen[0]).toBe(0)
  })

  it('keeps a setting and its runs’ pause over closing', async () => {
    const { journal } = await open()
    await journal.writeSetting('worker', { concurrency: 3 })
    const { number: run } = await journal.begin(now)
    const pause = {
      scope: 'service',
      reason: 'offline',
      since: 1,
      until: 2,
      failures: 3,
      isFirm: false,
    } as const
    await journal.turn({
      policy: { replay: {} },
      run,
      decisions: [],
      slots: 0,
      now,
      line: { begun: [pause], ended: [], acknowledgedAt: 9 },
    })
    await journal.end(run, now)
    expect(await journal.readSetting('worker')).toEqual({ concurrency: 3 })
    expect(await journal.begin(now)).toMatchObject({ number: run + 1, pauses: [pause], acknowledgedAt: 9 })
  })
})
