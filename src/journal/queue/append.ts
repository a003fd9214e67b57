import type { HistoryLine } from '../../decide/decide.js'
import type { ListedEntry } from '../../domain/entry.js'
import {
  DuplicateOperation,
  InvalidOperation,
  InvalidOptions,
  ServiceMismatch,
  StorageRefused,
} from '../../domain/errors.js'
import { type Database, composeEntry, eraseSecrets, find, findById, type Store } from './below.js'
import { type Guard, isObstacle, noteOf } from './admit.js'
import { type Draft, fingerprintText, prepareDraft } from './prepare.js'
import type { WriteNew } from './write-new.js'

/** A mirror opens what is beyond this from the database. */
const recentMax = 256

/** Saves the operation, its receipt and its place in line, all or nothing; together with others that wait. */
export async function append(
  store: Store,
  write: WriteNew,
  draft: Draft,
  guard: Guard,
  notes: readonly HistoryLine[] = [],
): Promise<ListedEntry | undefined> {
  const text = JSON.stringify(draft.request)
  const prepared = await prepareDraft(store, draft, notes, text)
  const { entry: row, lines } = prepared
  try {
    const place = await write({ draft, prepared, guard, notes })
    if (store.recent && store.recent.size < recentMax) store.recent.set(draft.id, { place, row, text, lines })
    return composeEntry(row, draft.request, undefined, lines, store.reader)
  } catch (error) {
    // An entry that is already stored under the id is returned: a repeated call is not checked a second time.
    if (await isStored(store.database, draft)) {
      await assertSame(store, draft)
      return find(store, draft.id)
    }
    const note = noteOf(error, guard, draft.createdAt)
    if (note && !notes.some(({ what }) => what === note.what))
      return append(store, write, draft, guard, [...notes, note])
    if (isOurs(error)) throw error
    throw new StorageRefused(draft.kind, error)
  }
}

/** A repeated call has the same id and the same body; the same id with another body is a mistake. */
async function assertSame({ database, vault }: Store, { id, kind, request }: Draft): Promise<void> {
  const text = JSON.stringify(request)
  const entry = await findById(database, id)
  const marks = await Promise.all(
    [text, eraseSecrets(kind, text)].map((one) => vault.mark(fingerprintText(kind, one))),
  )
  if (entry === undefined || !marks.includes(entry.told)) throw new DuplicateOperation(id, 'id-reused')
}

/** Where even that cannot be read, the caller is told that the operation was not kept. */
async function isStored({ entries }: Database, { id }: Draft): Promise<boolean> {
  // The caller throws the error that led here.
  const count = await entries
    .where('id')
    .equals(id)
    .count()
    .catch(() => 0)
  return count > 0
}

function isOurs(error: unknown): boolean {
  const ours = [InvalidOperation, ServiceMismatch, InvalidOptions]
  return ours.some((one) => error instanceof one) || isObstacle(error)
}
