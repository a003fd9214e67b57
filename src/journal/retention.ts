import { dayMs } from '../decide/counted-time.js'
import { cleanReply, type Keeping } from '../decide/erasure.js'
import type { Reply } from '../domain/outcome.js'
import {
  type BodyRow,
  type Database,
  type EntryRow,
  findById,
  findInState,
  type HistoryRow,
  type ImportRow,
  isNewer,
  isSoundEntry,
  keyOfNumber,
  noteBared,
  notePruned,
  tally,
} from './store/index.js'
import { erasePersonal, labelOf, type Store, type Vault } from './seal/index.js'
import { laneAfter } from './queue/index.js'
import { type Ages, findDueLine, lookAtClocks, type Progress, writeAges } from './ages.js'
import { noteDeleted } from './log.js'

/** One step handles so many lines, so that an append does not wait long. */
const cleanedMax = 100
const prunedMax = 200

/** Erases personal data, entries that ended long enough ago and the secrets of expired ones; returns whether work is left. */
export async function tidy(store: Store, keeping: Keeping, till: number, service?: number): Promise<boolean> {
  const { database } = store
  const ages = await lookAtClocks(database, keeping, { till, ...(service !== undefined && { service }) })
  const cleaned = await clean(store, ages, findDueLine(ages, keeping.personalDays))
  const pruned = await prune(database, cleaned.ages, findDueLine(ages, keeping.settledDays))
  const swept = await sweep(database, pruned.ages, findDueLine(ages, keeping.secretDays ?? Infinity))
  return !(cleaned.isDone && pruned.isDone && swept.isDone)
}

/**
 * Erases personal data. The reply is erased too, since its content is unknown. The host's function may find a
 * transaction anywhere in a reply, so an entry stays whole while an unresolved update waits for its transaction.
 */
async function clean({ database, vault }: Store, ages: Ages, dueLine: number): Promise<Progress> {
  const { entries, bodies, history, settings } = database
  const [lines, freed] = await Promise.all([
    readLines(database, ages.cleanedTo, dueLine, cleanedMax),
    findFreed(database, ages, dueLine),
  ])
  if (lines.length + freed.length === 0) return { ages, isDone: true }
  const ids = [...new Set([...freed, ...idsOf(lines)])]
  const rows = (await findRows(database, ids)).filter(hasPersonalData)
  const current = await bodies.where('id').anyOf(idsOf(rows)).toArray()
  const byId = new Map(current.map((body) => [body.id, body]))
  const cleaned = await Promise.all(rows.map((row) => cleanBody(vault, row, byId.get(row.id))))
  return database.transaction('rw', [entries, bodies, history, settings], async () => {
    const [current, isDue, awaited] = await Promise.all([
      entries.bulkGet(rows.map(({ place }) => place)),
      Promise.all(rows.map((row) => hasEndedBy(database, row, dueLine))),
      findAwaited(database),
    ])
    const left = rows.filter((row) => namesByReply(row) && awaited.has(row.id)).map(({ id }) => id)
    const due = current.map(
      (row, index) => row && isDue[index] && hasPersonalData(row) && !left.includes(row.id),
    )
    const { awaited: before = [], cleanedTo, ...others } = ages
    const after = {
      ...others,
      cleanedTo: lines.at(-1)?.n ?? cleanedTo,
      ...pickLeft([...before.filter((id) => !freed.includes(id)), ...left]),
    }
    await Promise.all([
      entries.bulkPut(
        current.flatMap((row, index) => (row && due[index] ? [withoutPersonalSince(row)] : [])),
      ),
      bodies.bulkPut(cleaned.flatMap((body, index) => (body && due[index] ? [body] : []))),
      writeAges(database, after),
    ])
    return { ages: after, isDone: Math.max(lines.length, freed.length) < cleanedMax }
  })
}

function pickLeft(left: readonly string[]): Pick<Ages, 'awaited'> {
  return left.length === 0 ? {} : { awaited: [...new Set(left)] }
}

/** Whether the transaction of an entry is in its reply alone. */
function namesByReply({ state, transactionId }: EntryRow): boolean {
  return state === 'settled' && transactionId === undefined
}

/** The ids of entries that an earlier step left out, and for which no update waits any more; some hundred at most. */
async function findFreed(
  database: Database,
  { awaited: left = [] }: Ages,
  dueLine: number,
): Promise<string[]> {
  if (left.length === 0) return []
  const awaited = await findAwaited(database)
  const free = left.filter((id) => !awaited.has(id))
  const lines = await Promise.all(free.map((id) => database.history.where('id').equals(id).primaryKeys()))
  // An entry that was pruned meanwhile has no lines.
  return free.filter((_, index) => lines[index]?.every((line) => line <= dueLine)).slice(0, cleanedMax)
}

/** Reads each id by itself: one cursor over many ids would read all the keys between them. */
async function findRows(database: Database, ids: readonly string[]): Promise<EntryRow[]> {
  const rows = await Promise.all(ids.map((id) => findById(database, id)))
  return rows.flatMap((row) => row ?? [])
}

function hasPersonalData(row: EntryRow): boolean {
  return isOver(row) && row.personalSince !== undefined
}

async function readLines(
  { history }: Database,
  after: number,
  to: number,
  limit: number,
): Promise<HistoryRow[]> {
  return after < to ? history.where(':id').between(after, to, false, true).limit(limit).toArray() : []
}

/** Whether the entry ended, or expired, by the due line: its last line is the one that did it. */
async function hasEndedBy({ history }: Database, { id }: EntryRow, dueLine: number): Promise<boolean> {
  const lines = await history.where('id').equals(id).primaryKeys()
  return lines.length > 0 && lines.every((line) => line <= dueLine)
}

/** Whether an entry has certainly ended: not a row of a newer release, nor one with an unreadable state. */
function isOver(row: EntryRow): boolean {
  return (row.state === 'settled' || row.state === 'voided') && !isNewer(row)
}

/** The ids of rows, each once; a damaged row may have none. */
function idsOf(rows: readonly { id: unknown }[]): string[] {
  return [...new Set(rows.flatMap(({ id }) => (typeof id === 'string' ? id : [])))]
}

function withoutPersonalSince({ personalSince: _, ...row }: EntryRow): EntryRow {
  return row
}

/**
 * The body without personal data; a body that cannot be opened is deleted by pruning. One that cannot be sealed, for
 * want of memory say, ends the step: the next one begins with it.
 */
async function cleanBody(vault: Vault, row: EntryRow, body?: BodyRow): Promise<BodyRow | undefined> {
  const clean = body && (await openClean(vault, row, body))
  if (!clean) return undefined
  const { id } = row
  const [kept, reply] = await Promise.all([
    vault.seal(labelOf(id, 'kept'), clean.text),
    clean.reply === undefined ? undefined : vault.seal(labelOf(id, 'reply'), clean.reply),
  ])
  return { ...body, kept, ...(reply && { reply }) }
}

/** What is left of a body and its reply without personal data. */
async function openClean(
  vault: Vault,
  { kind, id }: EntryRow,
  body: BodyRow,
): Promise<{ text: string; reply: string | undefined } | undefined> {
  try {
    const [text, reply] = await Promise.all([
      vault.open(labelOf(id, 'kept'), body.kept),
      body.reply && vault.open(labelOf(id, 'reply'), body.reply),
    ])
    return {
      text: erasePersonal(kind, text),
      reply: reply === undefined ? undefined : JSON.stringify(cleanReply(JSON.parse(reply) as Reply)),
    }
  } catch {
    // Nothing can be erased from a body that does not open.
    return undefined
  }
}

/** Deletes entries with their receipts and history, except unresolved ones and those that another entry waits for. */
async function prune(database: Database, ages: Ages, dueLine: number): Promise<Progress> {
  const { passedMs } = ages.counted
  // Entries that were left out are checked again after another day.
  if (ages.prunedAt === passedMs && dueLine !== Infinity) return { ages, isDone: true }
  const { entries, bodies, receipts, numbers, history, tallies, settings, imports } = database
  const tables = [entries, bodies, receipts, numbers, history, tallies, settings, imports]
  return database.transaction('rw', tables, async () => {
    const lines = await readLines(database, ages.pruningAt, dueLine, prunedMax)
    const isDone = lines.length < prunedMax
    const pruned = await findPrunable(database, idsOf(lines), dueLine)
    const ids = idsOf(pruned)
    const handedOver = await findHandedOver(database, ids)
    const after = isDone
      ? { ...ages, prunedAt: passedMs, pruningAt: 0 }
      : { ...ages, pruningAt: lines.at(-1)?.n ?? 0 }
    await Promise.all([
      noteDeleted(
        database,
        pruned.map(({ place }) => place),
      ),
      notePruned(
        database,
        pruned.map(({ createdAt }) => createdAt),
      ),
      entries.bulkDelete(pruned.map(({ place }) => place)),
      bodies.bulkDelete(ids),
      receipts.where('id').anyOf(ids).delete(),
      // Of an entry that was never filed.
      numbers.bulkDelete(pruned.flatMap(({ receipt }) => (receipt ? keyOfNumber(receipt) : []))),
      history.where('id').anyOf(ids).delete(),
      imports.bulkPut(handedOver.map((one) => ({ ...one, goneAt: passedMs }))),
      tally(
        database,
        pruned.map((row) => ({ place: row.place, before: row })),
      ),
      isDone && ages.prunedAt === passedMs && ages.pruningAt === 0 ? undefined : writeAges(database, after),
    ])
    return { ages: after, isDone }
  })
}

async function findPrunable(database: Database, ids: string[], dueLine: number): Promise<EntryRow[]> {
  const [awaited, rows] = await Promise.all([findAwaited(database), findRows(database, ids)])
  const over = rows.filter((row) => isOver(row) && !awaited.has(row.id))
  const isDue = await Promise.all(over.map((row) => hasEndedBy(database, row, dueLine)))
  return over.filter((_, index) => isDue[index])
}

/** What was handed over, by the file of each: that file must not bring it in anew. */
async function findHandedOver({ history }: Database, ids: readonly string[]): Promise<ImportRow[]> {
  const lines = await Promise.all(ids.map((id) => history.where('id').equals(id).toArray()))
  return lines.flatMap((of) => {
    const last = of.filter(({ what }) => what === 'handed-over').at(-1)
    if (!last) return []
    // After the file it may name the terminal.
    const [file = ''] = String(last.detail).split(' ')
    return [{ id: last.id, file, at: last.at }]
  })
}

/** The ids that unresolved updates refer to, and those of their replacements. */
async function findAwaited({ entries }: Database): Promise<ReadonlySet<string>> {
  const lanes = await entries.where('lanes').startsWith(laneAfter('')).uniqueKeys()
  const awaited = new Set<string>()
  let next = lanes.flatMap((lane) => (typeof lane === 'string' ? lane.slice(laneAfter('').length) : []))
  while (next.length > 0) {
    for (const id of next) awaited.add(id)
    const rows = await entries.where('id').anyOf(next).toArray()
    // A damaged id cannot be looked for.
    next = rows
      .flatMap(({ replacedBy }) => (typeof replacedBy === 'string' ? replacedBy : []))
      .filter((id) => !awaited.has(id))
  }
  return awaited
}

/** One step handles so many rows, so that an append does not wait long. */
const sweptMax = 500

/** The record of an import or a hand-over stays this long after its entry: longer than any file is accepted. */
const importDays = 400

/** Deletes, once a day, the rows of tables without history that belong to no entry any more, and secrets that are due. */
export async function sweep(database: Database, ages: Ages, secretsDue: number): Promise<Progress> {
  const { entries, bodies, history, validators, imports, settings } = database
  const { passedMs } = ages.counted
  const isFresh = ages.sweep.passedMs !== passedMs
  const { table, after } = isFresh ? { table: 0, after: '' } : ages.sweep
  const steps = [sweepValidators, sweepImports, sweepSecrets]
  const step = steps[table]
  if (!step) return { ages, isDone: true }
  const tables = [entries, bodies, history, validators, imports, settings]
  return database.transaction('rw', tables, async () => {
    const last = await step(database, after, passedMs, secretsDue)
    const sweep =
      last === undefined ? { passedMs, table: table + 1, after: '' } : { passedMs, table, after: last }
    const swept = { ...ages, sweep }
    await writeAges(database, swept)
    return { ages: swept, isDone: sweep.table === steps.length }
  })
}

/** Deletes the version of a card with the last entry of that card. */
async function sweepValidators(
  { entries, validators }: Database,
  after: string,
): Promise<string | undefined> {
  const cards = await validators.where(':id').above(after).limit(sweptMax).primaryKeys()
  const counts = await Promise.all(cards.map((card) => entries.where('codes').equals(card).limit(1).count()))
  await validators.bulkDelete(cards.filter((_, index) => counts[index] === 0))
  return cards.length < sweptMax ? undefined : cards.at(-1)
}

/** The record keeps what was imported or handed over from being imported again, even after it was pruned. */
async function sweepImports(
  { entries, imports }: Database,
  after: string,
  passedMs: number,
): Promise<string | undefined> {
  const rows = await imports.where(':id').above(after).limit(sweptMax).toArray()
  const counts = await Promise.all(rows.map(({ id }) => entries.where('id').equals(id).count()))
  const without = rows.filter((_, index) => counts[index] === 0)
  const isOver = ({ goneAt = passedMs }: { goneAt?: number }) => passedMs - goneAt >= importDays * dayMs
  await Promise.all([
    imports.bulkDelete(without.filter(isOver).map(({ id }) => id)),
    imports.bulkPut(
      without.filter(({ goneAt }) => goneAt === undefined).map((row) => ({ ...row, goneAt: passedMs })),
    ),
  ])
  return rows.length < sweptMax ? undefined : rows.at(-1)?.id
}

/** Erases the secrets of what expired long enough ago; until then a person can send it again. */
async function sweepSecrets(
  database: Database,
  after: string,
  _passedMs: number,
  secretsDue: number,
): Promise<string | undefined> {
  const { entries, bodies } = database
  const rows = await findInState(database, 'parked', Number(after)).limit(sweptMax).toArray()
  let bared = 0
  for (const row of rows) {
    if (row.reason !== 'expired' || !isSoundEntry(row)) continue
    const { secret, ...rest } = (await bodies.get(row.id)) ?? {}
    if (secret && (await hasEndedBy(database, row, secretsDue))) {
      await entries.put({ ...row, isBare: true })
      await bodies.put(rest as BodyRow)
      bared += 1
    }
  }
  await noteBared(database, bared)
  return rows.length < sweptMax ? undefined : String(rows.at(-1)?.place)
}
