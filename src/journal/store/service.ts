import { ServiceMismatch } from '../../domain/errors.js'
import type { Database } from './database.js'
import type { SettingRow } from './rows.js'

// A journal belongs to one card service. Its row lists every address at which that service is known.

/** The name of that row. */
export const serviceRow = 'service'

/** The error if the journal now belongs to another service. Runs inside the caller's transaction. */
export async function findMismatch(
  { settings }: Database,
  address: string | undefined,
  action: string,
): Promise<ServiceMismatch | undefined> {
  if (address === undefined) return undefined
  const known = readAddresses(await settings.get(serviceRow))
  return known.length === 0 || known.includes(address)
    ? undefined
    : new ServiceMismatch(action, known, address)
}

/** The addresses that the row lists; none where it is missing or damaged. */
export function readAddresses(row: SettingRow | undefined): string[] {
  const value: unknown = row?.value
  return Array.isArray(value) ? value.filter((address) => typeof address === 'string') : []
}
