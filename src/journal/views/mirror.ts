import { Dexie } from 'dexie'
import type { MirrorPosition } from '../../decide/mirror.js'
import { type EntryState, isUnresolved } from '../../domain/entry.js'
import { type Database, type EntryRow, readEpoch } from './below.js'

/** Which state of which database this is, and where it ends. */
export interface MirrorEnd {
  epoch: string
  position: MirrorPosition
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

/** Where the database ends now. */
export async function readMirrorEnd(database: Database): Promise<MirrorEnd> {
  const { entries, history, settings } = database
  return database.transaction('r', [entries, history, settings], async () => {
    const [epoch, place, n] = await Promise.all([
      readEpoch(database),
      entries.orderBy(':id').lastKey(),
      history.orderBy(':id').lastKey(),
    ])
    return { epoch, position: { place: Number(place ?? 0), n: Number(n ?? 0) } }
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
export async function readMirrorChanges(database: Database, after: MirrorPosition): Promise<MirrorChanges> {
  const { entries, history } = database
  return database.transaction('r', [entries, history], async () => {
    const [added, lines] = await Promise.all([
      entries.where(':id').above(after.place).limit(batch).toArray(),
      history.where(':id').above(after.n).limit(batch).toArray(),
    ])
    const ids = new Set(lines.map(({ id }) => id))
    const found = await entries
      .where('id')
      .anyOf([...ids])
      .toArray()
    // A correction has a place between others; the entry that it replaces has a new line.
    const successors = found.flatMap(({ replacedBy }) => replacedBy ?? [])
    const rows = [...added, ...found, ...(await entries.where('id').anyOf(successors).toArray())]
    const gone = [...ids].filter((id) => !found.some((row) => row.id === id))
    return {
      waiting: rows.filter(isUnresolved).map(rowToMirrored),
      ended: [...gone, ...rows.filter((row) => !isUnresolved(row)).map(({ id }) => id)],
      position: { place: added.at(-1)?.place ?? after.place, n: lines.at(-1)?.n ?? after.n },
      isMore: added.length === batch || lines.length === batch,
    }
  })
}

function rowToMirrored({ place, id, head }: EntryRow): Mirrored {
  return { place, id, head }
}
