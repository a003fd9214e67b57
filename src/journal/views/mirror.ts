import { Dexie } from 'dexie'
import type { MirrorPosition } from '../../decide/mirror.js'
import { type EntryState, isUnresolved } from '../../domain/entry.js'
import { type Database, type EntryRow, findRow, readEpoch, readPruned } from './below.js'

/** Which state of which database this is, and where it ends. */
export interface MirrorEnd {
  epoch: string
  position: MirrorPosition
  /** What has happened since the position that was asked for. */
  changes?: MirrorChanges
}

/** An entry that the mirror needs a copy of, as far as that can be told without opening it. */
export interface Mirrored {
  place: number
  id: string
  head: string
}

/** What has happened since a position: what is unresolved still, and what has ended. */
export interface MirrorChanges {
  waiting: Mirrored[]
  ended: string[]
  position: MirrorPosition
  isMore: boolean
}

const batch = 200

/** Where the database ends now, and in the same transaction the changes since a position. */
export async function readMirrorEnd(database: Database, after?: MirrorPosition): Promise<MirrorEnd> {
  const { entries, history, settings } = database
  return database.transaction('r', [entries, history, settings], async () => {
    const [epoch, place, n, pruned, changes] = await Promise.all([
      readEpoch(database),
      entries.orderBy(':id').lastKey(),
      history.orderBy(':id').lastKey(),
      readPruned(database),
      after && readChanges(database, after),
    ])
    const position = { place: Number(place ?? 0), n: Number(n ?? 0), pruned }
    return { epoch, position, ...(changes && { changes }) }
  })
}

/** The next entries of a state after a place, some hundred at most. */
export async function listWaiting(
  { entries }: Database,
  state: EntryState,
  after: number,
): Promise<Mirrored[]> {
  const rows = await entries
    .where('[state+place]')
    .between([state, after], [state, Dexie.maxKey], false)
    .limit(batch)
    .toArray()
  return rows.map(rowToMirrored)
}

/** The entries that are new since a position, and those with new lines of history; some hundred rows at most. */
async function readChanges(database: Database, after: MirrorPosition): Promise<MirrorChanges> {
  const { entries, history } = database
  const [added, lines] = await Promise.all([
    entries.where(':id').above(after.place).limit(batch).toArray(),
    history.where(':id').above(after.n).limit(batch).toArray(),
  ])
  const look = async (ids: Iterable<string>) => {
    const found = await Promise.all(Array.from(ids, (id) => findRow(database, id)))
    return found.flatMap((row) => row ?? [])
  }
  const ids = new Set(lines.map(({ id }) => id))
  for (const { id } of added) ids.delete(id)
  const rows = [...added, ...(await look(ids))]
  for (const { id } of rows) ids.delete(id)
  // A correction has a place between others; the entry that it replaces has a new line.
  rows.push(...(await look(rows.flatMap(({ replacedBy }) => replacedBy ?? []))))
  return {
    waiting: rows.filter(isUnresolved).map(rowToMirrored),
    // An entry without a row has ended too.
    ended: [...ids, ...rows.filter((row) => !isUnresolved(row)).map(({ id }) => id)],
    position: { ...after, place: added.at(-1)?.place ?? after.place, n: lines.at(-1)?.n ?? after.n },
    isMore: added.length === batch || lines.length === batch,
  }
}

function rowToMirrored({ place, id, head }: EntryRow): Mirrored {
  return { place, id, head }
}
