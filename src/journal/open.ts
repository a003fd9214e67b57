import { StorageRefused } from '../domain/errors.js'
import type { Connection, MakeRoom } from './connection.js'
import { migrate } from './migrate.js'
import type { Store } from './prepare.js'
import { recountStrays } from './tally.js'
import { openVault, type Vault } from './vault.js'

/** How the keys of a database are had. */
export type VaultOpener = (database: Store['database']) => Promise<Vault>

/** What a journal is given: room when it runs out, and in tests a vault that is as predictable as they are. */
export interface JournalOptions {
  makeRoom?: MakeRoom
  openVault?: VaultOpener
  /** Passes between two pieces of what has time; none unless told. */
  rest?: () => Promise<void>
}

/** With its keys at hand and every row in the present format, or not at all. */
export async function openStore(
  { database, close }: Connection,
  { openVault: open = openVault }: JournalOptions,
): Promise<Store> {
  try {
    const store = { database, vault: await open(database) }
    await migrate(store)
    await recountStrays(database)
    return store
  } catch (error) {
    close()
    throw new StorageRefused('the till was not opened', error)
  }
}
