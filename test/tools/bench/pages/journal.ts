import { classify } from '../../../../src/decide/classify.js'
import { decide, type Decision } from '../../../../src/decide/decide.js'
import { connect } from '../../../../src/journal/store/connection.js'
import { openJournal } from '../../../../src/journal/journal.js'
import { useNumbers } from '../../../../src/journal/queue/add-entries.js'
import { takeNumber } from '../../../../src/journal/queue/numbers.js'
import { prepareDraft, type PreparedDraft } from '../../../../src/journal/queue/prepare.js'
import { recordedTables } from '../../../../src/journal/queue/record.js'
import type { Database } from '../../../../src/journal/store/database.js'
import { catchUp } from '../../../../src/journal/store/tail.js'
import { recount } from '../../../../src/journal/store/tally.js'
import { openVault } from '../../../../src/journal/seal/vault.js'
import { clock, delay } from '../../../../src/platform/clock.js'
import { createLock } from '../../../../src/platform/lock.js'
import { createMirrorStore } from '../../../../src/platform/mirror-store.js'
import { MirrorWriter } from '../../../../src/till/mirror-writer.js'
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
    const { entries, bodies } = database
    await written
    // The next are sealed while these are written.
    written = database.transaction('rw', recordedTables(database), () =>
      Promise.all([
        entries.bulkAdd(prepared.map(({ entry }) => entry)),
        bodies.bulkAdd(prepared.map(({ body }) => body)),
        // The last has the highest number: the next that the till takes follows it.
        useNumbers(
          database,
          prepared.slice(-1).map(({ entry }) => entry),
        ),
      ]),
    )
  })
  await written
  await recount(database)
  await catchUp(database)
  close()
  await copyJournal(name)
}

/** As long as a till rests between two steps of what it does in the background. */
const rest = () => delay(1_000)

/**
 * Brings the copies beside the database to where the journal is, by the till’s own writer but without its rests. A till
 * comes to have them while it rings up; without them it would make all of them while it is measured.
 */
async function copyJournal(name: string): Promise<void> {
  const journal = await openJournal(name, { rest })
  const store = createMirrorStore(name)
  const writer = new MirrorWriter({ setup: { mirror: {}, policy }, journal, store, clock })
  while ((await store.alone(() => writer.step())) === 'more');
  journal.close()
}

/** Settles all that waits, by turns of a run, as if the service had acknowledged each. */
export async function settleJournal(name: string): Promise<void> {
  const journal = await openJournal(name, { rest })
  await createLock(name).hold(
    async () => {
      const { number: run } = await journal.begin(clock.now())
      let decisions: Decision[] | undefined
      while (decisions?.length !== 0) {
        const terms = { run, decisions: decisions ?? [], slots: settledAtOnce, now: clock.now() }
        const { claimed } = await journal.turn({ policy, ...terms })
        decisions = claimed.map(({ ticket }, index) => acknowledge(ticket, index))
      }
      await journal.end(run, clock.now())
    },
    () => Promise.resolve(false),
  )
  await copyJournal(name)
}

const policy = { replay: {} }
const settledAtOnce = 500

function acknowledge(ticket: Parameters<typeof decide>[0], index: number): Decision {
  const now = clock.now()
  const text = JSON.stringify({ TransactionID: index })
  const headers = { 'content-type': 'application/json' }
  const answer = { tag: 'reply' as const, status: 200, headers, text, at: now, credentialsAt: now }
  return decide(ticket, classify(answer, true), { policy, now, random: 0 })
}

/** Turns of a run that find one operation each, mark it as being sent and open its body; no other run is let in. */
export async function claimFromJournal(name: string, count: number): Promise<number[]> {
  const journal = await openJournal(name, { rest })
  return createLock(name).hold(
    async () => {
      const { number: run } = await journal.begin(clock.now())
      const taken: number[] = []
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now()
        const { claimed } = await journal.turn({
          policy,
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
 * of it directly, and by Dexie's own words; in a journal of its own, or behind what waits in the one that is named. No
 * code can store these rows in IndexedDB in less time than the first.
 */
export async function keepAlike(count: number, name = 'alike'): Promise<Alike> {
  const { database, close } = await connect(name, { mayCreate: true, makeRoom: undefined })
  const vault = await openVault(database)
  const native = database.backendDB()
  const taken: Alike = { directly: [], byDexie: [] }
  const writers = {
    directly: (rows: Rows) => writeDirectly(native, rows),
    byDexie: (rows: Rows) => writeByDexie(database, rows),
  }
  let last: number | undefined
  for (let index = 0; index < 2 * count; index += 1) {
    const how = index % 2 === 0 ? 'directly' : 'byDexie'
    const sender = JSON.stringify(['S01', 'T1', null])
    const taking = { sender, shop: 'S01', terminal: 'T1', takenAt: clock.now() }
    const number = await takeNumber(database, taking)
    if (last !== undefined && number !== last + 1)
      throw new Error(`the number taken is ${number}, not ${last + 1}`)
    last = number
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

type Rows = Pick<PreparedDraft, 'entry' | 'body'>

function readRows({ entry, body }: PreparedDraft): Rows {
  if (entry.receipt?.sender === undefined) throw new Error('the bench’s refund has a receipt with a number')
  return { entry, body }
}

async function writeDirectly(database: IDBDatabase, { entry, body }: Rows): Promise<void> {
  const transaction = database.transaction(['entries', 'bodies'], 'readwrite', { durability: 'strict' })
  const store = (name: 'entries' | 'bodies') => transaction.objectStore(name)
  const twins = entry.prints.map((print) => settle(store('entries').index('prints').getAll(print)))
  store('entries').add(entry)
  store('bodies').add(body)
  await Promise.all(twins)
  transaction.commit()
  await commit(transaction)
}

async function writeByDexie(database: Database, { entry, body }: Rows): Promise<void> {
  const { entries, bodies } = database
  await database.transaction('rw', [entries, bodies], async () => {
    await Promise.all([
      ...entry.prints.map((print) => entries.where('prints').equals(print).toArray()),
      entries.add(entry),
      bodies.add(body),
    ])
  })
}
