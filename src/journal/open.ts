import type { CardReader } from '../domain/cards.js'
import { CounterfoilError, ServiceMismatch, StorageRefused } from '../domain/errors.js'
import { type ServiceIdentity, toServiceAddress } from '../domain/service-address.js'
import type { WorkerSetup } from '../ports.js'
import {
  type Connection,
  type Database,
  lanesBehind,
  type MakeRoom,
  listNames,
  mismatchOf,
  readAddresses,
  readJournalCurrency,
  readNames,
  recount,
  recountUnknownRows,
  serviceRow,
} from './store/index.js'
import { openVault, type Store, type Vault, readSetting } from './seal/index.js'
import { fenceRuns } from './queue/index.js'
import { noteDerivation } from './views/index.js'

/** Refuses a journal that has entries for another service or in another currency; binds an empty journal to these. */
export async function bindService(store: Store): Promise<void> {
  const { database, service } = store
  if (!service) return
  const own = [...service.replaces, service.address]
  const { settings, entries, runs, validators, pauses } = database
  const row = await settings.get(serviceRow)
  if (listNames(own, service.currency).every((name) => readNames(row).includes(name))) return
  const former = row ? [] : await readFormer(store)
  await database.transaction('rw', [settings, entries, runs, validators, pauses], async () => {
    const found = await settings.get(serviceRow)
    const known = found ? readAddresses(found) : former
    const isSame = known.length === 0 || known.some((address) => own.includes(address))
    const currency = readJournalCurrency(found)
    const mismatch = isSame
      ? mismatchOf(currency, service.currency)
      : (action: string) => new ServiceMismatch(action, known, service.address)
    if (mismatch && (await entries.count()) > 0) throw mismatch('openTill')
    if (!isSame) await forgetService(database)
    const value = listNames([...(isSame ? known : []), ...own], service.currency ?? currency)
    await settings.put({ name: serviceRow, value })
  })
}

/** Reads the address from the worker's setup: an older release wrote no row for the service. */
async function readFormer(store: Store): Promise<string[]> {
  const setup = (await readSetting(store, 'worker')) as Partial<WorkerSetup> | undefined
  const baseUrl: unknown = setup?.access?.baseUrl
  return typeof baseUrl === 'string' ? [toServiceAddress(baseUrl)] : []
}

/** Deletes the facts about the former service, and ends a run that sends to it. */
async function forgetService(database: Database): Promise<void> {
  const { validators, pauses } = database
  await Promise.all([
    validators.clear(),
    pauses.where('scope').notEqual('till').delete(),
    fenceRuns(database),
  ])
}

/** Brings the rows of older releases to the present format. */
export interface Migration {
  migrate: (store: Store) => Promise<void>
  relane: (store: Store) => Promise<void>
}

/** Brings every row to the present format. The code for that is asked for only where an older release left rows. */
async function bringUpToDate(store: Store, load: () => Promise<Migration>): Promise<void> {
  const { database } = store
  const isBehind = async (mark: string) => (await database.settings.get(mark)) !== undefined
  const [isOld, isWithoutLanes] = await Promise.all([isBehind('formatBehind'), isBehind(lanesBehind)])
  if (!isOld) await assertCounted(database)
  if (!isOld && !isWithoutLanes) return
  const { migrate, relane } = await load()
  if (isOld) await migrate(store)
  if (isWithoutLanes) await relane(store)
}

/** A missing tally must not be read as zero, so it is counted again. */
async function assertCounted(database: Database): Promise<void> {
  if (!(await database.tallies.get('entries'))) await recount(database)
}

/** Opens the vault with the keys of a database. */
export type VaultOpener = (database: Store['database']) => Promise<Vault>

/** The options of a journal: how to free disk space, and for tests a predictable vault. */
export interface JournalOptions {
  makeRoom?: MakeRoom
  /** The card service that the journal must belong to; not checked if it is missing and the runs pass an address. */
  service?: ServiceIdentity
  openVault?: VaultOpener
  /** A pause between two pieces of background work; none by default. */
  rest?: () => Promise<void>
  /** The host's way of reading a card code. */
  reader?: CardReader | undefined
}

/** Opens the vault and brings every row to the present format, or fails. */
export async function openStore(
  { database, close }: Connection,
  { openVault: open = openVault, reader, service }: JournalOptions,
  loadMigration: () => Promise<Migration>,
): Promise<Store> {
  try {
    const store = { database, vault: await open(database), reader, ...(service && { service }) }
    await bringUpToDate(store, loadMigration)
    await bindService(store)
    await noteDerivation(database)
    await recountUnknownRows(database)
    return store
  } catch (error) {
    close()
    if (error instanceof CounterfoilError) throw error
    throw new StorageRefused('openTill', error)
  }
}
