import { Dexie } from 'dexie'
import { operationKinds } from '../domain/endpoints.js'
import type { Decision } from '../decide/decide.js'
import type { Run, Turn, Turned } from '../ports.js'
import { claim, findNextDueAt, release, rowToTicket } from './claim.js'
import type { Database } from './database.js'
import { isNewer, rowFormat, type EntryRow, type RunRow } from './rows.js'
import { eraseSecrets } from './secrets.js'

/** Numbers a new run, so that an earlier one can no longer write, and finds what that one left unaccounted. */
export async function begin(database: Database, now: number): Promise<Run> {
  const { entries, pauses, runs } = database
  return database.transaction('rw', [entries, pauses, runs], async () => {
    const [last, pause, sending, strangers] = await Promise.all([
      runs.get('replay'),
      pauses.get('service'),
      entries.where('[state+place]').between(['sending', Dexie.minKey], ['sending', Dexie.maxKey]).toArray(),
      entries.where('kind').noneOf(operationKinds).toArray(),
    ])
    const number = (last?.number ?? 0) + 1
    await runs.put({
      name: 'replay',
      number,
      startedAt: now,
      done: 0,
      ...(last?.answeredAt !== undefined && { answeredAt: last.answeredAt }),
    })
    const unaccounted = [...sending, ...strangers].filter((row) => !isNewer(row))
    return {
      number,
      stranded: [...new Map(unaccounted.map((row) => [row.place, rowToTicket(row)])).values()],
      ...(pause && { pause }),
    }
  })
}

/** Records what has come back and marks what goes next, in one strict commit. */
export async function turn(database: Database, { run, decisions, slots, now, line }: Turn): Promise<Turned> {
  const { entries, bodies, history, pauses, runs } = database
  return database.transaction('rw', [entries, bodies, history, pauses, runs], async () => {
    const current = await runs.get('replay')
    if (current?.number !== run)
      throw new Error(`turn of run ${run} refused: run ${current?.number ?? 'none'} is on`)
    await Promise.all([record(database, decisions, now), noteLine(database, current, decisions.length, line)])
    const claimed = slots > 0 ? await claim(database, slots, now) : []
    const nextDueAt = claimed.length === 0 ? await findNextDueAt(database) : undefined
    return { claimed, ...(nextDueAt !== undefined && { nextDueAt }) }
  })
}

/** Says that no run is on, unless a later one has begun. */
export async function end(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await database.runs.get('replay')
    if (current?.number === run) await database.runs.put({ ...current, endedAt: now })
  })
}

async function noteLine(database: Database, run: RunRow, done: number, line: Turn['line']): Promise<void> {
  const { answeredAt, pause } = line ?? {}
  const writes: PromiseLike<unknown>[] = []
  if (done > 0 || line) {
    writes.push(
      database.runs.put({ ...run, done: run.done + done, ...(answeredAt !== undefined && { answeredAt }) }),
    )
  }
  if (line) writes.push(pause ? database.pauses.put(pause) : database.pauses.delete('service'))
  await Promise.all(writes)
}

async function record(database: Database, decisions: readonly Decision[], now: number): Promise<void> {
  if (decisions.length === 0) return
  const rows = await database.entries.bulkGet(decisions.map(({ ticket }) => ticket.place))
  const changes = decisions.map((decision, index) => changeRow(decision, rows[index], now))
  await Promise.all([
    database.entries.bulkPut(changes.map(({ row }) => row)),
    database.history.bulkAdd(decisions.map(({ ticket, line }) => ({ v: rowFormat, id: ticket.id, ...line }))),
    keepReplies(database, decisions),
  ])
  await release(
    database,
    changes.flatMap(({ released }) => released),
  )
}

function changeRow(
  { ticket, become, attempts }: Decision,
  row: EntryRow | undefined,
  now: number,
): { row: EntryRow; released: readonly string[] } {
  const isUnreadable = become.state === 'parked' && become.reason === 'unreadable'
  if (!row || (row.state !== 'sending' && !isUnreadable)) {
    throw new Error(`${become.state} refused for ${ticket.id}: it is ${row?.state ?? 'gone'}, not sending`)
  }
  const { dueAt: _, reason: __, lanes, ...facts } = { ...row, attempts }
  switch (become.state) {
    case 'settled':
      return { row: { ...facts, state: 'settled', settledAt: now }, released: lanes ?? [] }
    case 'queued':
      return {
        row: { ...facts, state: 'queued', dueAt: become.dueAt, ...(lanes && { lanes }) },
        released: [],
      }
    case 'parked':
      return {
        row: { ...facts, state: 'parked', reason: become.reason, ...(lanes && { lanes }) },
        released: [],
      }
  }
}

/** Secrets leave with the settling; the reply stays beside what is left. */
async function keepReplies(database: Database, decisions: readonly Decision[]): Promise<void> {
  const answered = decisions.filter(({ reply }) => reply)
  const bodies = await database.bodies.bulkGet(answered.map(({ ticket }) => ticket.id))
  await database.bodies.bulkPut(
    answered.flatMap(({ ticket: { kind }, become, reply }, index) => {
      const row = bodies[index]
      if (!row || !reply || kind === 'unknown') return []
      const body = become.state === 'settled' ? eraseSecrets(kind, row.body) : row.body
      return [{ ...row, body, reply }]
    }),
  )
}
