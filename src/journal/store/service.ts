import { type CounterfoilError, InvalidOptions, ServiceMismatch } from '../../domain/errors.js'
import type { ServiceIdentity } from '../../domain/service-address.js'
import type { Database } from './database.js'
import type { SettingRow } from './rows.js'

// A journal belongs to one card service, and its amounts to one currency. Its row lists every address at which that
// service is known, and the currency behind a mark, so that an older release keeps it.

/** The name of that row. */
export const serviceRow = 'service'

const mark = 'currency:'

/** An error that tells which action failed. */
type Mismatch = (action: string) => CounterfoilError

/** The error if the journal now belongs to another service or currency. Runs inside the caller's transaction. */
export async function findMismatch(
  { settings }: Database,
  { address, currency }: Partial<ServiceIdentity>,
): Promise<Mismatch | undefined> {
  if (address === undefined) return undefined
  const row = await settings.get(serviceRow)
  const known = readAddresses(row)
  if (known.length > 0 && !known.includes(address))
    return (action) => new ServiceMismatch(action, known, address)
  return mismatchOf(readJournalCurrency(row), currency)
}

/** The error if amounts of one currency meet those of another; what is not known fits all. */
export function mismatchOf(known: string | undefined, found: string | undefined): Mismatch | undefined {
  if (known === undefined || found === undefined || known === found) return undefined
  const expected = `${known}, the currency of this till’s journal: open another under another name`
  return (action) => new InvalidOptions([{ path: 'currency', expected, found }], action)
}

/** The addresses that the row lists; none where it is missing or damaged. */
export function readAddresses(row: SettingRow | undefined): string[] {
  return listAddresses(readNames(row))
}

/** The addresses in such a list. */
export function listAddresses(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith(mark))
}

/** The currency of the journal's amounts; an older release wrote none. */
export function readJournalCurrency(row: SettingRow | undefined): string | undefined {
  return findCurrency(readNames(row))
}

/** The currency in such a list. */
export function findCurrency(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(mark))?.slice(mark.length)
}

/** Such a list. */
export function listNames(addresses: readonly string[], currency: string | undefined): string[] {
  return [...new Set([...addresses, ...(currency === undefined ? [] : [`${mark}${currency}`])])]
}

/** All that the row lists. */
export function readNames(row: SettingRow | undefined): string[] {
  const value: unknown = row?.value
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}
