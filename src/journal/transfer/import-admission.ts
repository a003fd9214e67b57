import type { HistoryLine } from '../../decide/decide.js'
import { DuplicateOperation, LimitReached } from '../../domain/errors.js'
import { type Database, findObstacle, noteOf, type Obstacle, type PreparedDraft } from './below.js'
import type { Import } from './arrival.js'
import type { TransferredEntry } from './transfer.js'

interface Arriving {
  entry: TransferredEntry
  rows: PreparedDraft
  /** The history lines by which a named person allows an exception. */
  notes: readonly HistoryLine[]
}

/** Exceptions that are not on record yet: the transaction is undone and repeated with the notes. */
export class NotesMissing extends Error {
  override readonly name = 'NotesMissing'
  constructor(readonly notes: ReadonlyMap<string, readonly HistoryLine[]>) {
    super('entries are let through, which is not on record yet')
  }
}

/**
 * Checks an entry that is not written yet, or a correction that is. Returns the missing notes if a named person allows the exceptions, and
 * throws otherwise. Runs inside the transaction that writes the entry.
 */
export async function admitArrival(
  database: Database,
  { entry, rows, notes }: Arriving,
  { guard = { limits: {} }, now }: Import,
  isWritten = false,
): Promise<HistoryLine[]> {
  const missing: HistoryLine[] = []
  const known = [...notes]
  for (;;) {
    const obstacle = await findObstacle(database, rows.entry, guard, { now, notes: known, isWritten })
    if (!obstacle) return missing
    const before = findNoteBefore(entry, obstacle)
    const note = before ?? noteOf(obstacle, guard, now)
    if (!note) throw nameEntry(obstacle, entry)
    known.push(note)
    if (!before) missing.push(note)
  }
}

/** A note of the same exception, made by a person at the till that exported the entry. */
function findNoteBefore({ history }: TransferredEntry, obstacle: Obstacle): HistoryLine | undefined {
  if (!(obstacle instanceof DuplicateOperation)) return undefined
  const note = history.find(({ what, detail }) => what === 'duplicate-allowed' && detail === obstacle.id)
  return note && { at: note.at, what: note.what }
}

function nameEntry(obstacle: Obstacle, { id, kind }: TransferredEntry): Obstacle {
  if (obstacle instanceof LimitReached) {
    const { limit, max, found } = obstacle
    return new LimitReached(kind, { limit, max, found }, { id, kind })
  }
  return new DuplicateOperation(obstacle.id, 'duplicate', { id, kind })
}
