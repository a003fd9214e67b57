import type { Arrival } from '../../../src/sandbox/arrivals.js'
import { createBank, createMemoryLedger, type Bank, type Effect } from '../../../src/sandbox/bank.js'
import { createFaults, type Faults } from '../../../src/sandbox/faults.js'
import { createService, type Service } from '../../../src/sandbox/service.js'

// A browser ends an idle worker after half a minute: what the service knows lies in a database of its own, so that the
// next life goes on from there.

/** A service, and what stores its news. */
export interface StoredService {
  service: Service
  /** Resolves once everything up to now is stored. */
  save: () => Promise<void>
}

/** What is stored of a service besides its effects and arrivals. */
interface Switches {
  settings: Bank['settings']
  outage: boolean
  faults: ReturnType<Faults['describe']>
}

interface Stored {
  effects: Effect[]
  arrivals: Arrival[]
  switches?: Switches
}

const tables = ['effects', 'arrivals', 'switches'] as const

/** Opens the service of this name as it was left. */
export async function openStoredService(name: string): Promise<StoredService> {
  const database = await openDatabase(`counterfoil-site-${name}`)
  return createStored(database, await read(database))
}

function createStored(database: IDBDatabase, stored: Stored): StoredService {
  const service = restoreOrForget(stored)
  let effects = service.bank.effects.length
  let arrivals = service.arrivalCount
  let switches = describe(service)

  async function save(): Promise<void> {
    const next = describe(service)
    const isReset = service.bank.effects.length < effects || service.arrivalCount < arrivals
    if (isReset) [effects, arrivals] = [0, 0]
    const newEffects = service.bank.effects.slice(effects)
    const newArrivals = service.arrivals.filter(({ sequence }) => sequence > arrivals)
    if (!isReset && newEffects.length + newArrivals.length === 0 && next === switches) return
    ;[effects, arrivals, switches] = [service.bank.effects.length, service.arrivalCount, next]
    await write(database, (table) => {
      if (isReset) for (const name of ['effects', 'arrivals'] as const) table(name).clear()
      for (const effect of newEffects) table('effects').put(effect, effect.sequence)
      for (const arrival of newArrivals) table('arrivals').put(arrival, arrival.sequence)
      table('switches').put(JSON.parse(next), 'switches')
    })
  }
  return { service, save }
}

/** This release of the bank may refuse what an older one applied: then the service begins anew. */
function restoreOrForget(stored: Stored): Service {
  try {
    return restore(stored)
  } catch {
    return restore({ effects: [], arrivals: [] })
  }
}

function restore({ effects, arrivals, switches }: Stored): Service {
  const ledger = createMemoryLedger()
  for (const effect of effects) ledger.append(effect)
  const faults = createFaults([...(switches?.faults.script ?? []), ...(switches?.faults.standing ?? [])])
  faults.chance(switches?.faults.chance ?? null)
  faults.setOutage(switches?.outage ?? false)
  return createService({ bank: createBank(switches?.settings, ledger), faults, arrivals })
}

function describe({ bank, faults }: Service): string {
  const switches: Switches = { settings: bank.settings, outage: faults.outage, faults: faults.describe() }
  return JSON.stringify(switches)
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const table of tables) request.result.createObjectStore(table)
  }
  return settle(request)
}

async function read(database: IDBDatabase): Promise<Stored> {
  const transaction = database.transaction(tables, 'readonly')
  const [effects, arrivals, [switches]] = await Promise.all([
    settle(transaction.objectStore('effects').getAll() as IDBRequest<Effect[]>),
    settle(transaction.objectStore('arrivals').getAll() as IDBRequest<Arrival[]>),
    settle(transaction.objectStore('switches').getAll() as IDBRequest<Switches[]>),
  ])
  return { effects, arrivals, ...(switches && { switches }) }
}

async function write(
  database: IDBDatabase,
  change: (table: (name: (typeof tables)[number]) => IDBObjectStore) => void,
): Promise<void> {
  const transaction = database.transaction(tables, 'readwrite')
  change((name) => transaction.objectStore(name))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve()
    }
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the service could not be stored'))
    }
  })
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('the service could not be read'))
    }
  })
}
