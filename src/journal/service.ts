import { ServiceMismatch, TransferRefused } from '../domain/errors.js'
import type { Database } from './database.js'
import type { Store } from './prepare.js'
import type { SettingRow } from './rows.js'
import type { Transfer } from './transfer.js'

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

/** Adds the addresses of the service to the head of a file. */
export async function nameService<Head extends object>(
  { database }: Store,
  head: Head,
): Promise<Head & { service?: string[] }> {
  const known = readAddresses(await database.settings.get(serviceRow))
  return known.length === 0 ? head : { ...head, service: known }
}

const fileDaysMax = 365
const dayMs = 86_400_000

/** Refuses a file for another service, and one so old that the record of its import may be deleted. */
export async function assertImportable(
  { database, service }: Store,
  { service: theirs, at }: Transfer,
  now: number,
): Promise<void> {
  const mismatch = await findMismatch(database, service?.address, 'importJournal')
  if (mismatch) throw mismatch
  const known = readAddresses(await database.settings.get(serviceRow))
  const [address] = theirs ?? []
  if (address !== undefined && known.length > 0 && !theirs?.some((one) => known.includes(one)))
    throw new TransferRefused('importJournal', 'other-service', address)
  if (now - at > fileDaysMax * dayMs) throw new TransferRefused('importJournal', 'too-old')
}

/** The addresses that the row lists; none where it is missing or damaged. */
export function readAddresses(row: SettingRow | undefined): string[] {
  const value: unknown = row?.value
  return Array.isArray(value) ? value.filter((address) => typeof address === 'string') : []
}
