import { connect } from '../../../../src/journal/store/connection.js'
import { openJournal } from '../../../../src/journal/journal.js'
import { prepareDraft, type PreparedDraft } from '../../../../src/journal/queue/prepare.js'
import { recordedTables } from '../../../../src/journal/queue/record.js'
import type { Database } from '../../../../src/journal/store/database.js'
import type { TallyRow } from '../../../../src/journal/store/rows.js'
import { recount, tally } from '../../../../src/journal/store/tally.js'
import { openVault } from '../../../../src/journal/seal/vault.js'
import { clock } from '../../../../src/platform/clock.js'
import { createLock } from '../../../../src/platform/lock.js'
import { commit, createRefund, fillInBatches, settle, type Alike } from './contender.js'

/** What the bench asks of the journal that no host can. Loaded apart, so that no other page carries it. */

interface Till {
  name: string
  shop: string
  terminal: string
}

/**
 * Keeps so many refunds as ringing up does, each sealed, marked and chained by the journal's own functions; only that
 * thousands share one transaction.
 */
export async function fillJournal({ name, ...till }: Till, from: number, count: number): Promise<void> {
  const { database, close } = await connect(name, { mayCreate: true, makeRoom: undefined })
  const vault = await openVault(database)
  let written: Promise<unknown> = Promise.resolve()
  await fillInBatches(from, count, async (indices) => {
    const drafts = indices.map((index) => ({
      ...till,
      id: clock.id(),
      kind: 'refund' as const,
      request: createRefund(index),
      createdAt: clock.now(),
    }))
    const prepared = await Promise.all(drafts.map((draft) => prepareDraft({ vault }, draft)))
    const { entries, bodies, receipts } = database
    await written
    // The next are sealed while these are written.
    written = database.transaction('rw', recordedTables(database), () =>
      Promise.all([
        entries.bulkAdd(prepared.map(({ entry }) => entry)),
        bodies.bulkAdd(prepared.map(({ body }) => body)),
        receipts.bulkAdd(prepared.flatMap(({ receipt }) => receipt ?? [])),
        tally(
          database,
          prepared.map(({ entry }) => ({ after: entry })),
        ),
      ]),
    )
  })
  await written
  close()
}

/** Turns of a run that find one operation each, mark it as being sent and open its body; no other run is let in. */
export async function claimFromJournal(name: string, count: number): Promise<number[]> {
  const journal = await openJournal(name)
  return createLock(name).hold(
    async () => {
      const { number: run } = await journal.begin(clock.now())
      const taken: number[] = []
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now()
        const { claimed } = await journal.turn({
          policy: { replay: {} },
          run,
          decisions: [],
          slots: 1,
          now: clock.now(),
        })
        taken.push(performance.now() - startedAt)
        if (claimed.length !== 1 || claimed.some((claim) => !('body' in claim)))
          throw new Error(`claimed ${claimed.length} in place of one that can be sent`)
      }
      return taken
    },
    () => Promise.resolve(false),
  )
}

/**
 * What ringing up asks of the database, the same rows, indexes and questions, made ready before the clock starts: asked
 * of it directly, and by Dexie's own words. No code can store these rows in IndexedDB in less time than the first.
 */
export async function keepAlike(count: number): Promise<Alike> {
  const { database, close } = await connect('alike', { mayCreate: true, makeRoom: undefined })
  const vault = await openVault(database)
  await recount(database)
  const native = database.backendDB()
  const taken: Alike = { directly: [], byDexie: [] }
  const writers = {
    directly: (rows: Rows) => writeDirectly(native, rows),
    byDexie: (rows: Rows) => writeByDexie(database, rows),
  }
  for (let index = 0; index < 2 * count; index += 1) {
    const how = index % 2 === 0 ? 'directly' : 'byDexie'
    const draft = { id: clock.id(), kind: 'refund' as const, request: createRefund(index) }
    const rows = await prepareDraft(
      { vault },
      { ...draft, shop: 'S01', terminal: 'T1', createdAt: clock.now() },
    )
    const startedAt = performance.now()
    await writers[how](readRows(rows))
    taken[how].push(performance.now() - startedAt)
  }
  close()
  return taken
}

type Rows = Required<Pick<PreparedDraft, 'entry' | 'body' | 'receipt'>>

function readRows({ entry, body, receipt, used }: PreparedDraft): Rows {
  if (!receipt || used) throw new Error('the bench’s refund has a receipt without a number')
  return { entry, body, receipt }
}

async function writeDirectly(database: IDBDatabase, { entry, body, receipt }: Rows): Promise<void> {
  const names = ['entries', 'bodies', 'receipts', 'tallies']
  const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
  const [entries, bodies, receipts, tallies] = names.map((name) => transaction.objectStore(name))
  if (!entries || !bodies || !receipts || !tallies) throw new Error('a store is missing')
  const twins = entry.prints.map((print) => settle(entries.index('prints').getAll(print)))
  const counting = settle(tallies.get('entries') as IDBRequest<TallyRow>)
  entries.add(entry)
  bodies.add(body)
  receipts.add(receipt)
  const [counted] = await Promise.all([counting, ...twins])
  tallies.put({ ...counted, queued: counted.queued + 1 })
  transaction.commit()
  await commit(transaction)
}

async function writeByDexie(database: Database, { entry, body, receipt }: Rows): Promise<void> {
  const { entries, bodies, receipts, tallies } = database
  await database.transaction('rw', [entries, bodies, receipts, tallies], async () => {
    const [counted] = await Promise.all([
      tallies.get('entries'),
      ...entry.prints.map((print) => entries.where('prints').equals(print).toArray()),
      entries.add(entry),
      bodies.add(body),
      receipts.add(receipt),
    ])
    if (!counted) throw new Error('nothing is counted')
    await tallies.put({ ...counted, queued: counted.queued + 1 })
  })
}
