import { TransferRefused } from '../../domain/errors.js'
import { findMismatch, readAddresses, serviceRow, type Store } from './below.js'
import type { Transfer } from './transfer.js'

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
