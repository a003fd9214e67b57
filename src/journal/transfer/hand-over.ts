import { TransferRefused } from '../../domain/errors.js'
import { isMoment } from '../../domain/fields.js'
import { pickGiven } from '../../domain/given.js'
import { type Database, findInState, type HandOverRow } from './below.js'

/** A hand-over with entries that are still parked here as moved. */
export interface HandOverFacts {
  file: string
  at: number
  by: string
  reason: string
  /** The only terminal that may import the file, one of the same shop. */
  to?: string
  /** How many of its entries are still parked here as moved. */
  moved: number
  /** The size of its file; missing once the file was deleted. */
  bytes?: number
  /** Who confirmed that the file arrived, and why; then the file was deleted. */
  acknowledged?: { at: number; by: string; reason: string }
}

/** The hand-overs with entries that are still parked here as moved, newest first. */
export async function listHandOvers(database: Database): Promise<HandOverFacts[]> {
  const { entries, handOvers } = database
  await retireHandOvers(database)
  return database.transaction('r', [entries, handOvers], async () => {
    const [rows, moved] = await Promise.all([handOvers.toArray(), countMoved(database)])
    return rows.map((row) => rowToFacts(row, moved.get(row.file) ?? 0)).sort((one, two) => two.at - one.at)
  })
}

/** The bytes of a hand-over's file; throws if there are none. */
export async function readHandOver({ handOvers }: Database, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const row = await findHandOver(handOvers, file, 'handOverFile')
  if (row.blob instanceof Uint8Array) return row.blob
  throw new TransferRefused('handOverFile', row.acknowledged ? 'file-deleted' : 'file-damaged', file)
}

/** The ids of the entries of a hand-over that are still parked here as moved, in line; throws if its file arrived. */
export async function listMoved(database: Database, file: string): Promise<string[]> {
  const row = await findHandOver(database.handOvers, file, 'takeBackHandOver')
  if (row.acknowledged) throw new TransferRefused('takeBackHandOver', 'file-deleted', file)
  const moved = await findMoved(database).toArray()
  return moved.flatMap(({ id, movedFrom }) => (movedFrom?.file === file ? [id] : []))
}

/** Deletes a hand-over's file after a named person confirmed that it arrived. */
export async function acknowledgeHandOver(
  { handOvers }: Database,
  file: string,
  { by, reason }: { by: string; reason: string },
  now: number,
): Promise<void> {
  await handOvers.db.transaction('rw', [handOvers], async () => {
    const { blob: _, ...row } = await findHandOver(handOvers, file, 'acknowledgeHandOver')
    // The first confirmation is kept.
    const acknowledged = row.acknowledged ?? { at: now, by, reason }
    await handOvers.put({ ...row, acknowledged })
  })
}

/** Deletes hand-overs without entries that are still parked here as moved. */
export async function retireHandOvers(database: Database): Promise<void> {
  const { entries, handOvers } = database
  if ((await handOvers.count()) === 0) return
  await database.transaction('rw', [entries, handOvers], async () => {
    const [files, moved] = await Promise.all([handOvers.toCollection().primaryKeys(), countMoved(database)])
    await handOvers.bulkDelete(files.filter((file) => !moved.has(file)))
  })
}

async function findHandOver(
  handOvers: Database['handOvers'],
  file: string,
  action: string,
): Promise<HandOverRow> {
  const row = await handOvers.get(file)
  if (row) return row
  throw new TransferRefused(action, 'file-unknown', file)
}

/** The number of moved entries of each hand-over. Runs inside a transaction. */
async function countMoved(database: Database): Promise<ReadonlyMap<string, number>> {
  const moved = new Map<string, number>()
  await findMoved(database).each(({ movedFrom }) => {
    const file = movedFrom?.file
    if (file !== undefined) moved.set(file, (moved.get(file) ?? 0) + 1)
  })
  return moved
}

function findMoved(database: Database) {
  return findInState(database, 'parked').filter(({ reason }) => reason === 'moved')
}

/** The facts of a hand-over; of a damaged row, those that can be read. */
function rowToFacts(row: HandOverRow, moved: number): HandOverFacts {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    file: row.file,
    at: isMoment(row.at) ? row.at : 0,
    by: text(row.by),
    reason: text(row.reason),
    moved,
    ...pickGiven(row, ['to', 'acknowledged']),
    ...(row.blob instanceof Uint8Array && { bytes: row.blob.length }),
  }
}
