import { Dexie } from 'dexie'
import { operationKinds } from '../../domain/endpoints.js'
import { entryStates } from '../../domain/entry.js'
import type { Database } from './database.js'
import type { EntryRow } from './rows.js'

export const knownOf = { state: entryStates, kind: operationKinds } as const
export type Field = keyof typeof knownOf

/**
 * Entries with an unknown state or kind. Only the gaps between the known values are read: Dexie’s `noneOf` would step
 * over every row with a known one.
 */
export async function findUnknownRows({ entries }: Database, field: Field): Promise<EntryRow[]> {
  const bounds = [Dexie.minKey, ...[...knownOf[field]].sort(), Dexie.maxKey]
  const gaps = await Promise.all(
    bounds.slice(1).map((upper, index) => {
      const lower = bounds[index]
      const isFirst = index === 0
      return entries
        .where(`[${field}+place]`)
        .between([lower, isFirst ? Dexie.minKey : Dexie.maxKey], [upper, Dexie.minKey], false, false)
        .toArray()
    }),
  )
  return gaps.flat()
}
