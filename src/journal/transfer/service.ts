import { TransferRefused } from '../../domain/errors.js'
import {
  type Binding,
  findCurrency,
  findMismatch,
  listAddresses,
  readAddresses,
  readBinding,
  readJournalCurrency,
  readRunRow,
  serviceRow,
  type Store,
} from './below.js'
import type { Import } from './arrival.js'
import type { Transfer } from './transfer.js'

/** Adds to the head of a file what its till is bound to, and the service's clock where the till's is off. */
export async function nameService<Head extends object>(
  { database }: Store,
  head: Head,
): Promise<Head & Binding> {
  return { ...head, ...(await readBinding(database)) }
}

/** How far the service's clock is ahead of the till's, by its last reply. */
export async function readClockOffset({ runs }: Store['database']): Promise<number | undefined> {
  return readRunRow(await runs.get('replay'))?.clockOffsetMs
}

const fileDaysMax = 365
const dayMs = 86_400_000

/**
 * Refuses a file for another service, and one so old that the record of its import may be deleted: such a record stays
 * for longer than a year. What a person takes over from a dead till, whose clock may be wrong by years, waits for a
 * person here; `countedMs` is the time that has certainly passed at this till.
 */
export async function assertImportable(
  { database, service }: Store,
  { service: theirs = [], at, clockOffsetMs = 0, kind }: Transfer,
  { now, clockOffsetMs: ours = 0, countedMs = 0 }: Pick<Import, 'now' | 'clockOffsetMs' | 'countedMs'>,
): Promise<void> {
  const mismatch = await findMismatch(database, service ?? {})
  if (mismatch) throw mismatch('importJournal')
  const row = await database.settings.get(serviceRow)
  const known = readAddresses(row)
  const [address] = listAddresses(theirs)
  if (address !== undefined && known.length > 0 && !theirs.some((one) => known.includes(one)))
    throw new TransferRefused('importJournal', 'other-service', address)
  const currency = findCurrency(theirs)
  if (currency !== undefined && currency !== (readJournalCurrency(row) ?? currency))
    throw new TransferRefused('importJournal', 'other-currency', currency)
  const ageMs = now + ours - at - clockOffsetMs
  const maxMs = fileDaysMax * dayMs
  if (ageMs > maxMs && (kind === 'hand-over' || countedMs > maxMs))
    throw new TransferRefused('importJournal', 'too-old')
}
