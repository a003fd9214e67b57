import { operationKinds } from '../../domain/endpoints.js'
import type { Turn } from '../../ports.js'
import { type BodyRow, type Database, type EntryRow, type Opened, readBody, type Store } from './below.js'
import { findCandidates, findInFront, type Inspected, isRoomFor } from './claim.js'

// While requests are under way the next entries are read ahead, so that the next turn only has to check them again.

/** An entry that is probably next, with its opened body. */
export interface Prefetched {
  row: EntryRow
  body: BodyRow | undefined
  opened: Opened
}

/** The entries that are probably next. The turn that claims them checks them again in its transaction. */
export interface Prefetch {
  /** Takes out the entries that there is room for. */
  take(turn: Turn): Prefetched[]
  /** Forgets the entries that a turn has claimed. */
  leave(places: readonly number[]): void
  /** Reads further ahead in the background if few entries are left. */
  lookAhead(turn: Turn): void
}

/** Enough for a few turns; their opened bodies are in memory. */
const prefetchMax = 64

export function createPrefetch({ database, vault }: Store): Prefetch {
  let prefetched: Prefetched[] = []
  /** The places taken out while a read is running. */
  let takenMeanwhile: Set<number> | undefined

  async function readAhead({ slotsPerKind = {}, now }: Turn): Promise<void> {
    const kinds = operationKinds.filter((kind) => slotsPerKind[kind] !== 0)
    const { entries, bodies } = database
    const known = new Map(prefetched.map((one) => [one.row.place, one]))
    const findKnown = (row: EntryRow) => {
      const one = known.get(row.place)
      return one && isSame(one.row, row) ? one : undefined
    }
    const found = await database.transaction('r', [entries, bodies], async () => {
      const rows = await findCandidates(database, kinds, now, prefetchMax)
      const fresh = rows.filter((row) => !findKnown(row) && typeof row.id === 'string')
      const sealed = await bodies.bulkGet(fresh.map(({ id }) => id))
      return rows.map((row) => ({ row, body: sealed[fresh.indexOf(row)] }))
    })
    const seen = await Promise.all(
      found.map(async ({ row, body }) => {
        const one = findKnown(row)
        return one ? { ...one, row } : { row, body, opened: await readBody(vault, row, body) }
      }),
    )
    prefetched = seen.filter(({ row }) => !takenMeanwhile?.has(row.place))
  }
  return {
    take(turn) {
      const taken: Prefetched[] = []
      for (const one of prefetched) {
        if (!isRoomFor(one.row, taken, turn)) continue
        taken.push(one)
        takenMeanwhile?.add(one.row.place)
      }
      prefetched = prefetched.filter((one) => !taken.includes(one))
      return taken
    },
    leave(places) {
      for (const place of places) takenMeanwhile?.add(place)
      prefetched = prefetched.filter(({ row }) => !places.includes(row.place))
    },
    lookAhead(turn) {
      if (takenMeanwhile || prefetched.length > prefetchMax / 4) return
      takenMeanwhile = new Set()
      // After a failure the turn searches by itself, and reports the error.
      readAhead(turn)
        .catch(() => undefined)
        .finally(() => {
          takenMeanwhile = undefined
        })
    },
  }
}

/** Inspects a prefetched entry again; returns nothing if it has changed or is not the first in its lanes. */
export async function inspectAgain(
  database: Database,
  { row, body, opened }: Prefetched,
  now: number,
): Promise<Inspected[]> {
  const { current, conditions } = await findInFront(database, row)
  if (!current || !isSame(current, row) || current.state !== row.state) return []
  if (current.dueAt === undefined || current.dueAt > now) return []
  return [{ before: current, isFirst: true, conditions, body, opened }]
}

/** A damaged row may have the id or the head of another entry; only its place is unique. */
function isSame(left: EntryRow, right: EntryRow): boolean {
  return left.place === right.place && left.id === right.id && left.head === right.head
}
