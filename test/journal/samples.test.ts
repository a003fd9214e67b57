import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { VaultOpener } from '../../src/journal/open.js'
import { rowFormat, type EntryRow } from '../../src/journal/store/rows.js'
import { openVault, type Vault } from '../../src/journal/seal/vault.js'
import { freshName, openRaw, readAll } from '../support/journals.js'
import { readStored, restoreStored } from '../support/stored.js'
import sample from '../samples/journal-1.json' with { type: 'json' }
import present from '../samples/journal-2.json' with { type: 'json' }
import filed from '../samples/journal-4.json' with { type: 'json' }
import { plainVault } from '../support/vault.js'

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

  it('is sealed as it is opened: no body, no reply, no card, no header stays in clear', async () => {
    const before = JSON.stringify(sample.stores)
    const after = await readAll(name)
    for (const hidden of ['Rossi', 'pass-', 'Bearer fictitious']) {
      expect(before).toContain(hidden)
      expect(after).not.toContain(hidden)
    }
    const readable = (await readStored(name)).entries?.filter(
      (row) => (row as { v: unknown }).v === rowFormat,
    )
    expect(JSON.stringify(readable)).not.toContain('9001000000')
  })

  it('leaves alone what a newer release wrote, and what cannot be read', async () => {
    const strange = (rows: readonly object[] = []) =>
      rows.filter((row) => (row as { v?: unknown }).v !== rowFormat && (row as { v?: unknown }).v !== 1)
    const old = sample.stores.find((store) => store.name === 'entries')?.rows
    const now = (await readStored(name)).entries as object[]
    expect(strange(now)).toEqual(strange(old))
    expect(strange(now).length).toBeGreaterThan(0)
  })

  it('has its counts, its chains and its place for search', async () => {
    expect(await journal.count()).toMatchObject({ queued: 8, sending: 2, settled: 4, parked: 8, voided: 2 })
    expect(await journal.verify()).toMatchObject({ altered: { what: 'it does not have the expected form' } })
    expect(await journal.list({ card: '9001000000000017' })).not.toEqual([])
    expect(await journal.listReceipts({ card: '9001000000000025' })).not.toEqual([])
  })

  it('is brought over whole though the first attempt broke off, and by two tabs at once', async () => {
    const other = freshName()
    await restoreStored(sample, other)
    const breakOff: VaultOpener = async (database) => breakAfter(await openVault(database), 38)
    await expect(openJournal(other, { openVault: breakOff })).rejects.toThrow('openTill failed')
    const formats = (await readStored(other)).entries?.map((row) => (row as { v: unknown }).v)
    expect(new Set(formats)).toContain(1)
    expect(new Set(formats)).toContain(rowFormat)
    const opened = await Promise.all([openJournal(other), openJournal(other)])
    const states = await opened[0].list({ limit: 100 })
    expect(states.map(describeEntry)).toEqual((await journal.list({ limit: 100 })).map(describeEntry))
    expect(await opened[1].count()).toEqual(await journal.count())
    for (const one of opened) one.close()
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
    const { claimed } = await journal.turn({
      policy: { replay: {} },
      run: run.number,
      decisions: [],
      slots: 100,
      now: later,
    })
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

describe('the database of release 0.2.0, sealed by a vault that hides nothing', () => {
  it('opens as it was left, whole, and goes on', async () => {
    const name = freshName()
    await restoreStored(present, name)
    const journal = await openJournal(name, { openVault: () => Promise.resolve(plainVault) })
    expect(await journal.count()).toMatchObject({ queued: 9, sending: 2, settled: 4, parked: 8, voided: 2 })
    const [last] = await journal.list({ limit: 1 })
    expect(last).toMatchObject({
      id: 'late-1',
      request: { StoredValueCardCodeCollection: [{ AuthorizationCode: 'auth-0405' }] },
      history: [{ what: 'rung-up' }, { what: 'limit-overridden', by: 'Ugo Bianchi' }],
    })
    expect(await journal.listReceipts({ card: '9001000000000405' })).toMatchObject([
      { number: 7, total: 12.5 },
    ])
    expect(await journal.listUnusedNumbers()).toMatchObject([{ number: 1, drawer: 1 }])
    const { stranded } = await journal.begin(later)
    expect(stranded).toHaveLength(2)
    journal.close()
  })

  it('gives its unresolved updates the lane of their transaction, once', async () => {
    const name = freshName()
    await restoreStored(present, name)
    const open = () => openJournal(name, { openVault: () => Promise.resolve(plainVault) })
    ;(await open()).close()
    const raw = await openRaw(name)
    const updates = await raw
      .table<EntryRow>('entries')
      .filter(({ kind, lanes }) => kind === 'updateReceipt' && lanes !== undefined)
      .toArray()
    const named = updates.filter(({ transactionOf }) => transactionOf === undefined)
    expect(named.map(({ state, lanes }) => [state, lanes?.includes('TransactionID:7002')])).toEqual([
      ['sending', true],
    ])
    expect(updates.length).toBeGreaterThan(1)
    expect(await raw.table('settings').get('lanesBehind')).toBeUndefined()
    raw.close()
  })
})

describe('the database of release 0.2.0 at its fourth version, whose receipts are filed with their entries', () => {
  const open = (name: string) => openJournal(name, { openVault: () => Promise.resolve(plainVault) })
  const taking = { sender: '["S01","T1",null]', shop: 'S01', terminal: 'T1', takenAt: later }
  const numbered = (Number: number) => ({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: `card ${Number}` }],
    StoredValueCardReceipt: { Total: 4, SenderData: { Shop: 'S01', Terminal: 'T1', Number } },
  })

  it('opens as it was left, and finds its receipts and those that follow', async () => {
    const name = freshName()
    await restoreStored(filed, name)
    const journal = await open(name)
    expect(await journal.count()).toEqual({
      queued: 2,
      sending: 0,
      settled: 2,
      parked: 2,
      voided: 2,
      name: 'entries',
      amount: '33',
    })
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 8 })
    const old = ['unnumbered', 'waiting', 'unknown', 'amended', 'rejected', 'settled']
    const ids = async () => (await journal.listReceipts()).map(({ id }) => id)
    expect(await ids()).toEqual(old)
    const number = await journal.takeNumber(taking)
    expect(number).toBe(54)
    const till = { shop: 'S01', terminal: 'T1', createdAt: later }
    for (const [id, used] of [
      ['first', number],
      ['second', 53],
    ] as const)
      await journal.append({ id, kind: 'refund', request: numbered(used), ...till })
    expect(await ids()).toEqual(['second', 'first', ...old])
    expect(await journal.listReceipts({ number: 54 })).toMatchObject([{ id: 'first', total: 4 }])
    expect(await journal.listUnusedNumbers()).toEqual([])
    await journal.begin(later)
    expect(await ids()).toEqual(['second', 'first', ...old])
    expect((await readStored(name)).receipts).toHaveLength(8)
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 10 })
    journal.close()
  })

  it('is refused as of a newer release by one that knows only that version', async () => {
    const name = freshName()
    await restoreStored(filed, name)
    ;(await open(name)).close()
    const raw = await openRaw(name)
    expect(raw.verno).toBe(5)
    raw.close()
    const older = indexedDB.open(name, filed.version)
    const refused = await new Promise<string | undefined>((resolve) => {
      older.onerror = () => {
        resolve(older.error?.name)
      }
    })
    expect(refused).toBe('VersionError')
  })
})

function describeEntry(entry: ListedEntry): string {
  const reason = 'reason' in entry ? `: ${entry.reason}` : ''
  return `${entry.kind} ${entry.state}${reason}`
}

/** A vault in which the browser dies after so many seals. */
function breakAfter(vault: Vault, seals: number): Vault {
  let left = seals
  const seal: Vault['seal'] = (label, text) => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('the browser died')) : vault.seal(label, text)
  }
  return { ...vault, seal }
}
