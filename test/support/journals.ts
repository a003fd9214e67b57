import { Dexie } from 'dexie'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { Models, OperationKind } from '../../src/domain/models.js'

let count = 0

/** A name no other test uses. */
export function freshName(): string {
  count += 1
  return `test-${Date.now()}-${count}-${Math.random().toString(36).slice(2)}`
}

export async function openFreshJournal(): Promise<{ journal: TillJournal; name: string }> {
  const name = freshName()
  return { journal: await openJournal(name), name }
}

/** Puts an operation into a journal, as a till would. */
export async function append<Kind extends OperationKind>(
  journal: TillJournal,
  kind: Kind,
  request: Models[Kind],
  id = freshName(),
): Promise<string> {
  await journal.append({ id, kind, request, shop: 'S01', terminal: 'T1', createdAt: 1_000_000 })
  return id
}

/** The database as it lies on disk, to plant and inspect rows behind the journal's back. */
export async function openRaw(name: string): Promise<Dexie> {
  const raw = new Dexie(name)
  await raw.open()
  return raw
}
