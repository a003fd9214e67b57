import { headOf, type MirrorPosition } from '../../decide/mirror.js'
import { type EntryState, isUnresolved } from '../../domain/entry.js'
import {
  type Binding,
  type Database,
  type EntryRow,
  findInState,
  findRow,
  readBinding,
  readEpoch,
  readErased,
  type Store,
} from './below.js'
import { observe } from './live.js'

/** Which state of which database this is, and where it ends. */
export interface MirrorEnd {
  epoch: string
  position: MirrorPosition
  /** What its operations are for. */
  binding: Binding
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
export async function readMirrorEnd(store: Store, after?: MirrorPosition): Promise<MirrorEnd> {
  const { database } = store
  const { entries, history, settings, runs } = database
  return database.transaction('r', [entries, history, settings, runs], async () => {
    const [epoch, place, n, pruned, binding, changes] = await Promise.all([
      readEpoch(database),
      entries.orderBy(':id').lastKey(),
      history.orderBy(':id').lastKey(),
      readErased(database),
      readBinding(database),
      after && readChanges(store, after),
    ])
    const position = { place: Number(place ?? 0), n: Number(n ?? 0), pruned }
    return { epoch, position, binding, ...(changes && { changes }) }
  })
}

/** Reports of how many entries retention has erased something, now and whenever it erases more. */
export function watchErased(
  database: Database,
  report: (count: number) => void,
  fail: (error: unknown) => void,
): () => void {
  return observe(() => readErased(database), report, fail)
}

/** The next entries of a state after a place, some hundred at most. */
export async function listWaiting(database: Database, state: EntryState, after: number): Promise<Mirrored[]> {
  const rows = await findInState(database, state, after).limit(batch).toArray()
  return rows.map(rowToMirrored)
}

/** The entries that are new since a position, and those with new lines of history; some hundred rows at most. */
async function readChanges({ database, recent }: Store, after: MirrorPosition): Promise<MirrorChanges> {
  const { entries, history } = database
  const [places, lines] = await Promise.all([
    entries.where(':id').above(after.place).limit(batch).primaryKeys(),
    history.where(':id').above(after.n).limit(batch).toArray(),
  ])
  const isFull = places.length === batch
  const look = async (ids: Iterable<string>) => {
    const found = await Promise.all(Array.from(ids, (id) => findRow(database, id)))
    return found.flatMap((row) => row ?? [])
  }
  const ids = new Set(lines.map(({ id }) => id))
  // What this page has just saved is as it was while it has no new line.
  const known = new Map<number, Mirrored>()
  for (const { place, row } of recent?.values() ?? [])
    if (!ids.has(row.id)) known.set(place, rowToMirrored({ ...row, place }))
  const others = places.filter((place) => !known.has(place))
  const added = (others.length > 0 ? await entries.bulkGet(others) : []).flatMap((row) => row ?? [])
  for (const { id } of added) ids.delete(id)
  const rows = [...added, ...(await look(ids))]
  for (const { id } of rows) ids.delete(id)
  // A correction has a place between others; the entry that it replaces has a new line.
  rows.push(...(await look(rows.flatMap(({ replacedBy }) => replacedBy ?? []))))
  return {
    waiting: [
      ...places.flatMap((place) => known.get(place) ?? []),
      ...rows.filter(isUnresolved).map(rowToMirrored),
    ],
    // An entry without a row has ended too.
    ended: [...ids, ...rows.filter((row) => !isUnresolved(row)).map(({ id }) => id)],
    // While new entries are left, the lines are read again with them: no memory of one is older than its lines.
    position: {
      ...after,
      place: places.at(-1) ?? after.place,
      n: (isFull ? undefined : lines.at(-1)?.n) ?? after.n,
    },
    isMore: isFull || lines.length === batch,
  }
}

function rowToMirrored({ place, id, ...row }: Pick<EntryRow, keyof Mirrored | 'isBare'>): Mirrored {
  return { place, id, head: headOf(row) }
}
