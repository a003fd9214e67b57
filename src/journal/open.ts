import type { CardReader } from '../domain/cards.js'
import { CounterfoilError, StorageRefused } from '../domain/errors.js'
import type { ServiceIdentity } from '../domain/service-address.js'
import { bindService } from './bind.js'
import type { Connection, MakeRoom } from './connection.js'
import { noteDerivation } from './derived.js'
import { migrate } from './migrate.js'
import type { Store } from './prepare.js'
import { relane } from './relane.js'
import { recountUnknownRows } from './tally.js'
import { openVault, type Vault } from './vault.js'

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
): Promise<Store> {
  try {
    const store = { database, vault: await open(database), reader, ...(service && { service }) }
    await migrate(store)
    await relane(store)
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
