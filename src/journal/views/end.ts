import { type Database, type EntryRow, findInState, isSoundEntry } from './below.js'

/** The position up to which the journal was read: a line of the history, and a place in line. */
export interface Position {
  n: number
  place: number
}

/** The end of the journal; `birth` tells its database from any other. */
export interface JournalEnd {
  birth: string
  position: Position
  sending: string[]
}

export async function readEnd(database: Database): Promise<JournalEnd> {
  const { entries, history, settings } = database
  return database.transaction('r', [entries, history, settings], async () => {
    const [birth, place, n, rows] = await Promise.all([
      settings.get('birth'),
      entries.orderBy(':id').lastKey(),
      history.orderBy(':id').lastKey(),
      readSending(database),
    ])
    return {
      birth: String(birth?.value),
      position: { place: Number(place ?? 0), n: Number(n ?? 0) },
      sending: rows.map(({ id }) => id),
    }
  })
}

/** The entries under way. */
export async function readSending(database: Database): Promise<EntryRow[]> {
  const rows = await findInState(database, 'sending').toArray()
  return rows.filter(isSoundEntry)
}
