import { ServiceMismatch } from '../domain/errors.js'
import { toServiceAddress } from '../domain/service-address.js'
import type { WorkerSetup } from '../ports.js'
import type { Database } from './database.js'
import type { Store } from './prepare.js'
import { fenceRuns } from './run.js'
import { readAddresses, serviceRow } from './service.js'
import { readSetting } from './settings.js'

/** Refuses a journal that has entries for another service; binds an empty journal to this service. */
export async function bindService(store: Store): Promise<void> {
  const { database, service } = store
  if (!service) return
  const own = [...service.replaces, service.address]
  const { settings, entries, runs, validators, pauses } = database
  const row = await settings.get(serviceRow)
  if (own.every((address) => readAddresses(row).includes(address))) return
  const former = row ? [] : await readFormer(store)
  await database.transaction('rw', [settings, entries, runs, validators, pauses], async () => {
    const found = await settings.get(serviceRow)
    const known = found ? readAddresses(found) : former
    const isSame = known.length === 0 || known.some((address) => own.includes(address))
    if (!isSame) {
      if ((await entries.count()) > 0) throw new ServiceMismatch('openTill', known, service.address)
      await forgetService(database)
    }
    await settings.put({ name: serviceRow, value: [...new Set([...(isSame ? known : []), ...own])] })
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
