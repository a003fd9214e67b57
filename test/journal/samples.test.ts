import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { freshName } from '../support/journals.js'
import { readStored, restoreStored } from '../support/stored.js'
import sample from '../samples/journal-1.json' with { type: 'json' }

const later = Date.parse('2026-11-21T12:00:00Z')

describe('the database of release 0.1.0', () => {
  let name: string
  let journal: TillJournal
  beforeEach(async () => {
    name = freshName()
    await restoreStored(sample, name)
    journal = await openJournal(name)
  })
  afterEach(() => {
    journal.close()
  })

  const list = async () => (await journal.list({ limit: 100 })).reverse()
  const find = async (isWanted: (entry: ListedEntry) => boolean) => (await list()).filter(isWanted)

  it('opens with every entry in the state it was left in, in line', async () => {
    expect((await list()).map(describeEntry)).toEqual([
      'associate settled',
      'refund settled',
      'migrate parked: conflict',
      'updateReceipt settled',
      'confirmOrder parked: rejected',
      'refund parked: unknown',
      'refund queued',
      'updateReceipt queued',
      'refund voided',
      'refund queued',
      'migrate parked: precondition',
      'refund parked: refused',
      'associate voided',
      'updateReceipt parked: reference',
      'confirmOrder settled',
      'confirmOrder parked: unknown',
      'updateReceipt sending',
      'associate sending',
      'associate queued',
      'migrate queued',
      'confirmOrder queued',
      'refund queued',
      'refund parked: unreadable',
      'refund parked: unreadable',
    ])
  })

  it('is not changed by opening and listing', async () => {
    await list()
    const rows = Object.fromEntries(sample.stores.map((store) => [store.name, store.rows]))
    expect(await readStored(name)).toEqual(rows)
  })

  it('keeps replies, human acts and whom an amendment replaced', async () => {
    const [settled] = await find(({ kind, state }) => kind === 'refund' && state === 'settled')
    expect(settled).toMatchObject({
      reply: { status: 200, headers: { etag: '"7002-1"' }, body: { TransactionID: 7002 } },
    })
    const [unknown] = await find((entry) => 'reason' in entry && entry.reason === 'unknown')
    expect(unknown?.history.map(({ what }) => what)).toEqual(['rung-up', 'attempt', 'send-again', 'attempt'])
    const [voided] = await find((entry) => 'replacedBy' in entry)
    expect(voided).toMatchObject({ history: [{}, {}, { what: 'amend', by: 'Ugo Bianchi' }] })
    const [successor] = await find((entry) => 'replaces' in entry)
    expect(voided).toHaveProperty('replacedBy', successor?.id)
  })

  it('still holds the secrets of what waits, and of nothing that ended', async () => {
    const secret = /"(auth|pass|pin|token|device)-\d{4}"/
    const isOver = ({ state }: ListedEntry) => state === 'settled' || state === 'voided'
    const told = (entries: ListedEntry[]) => JSON.stringify(entries.map(({ request }) => request))
    expect(told(await find(isOver))).not.toMatch(secret)
    expect(told(await find((entry) => !isOver(entry)))).toMatch(secret)
  })

  it('goes on: a run finds what was under way, the pauses and what may go', async () => {
    const run = await journal.begin(later)
    expect(run.stranded.map(({ kind }) => kind)).toEqual(['updateReceipt', 'associate'])
    expect(run.pauses.map(({ scope }) => scope)).toEqual(['confirmOrder', 'service'])
    const { claimed } = await journal.turn({ run: run.number, decisions: [], slots: 100, now: later })
    expect(claimed.map((claim) => [claim.ticket.kind, 'unreadable' in claim])).toEqual([
      ['associate', false],
      ['migrate', false],
      ['confirmOrder', false],
      ['refund', true],
      ['refund', false],
    ])
  })

  it('still tells the worker how to reach the service', async () => {
    expect(await journal.readSetting('worker')).toMatchObject({
      access: { headers: { authorization: 'Bearer fictitious-4718' } },
    })
  })

  it('numbers what is rung up next after all that stands', async () => {
    await journal.append({
      id: 'next',
      kind: 'associate',
      request: { Card: '9001000000000207' },
      shop: 'S01',
      terminal: 'T3',
      createdAt: later,
    })
    expect((await list()).map(({ id }) => id).indexOf('next')).toBe(24)
  })
})

function describeEntry(entry: ListedEntry): string {
  const reason = 'reason' in entry ? `: ${entry.reason}` : ''
  return `${entry.kind} ${entry.state}${reason}`
}
