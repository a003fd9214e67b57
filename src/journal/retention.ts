import { endpointOf } from '../domain/endpoints.js'
import { erasePath, readPath } from '../domain/paths.js'
import type { Reply } from '../domain/outcome.js'
import type { Retention } from '../decide/retention.js'
import type { Database } from './database.js'
import { tally } from './tally.js'
import { labelOf, laneAfter, type Store } from './prepare.js'
import { isNewer, type BodyRow, type EntryRow } from './rows.js'
import type { Vault } from './vault.js'

const dayMs = 86_400_000

/** So much at a time: whoever tidies up must not hold up those who ring up. */
const cleanedMax = 100
const prunedMax = 200

/** Erases the personal data of what ended long enough ago, and then all of it; tells whether some is left to do. */
export async function tidy(store: Store, retention: Retention, now: number): Promise<boolean> {
  const isCleaned = await clean(store, now - retention.personalDays * dayMs)
  const isPruned = await prune(store, now - retention.settledDays * dayMs)
  return !isCleaned || !isPruned
}

/** Personal data leaves; what the service said leaves with it, since nobody knows what it holds. */
async function clean({ database, vault }: Store, before: number): Promise<boolean> {
  const { entries, bodies } = database
  const rows = await entries
    .where('personalSince')
    .belowOrEqual(before)
    .filter(isOver)
    .limit(cleanedMax)
    .toArray()
  if (rows.length === 0) return true
  const standing = await bodies.where('id').anyOf(idsOf(rows)).toArray()
  const byId = new Map(standing.map((body) => [body.id, body]))
  const cleaned = await Promise.all(rows.map((row) => cleanBody(vault, row, byId.get(row.id))))
  await database.transaction('rw', [entries, bodies], async () => {
    const current = await entries.bulkGet(rows.map(({ place }) => place))
    const due = current.map((row) => row?.personalSince !== undefined && isOver(row))
    await Promise.all([
      entries.bulkPut(
        current.flatMap((row, index) => (row && due[index] ? [withoutPersonalSince(row)] : [])),
      ),
      bodies.bulkPut(cleaned.flatMap((body, index) => (body && due[index] ? [body] : []))),
    ])
  })
  return rows.length < cleanedMax
}

/** What has ended for certain: no row of a newer release, and none whose state cannot be read. */
function isOver(row: EntryRow): boolean {
  return (row.state === 'settled' || row.state === 'voided') && !isNewer(row)
}

/** The ids of some rows; a damaged row may have none. */
function idsOf(rows: readonly EntryRow[]): string[] {
  return rows.flatMap(({ id }) => (typeof id === 'string' ? id : []))
}

function withoutPersonalSince({ personalSince: _, ...row }: EntryRow): EntryRow {
  return row
}

/** What cannot be opened cannot be cleaned; it goes when it is pruned. */
async function cleanBody(vault: Vault, { kind, id }: EntryRow, body?: BodyRow): Promise<BodyRow | undefined> {
  if (!body) return undefined
  try {
    const { personal } = endpointOf(kind)
    const [text, said] = await Promise.all([
      vault.open(labelOf(id, 'kept'), body.kept),
      body.reply && vault.open(labelOf(id, 'reply'), body.reply),
    ])
    const clean = JSON.stringify(personal.reduce<unknown>(erasePath, JSON.parse(text)))
    const reply = said === undefined ? undefined : JSON.stringify(cleanReply(JSON.parse(said) as Reply))
    const [kept, sealedReply] = await Promise.all([
      vault.seal(labelOf(id, 'kept'), clean),
      reply === undefined ? undefined : vault.seal(labelOf(id, 'reply'), reply),
    ])
    return { ...body, kept, ...(sealedReply && { reply: sealedReply }) }
  } catch {
    return undefined
  }
}

/** The transaction's id stays: an update may still refer to it. */
function cleanReply({ status, at, body }: Reply): Reply {
  const [TransactionID] = readPath(body, 'TransactionID')
  return { status, at, headers: {}, body: Number.isSafeInteger(TransactionID) ? { TransactionID } : null }
}

/** Whole entries leave, with their receipts and history; none that is unresolved, and none that one waits for. */
async function prune({ database }: Store, before: number): Promise<boolean> {
  const { entries, bodies, receipts, history, tallies } = database
  const pruned = await database.transaction('rw', [entries, bodies, receipts, history, tallies], async () => {
    const awaited = await findAwaited(database)
    const gone = await entries
      .where('endedAt')
      .belowOrEqual(before)
      .filter((row) => isOver(row) && !awaited.has(row.id))
      .limit(prunedMax)
      .toArray()
    const ids = idsOf(gone)
    await Promise.all([
      entries.bulkDelete(gone.map(({ place }) => place)),
      bodies.bulkDelete(ids),
      receipts.where('id').anyOf(ids).delete(),
      history.where('id').anyOf(ids).delete(),
      tally(
        database,
        gone.map((row) => ({ before: row })),
      ),
    ])
    return gone.length
  })
  return pruned < prunedMax
}

/** Whom an unresolved update refers to, and whoever has taken the place of that one since. */
async function findAwaited({ entries }: Database): Promise<ReadonlySet<string>> {
  const lanes = await entries.where('lanes').startsWith(laneAfter('')).uniqueKeys()
  const awaited = new Set<string>()
  let next = lanes.flatMap((lane) => (typeof lane === 'string' ? lane.slice(laneAfter('').length) : []))
  while (next.length > 0) {
    for (const id of next) awaited.add(id)
    const rows = await entries.where('id').anyOf(next).toArray()
    next = rows.flatMap(({ replacedBy }) => replacedBy ?? []).filter((id) => !awaited.has(id))
  }
  return awaited
}
