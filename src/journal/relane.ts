import { is } from '../domain/is.js'
import { findLanes } from '../domain/lanes.js'
import { findFingerprints } from '../domain/fingerprints.js'
import { openBody, type Store } from './prepare.js'
import { BodyRow, EntryRow, lanesBehind } from './rows.js'

// Version 2 had no lane of a transaction: its unresolved entries get the present lanes and fingerprints too.

const batch = 50

/** Adds the present lanes and fingerprints to every unresolved entry of an older release. */
export async function relane(store: Store): Promise<void> {
  const { settings, entries } = store.database
  if (!(await settings.get(lanesBehind))) return
  let after = -Infinity
  for (;;) {
    const rows = await entries.where(':id').above(after).limit(batch).toArray()
    if (rows.length === 0) break
    await relaneBatch(store, rows)
    after = rows.at(-1)?.place ?? Infinity
  }
  await settings.delete(lanesBehind)
}

interface Marks {
  lanes: string[]
  prints: string[]
}

async function relaneBatch(store: Store, rows: readonly EntryRow[]): Promise<void> {
  const { entries } = store.database
  const marks = await Promise.all(rows.map((row) => findMarks(store, row)))
  await store.database.transaction('rw', entries, async () => {
    const current = await entries.bulkGet(rows.map(({ place }) => place))
    const due = current.flatMap((row, index) => {
      const found = marks[index]
      return row?.lanes && found ? [addMarks(row, row.lanes, found)] : []
    })
    await entries.bulkPut(due)
  })
}

function addMarks(row: EntryRow, lanes: readonly string[], found: Marks): EntryRow {
  return {
    ...row,
    lanes: [...new Set([...lanes, ...found.lanes])],
    prints: [...new Set([...row.prints, ...found.prints])],
  }
}

/** The marks of an entry; undefined if it has ended or cannot be read. */
async function findMarks({ database, vault, reader }: Store, row: EntryRow): Promise<Marks | undefined> {
  if (!is(row, EntryRow) || !row.lanes) return undefined
  try {
    const body: unknown = await database.bodies.get(row.id)
    if (!is(body, BodyRow)) return undefined
    const request = JSON.parse(await openBody(vault, body)) as object
    const [lanes, prints] = await Promise.all([
      Promise.all(findLanes(row.kind, request, reader).map(vault.mark)),
      Promise.all(findFingerprints(row.kind, request, reader).map(vault.mark)),
    ])
    return { lanes, prints }
  } catch {
    // The claim parks an entry that cannot be read as unreadable.
    return undefined
  }
}
