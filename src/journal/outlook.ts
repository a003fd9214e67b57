import { operationKinds } from '../domain/endpoints.js'
import type { Turn } from '../ports.js'
import { findCandidates, findInFront, isRoomFor, readBody, type Look, type Opened } from './claim.js'
import type { Database } from './database.js'
import type { Store } from './prepare.js'
import type { BodyRow, EntryRow } from './rows.js'

// While requests are under way there is time to see who comes next: so a turn need not search, and only makes sure.

/** An entry that was found to be next, and what its body says. */
interface Prospect {
  row: EntryRow
  body: BodyRow | undefined
  opened: Opened
}

/** Who probably goes next. Nothing follows from it: the turn that claims makes sure in its transaction. */
export interface Outlook {
  /** Takes out whoever fits. */
  take(turn: Turn): Prospect[]
  /** Whoever goes by now, however it was found. */
  leave(places: readonly number[]): void
  /** Looks further ahead in its own time, if few are left. */
  lookAhead(turn: Turn): void
}

/** As many as a few turns claim: their bodies lie open in memory. */
const most = 64

export function createOutlook({ database, vault }: Store): Outlook {
  let prospects: Prospect[] = []
  /** Taken out since the look began that is on. */
  let meanwhile: Set<number> | undefined

  async function look({ limits = {}, now }: Turn): Promise<void> {
    const kinds = operationKinds.filter((kind) => limits[kind] !== 0)
    const { entries, bodies } = database
    const known = new Map(prospects.map((prospect) => [prospect.row.place, prospect]))
    const findKnown = (row: EntryRow) => {
      const prospect = known.get(row.place)
      return prospect && isSame(prospect.row, row) ? prospect : undefined
    }
    const found = await database.transaction('r', [entries, bodies], async () => {
      const rows = await findCandidates(database, kinds, now, most)
      const fresh = rows.filter((row) => !findKnown(row) && typeof row.id === 'string')
      const sealed = await bodies.bulkGet(fresh.map(({ id }) => id))
      return rows.map((row) => ({ row, body: sealed[fresh.indexOf(row)] }))
    })
    const seen = await Promise.all(
      found.map(async ({ row, body }) => {
        const prospect = findKnown(row)
        return prospect ? { ...prospect, row } : { row, body, opened: await readBody(vault, row, body) }
      }),
    )
    prospects = seen.filter(({ row }) => !meanwhile?.has(row.place))
  }

  return {
    take(turn) {
      const taken: Prospect[] = []
      for (const prospect of prospects) {
        if (!isRoomFor(prospect.row, taken, turn)) continue
        taken.push(prospect)
        meanwhile?.add(prospect.row.place)
      }
      prospects = prospects.filter((prospect) => !taken.includes(prospect))
      return taken
    },
    leave(places) {
      for (const place of places) meanwhile?.add(place)
      prospects = prospects.filter(({ row }) => !places.includes(row.place))
    },
    lookAhead(turn) {
      if (meanwhile || prospects.length > most / 4) return
      meanwhile = new Set()
      // Where it fails, the turn searches for itself, and tells.
      look(turn)
        .catch(() => undefined)
        .finally(() => {
          meanwhile = undefined
        })
    },
  }
}

/** What is to be seen of a prospect now; nothing if it does not stand as it did, or not in front of its lanes. */
export async function lookAgain(
  database: Database,
  { row, body, opened }: Prospect,
  now: number,
): Promise<Look[]> {
  const { again, conditions } = await findInFront(database, row)
  if (!again || !isSame(again, row) || again.state !== row.state) return []
  if (again.dueAt === undefined || again.dueAt > now) return []
  return [{ before: again, isFirst: true, conditions, body, opened }]
}

/** A damaged row may bear the id or the head of another, whose body is not its own: its place alone it has for itself. */
function isSame(left: EntryRow, right: EntryRow): boolean {
  return left.place === right.place && left.id === right.id && left.head === right.head
}
