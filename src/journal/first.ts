import type { EntryState, ListedEntry } from '../domain/entry.js'
import { LoadFailed } from '../domain/errors.js'
import {
  type Connection,
  connect,
  type Counts,
  type Plan,
  readCounts,
  createWitnessDeps,
  type WitnessDeps,
} from './store/index.js'
import { find, type Store, deleteSetting, readSetting, writeSetting } from './seal/index.js'
import {
  append,
  createReached,
  createWriteNew,
  type Draft,
  type Guard,
  takeNumber,
  type Taking,
} from './queue/index.js'
import { type JournalEnd, readEnd, type Rest, type Summary, watchState, watchSummary } from './views/index.js'
import { type JournalOptions, type Migration, openStore } from './open.js'

/** What saving an operation needs. */
interface FirstDeps extends WitnessDeps {
  append(draft: Draft, guard?: Guard): Promise<ListedEntry | undefined>
  takeNumber(taking: Taking): Promise<number>
  find(id: string): Promise<ListedEntry | undefined>
  count(): Promise<Counts>
  readEnd(): Promise<JournalEnd>
  readSetting(name: string): Promise<unknown>
  writeSetting(name: string, value: unknown): Promise<void>
  deleteSetting(name: string): Promise<void>
}

/** The part of the till's journal that a page loads first: to open, to save operations, and to show the status. */
export interface FirstJournal extends FirstDeps, Pick<Connection, 'onState' | 'assertOpen' | 'close'> {
  /** Waits for `rest` between two reads, if it is given. */
  watchSummary(report: (summary: Summary) => void, fail: (error: unknown) => void, rest?: Rest): () => void
  watchState(
    id: string,
    report: (state: EntryState | undefined) => void,
    fail: (error: unknown) => void,
  ): () => void
}

/** An open journal, and what the rest of its methods is made from. */
export interface OpenedJournal extends Pick<Connection, 'protect' | 'watch'> {
  first: FirstJournal
  store: Store
}

const plan: Plan<keyof FirstDeps> = {
  reading: ['find', 'count', 'readEnd', 'readSetting'],
  // What is saved is recognised by its id.
  repeatable: ['append', 'heedWitnesses', 'bearWitness'],
  // A method that promises something new must leave the last space to earlier promises.
  promising: ['append', 'takeNumber', 'bearWitness'],
  patient: [],
}

/** Opens the till's database; creates it if it does not exist. */
export async function openFirst(name: string, options: JournalOptions = {}): Promise<OpenedJournal> {
  const connection = await connect(name, { mayCreate: true, makeRoom: options.makeRoom })
  const { database, protect, watch, onState, assertOpen, close } = connection
  const store = await openStore(connection, options, loadMigration)
  const first: FirstJournal = {
    ...protect(createFirstDeps(store), plan),
    watchSummary: (report, fail, rest = () => Promise.resolve()) =>
      watch((tell, failed) => watchSummary(database, tell, failed, rest), { report, fail }),
    watchState: (id, report, fail) =>
      watch((tell, failed) => watchState(database, id, tell, failed), { report, fail, end: fail }),
    onState,
    assertOpen,
    close,
  }
  return { first, store, protect, watch }
}

/** A page loads this code only where an older release left rows. */
function loadMigration(): Promise<Migration> {
  return import('./migrate.js').catch((error: unknown) => {
    throw new LoadFailed('openTill', error)
  })
}

function createFirstDeps(store: Store): FirstDeps {
  const { database } = store
  const numbers = createReached()
  const writeNew = createWriteNew(store, numbers)
  return {
    ...createWitnessDeps(database),
    append: (draft, guard = { limits: {} }) => append(store, writeNew, draft, guard),
    takeNumber: (taking) => takeNumber(database, taking, numbers),
    find: (id) => find(store, id),
    count: () => readCounts(database),
    readEnd: () => readEnd(database),
    readSetting: (name) => readSetting(store, name),
    writeSetting: (name, value) => writeSetting(store, name, value),
    deleteSetting: (name) => deleteSetting(store, name),
  }
}
