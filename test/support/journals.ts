import { Dexie } from 'dexie'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { JournalOptions } from '../../src/journal/open.js'
import type { Guard } from '../../src/journal/queue/admit.js'
import type { Models, OperationKind } from '../../src/domain/models.js'

/** Tests ring up the same body twice on purpose. */
export const lenient: Guard = {
  limits: {},
  allowDuplicate: { by: 'a test', reason: 'on purpose' },
}

let count = 0

/** A name no other test uses. */
export function freshName(): string {
  count += 1
  return `test-${Date.now()}-${count}-${Math.random().toString(36).slice(2)}`
}

export async function openFreshJournal(
  options?: JournalOptions,
): Promise<{ journal: TillJournal; name: string }> {
  const name = freshName()
  return { journal: await openJournal(name, options), name }
}

/** Puts an operation into a journal, as a till would. */
export async function append<Kind extends OperationKind>(
  journal: TillJournal,
  kind: Kind,
  request: Models[Kind],
  id = freshName(),
): Promise<string> {
  await journal.append({ id, kind, request, shop: 'S01', terminal: 'T1', createdAt: 1_000_000 }, lenient)
  return id
}

/** Where an entry stands, and why it is parked. */
export async function stateOf(journal: Pick<TillJournal, 'find'>, id: string): Promise<string> {
  const entry = await journal.find(id)
  if (!entry) return 'gone'
  return 'reason' in entry ? `${entry.state}/${entry.reason}` : entry.state
}

/** The database as it lies on disk, to plant and inspect rows behind the journal's back. */
export async function openRaw(name: string): Promise<Dexie> {
  const raw = new Dexie(name)
  await raw.open()
  return raw
}

/** Rows by table. */
export type Rows = ReadonlyMap<string, unknown[]>

/** All rows as they lie in the database. */
export async function copyRows(name: string): Promise<Rows> {
  const raw = await openRaw(name)
  const rows = new Map<string, unknown[]>()
  await raw.transaction('r', raw.tables, async () => {
    for (const table of raw.tables) rows.set(table.name, await table.toArray())
  })
  raw.close()
  return rows
}

/** Puts rows of an earlier time back, as a browser with an older copy of its files does. */
export async function setBack(name: string, rows: Rows): Promise<void> {
  const raw = await openRaw(name)
  await raw.transaction('rw', raw.tables, async () => {
    for (const table of raw.tables) {
      await table.clear()
      await table.bulkAdd(rows.get(table.name) ?? [])
    }
  })
  raw.close()
}

/** Everything that lies in a database, as one text; bytes as the text they are, if they are one. */
export async function readAll(name: string): Promise<string> {
  const raw = await openRaw(name)
  const rows = await Promise.all(raw.tables.map((table) => table.toArray() as Promise<unknown[]>))
  raw.close()
  const decoder = new TextDecoder()
  return JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? decoder.decode(value) : value,
  )
}

/** Resolves when the browser has deleted a database. */
export function raze(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve()
    }
    request.onerror = () => {
      reject(request.error ?? new Error('the database was not deleted'))
    }
  })
}

/** Resolves when a handle of a database is closed from now on: a closed till first writes what has changed last. */
export function untilClosed(name: string): Promise<void> {
  const { prototype } = IDBDatabase
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the handle that it is read from
  const { close } = prototype
  return new Promise((resolve) => {
    prototype.close = function () {
      close.call(this)
      if (this.name !== name) return
      prototype.close = close
      resolve()
    }
  })
}
