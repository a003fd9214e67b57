import type { Database } from './database.js'

const rowName = 'pruned'

/** Counts deleted entries, which leave no line in the history. Runs inside the transaction that deletes them. */
export async function countPruned(database: Database, count: number): Promise<void> {
  if (count > 0) await database.settings.put({ name: rowName, value: (await readPruned(database)) + count })
}

export async function readPruned({ settings }: Database): Promise<number> {
  return Number((await settings.get(rowName))?.value) || 0
}
