import { Dexie } from 'dexie'
import { OwnError } from '../../domain/error-name.js'
import { isCausedBy, OutcomeUnknown, StorageRefused, TillOutdated } from '../../domain/errors.js'
import { Database } from './database.js'
import { type Guard, guardFactory } from './guard.js'
import { undoOnLeaving } from './leave.js'
import type { SettingRow } from './rows.js'
import { type MakeRoom, retryForSpace, waitsMs } from './space.js'

//              handle closed under us          reopened, same birth certificate
//   open ─────────────────────────▶ (reopening) ─────────────────────────▶ open
//     │                                 │ cannot be opened now
//     │ another tab deletes / upgrades  ├───────────────▶ lost ─ tried again ─▶ (reopening)
//     └─────▶ deleted / outdated ◀──────┘ gone, or of a newer release

/** The state of the journal's connection to its database. */
export type ConnectionState = 'open' | 'outdated' | 'deleted' | 'lost'

type Method = (...args: never[]) => Promise<unknown>

/** How each method of a journal is treated when it fails. */
export interface Plan<Name> {
  /** Methods that only tell something: they are repeated, and leave nothing in doubt where they fail. */
  reading: readonly Name[]
  /** Methods that write, and may be repeated when it is unknown whether they were carried out. */
  repeatable: readonly Name[]
  /** Methods that are refused when the disk is full; the reserve is for all others. */
  promising: readonly Name[]
  /** Methods whose failure would lose something: they wait a while for space. */
  patient: readonly Name[]
}

export interface Connection {
  readonly database: Database
  /** Lets each method run only while the database is ours, and repeats it after a loss if that is safe. */
  protect: <Deps extends Record<keyof Deps, Method>>(deps: Deps, plan: Plan<keyof Deps>) => Deps
  /** Restarts a live query after a loss; tells its watcher when the database is gone for good. */
  watch: <Value>(query: Query<Value>, to: Watcher<Value>) => () => void
  /** Reports the state now and at every change; returns a function that stops it. */
  onState: (listener: (state: ConnectionState) => void) => () => void
  /** Throws if the database is gone for good. */
  assertOpen: (action: string) => void
  close: () => void
}

/** Starts a live query; returns a function that stops it. */
type Query<Value> = (report: (value: Value) => void, fail: (error: unknown) => void) => () => void

interface Watcher<Value> {
  report: (value: Value) => void
  /** The query failed while the database is ours. */
  fail: (error: unknown) => void
  /** The database is gone for good. */
  end?: (error: unknown) => void
}

interface Watch {
  start: () => () => void
  stop: () => void
  end: ((error: unknown) => void) | undefined
}

interface Link {
  readonly database: Database
  readonly guard: Guard
  readonly makeRoom: MakeRoom | undefined
  state: ConnectionState
  /** The birth certificate found at the first opening: a database with another one is not ours. */
  birth: string | undefined
  /** Whether the handle is open, as far as the browser has reported. */
  isOpen: boolean
  /** The handle that the browser reported as closed. */
  lostHandle: IDBDatabase | undefined
  isClosed: boolean
  /** The error of the last attempt to reopen the database. */
  fault: unknown
  reopening: Promise<void> | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  readonly stateListeners: Set<(state: ConnectionState) => void>
  readonly watches: Set<Watch>
  /** Stops the undoing of transactions on pagehide. */
  readonly stopUndoing: () => void
}

const retryMs = 10_000

interface Terms {
  mayCreate: boolean
  makeRoom: MakeRoom | undefined
}

/** Opens the database of a till; returns undefined if it does not exist and may not be created. */
export async function connect(name: string, terms: Terms & { mayCreate: true }): Promise<Connection>
export async function connect(name: string, terms: Terms): Promise<Connection | undefined>
export async function connect(name: string, { mayCreate, makeRoom }: Terms): Promise<Connection | undefined> {
  const guard: Guard = { mayCreate, isGone: false }
  const database = new Database(name, guardFactory(Dexie.dependencies.indexedDB, guard))
  const link = createLink(database, guard, makeRoom)
  listen(link)
  try {
    await link.database.open()
  } catch (error) {
    close(link)
    if (!mayCreate && guard.isGone) return undefined
    if (error instanceof TillOutdated) throw error
    throw new StorageRefused('openTill', error)
  }
  link.isOpen = !isFinal(link)
  guard.mayCreate = false
  return linkToConnection(link)
}

function createLink(database: Database, guard: Guard, makeRoom: MakeRoom | undefined): Link {
  return {
    database,
    guard,
    makeRoom,
    state: 'open',
    birth: undefined,
    isOpen: false,
    lostHandle: undefined,
    isClosed: false,
    fault: undefined,
    reopening: undefined,
    timer: undefined,
    stateListeners: new Set(),
    watches: new Set(),
    stopUndoing: undoOnLeaving(database),
  }
}

function linkToConnection(link: Link): Connection {
  return {
    database: link.database,
    protect(deps, { reading, repeatable, promising, patient }) {
      const isOf = (names: readonly (keyof typeof deps)[], name: string) => names.some((own) => own === name)
      const guarded = Object.entries<Method>(deps).map(([name, method]) => {
        const guard: Method = (...args) => {
          const work = () => method(...args)
          const waits = isOf(patient, name) ? waitsMs : []
          const protectedWork = isOf(promising, name)
            ? work
            : () => retryForSpace(link.makeRoom, name, work, waits)
          const isReading = isOf(reading, name)
          return perform(link, name, protectedWork, {
            isReading,
            isRepeatable: isReading || isOf(repeatable, name),
          })
        }
        return [name, guard]
      })
      return Object.fromEntries(guarded) as typeof deps
    },
    watch: (query, watcher) => addWatch(link, query, watcher),
    onState(listener) {
      link.stateListeners.add(listener)
      listener(link.state)
      return () => link.stateListeners.delete(listener)
    },
    assertOpen(action) {
      if (isFinal(link)) throw linkToError(link, action)
    },
    close() {
      close(link)
    },
  }
}

/** Listens to the handle's events, and checks the birth certificate at every opening. */
function listen(link: Link): void {
  const { database } = link
  database.on('ready', (opened) => checkBirth(link, opened), true)
  database.on('versionchange', ({ newVersion }) => {
    setState(link, (newVersion ?? 0) > 0 ? 'outdated' : 'deleted')
    // Dexie's own handler would only warn, and let the handle be opened again.
    return false
  })
  database.on('close', () => {
    if (!link.isOpen) return
    link.isOpen = false
    link.lostHandle = database.backendDB()
    // A page that enters the back-forward cache loses its handle, and must not open one before it returns.
    link.timer = setTimeout(() => void reopen(link), 0)
  })
}

/** The first opening writes a birth certificate, which tells the database from one that replaces it. */
async function checkBirth(link: Link, opened: Dexie): Promise<void> {
  const found = await readBirth(opened)
  if (link.birth === undefined) {
    link.birth = found ?? (await registerBirth(opened))
  } else if (found !== link.birth) {
    link.guard.isGone = true
    throw new OwnError('another database has taken the place of this till’s data')
  }
}

async function readBirth(opened: Dexie): Promise<string | undefined> {
  const row = await opened.table<SettingRow, string>('settings').get('birth')
  return typeof row?.value === 'string' ? row.value : undefined
}

/** If several tabs open at once, one writes and all read the same. */
async function registerBirth(opened: Dexie): Promise<string> {
  return opened.transaction('rw', 'settings', async () => {
    const found = await readBirth(opened)
    if (found !== undefined) return found
    const value = crypto.randomUUID()
    await opened.table<SettingRow, string>('settings').put({ name: 'birth', value })
    return value
  })
}

/** Does the work while the handle is open; reopens a lost handle first. */
async function perform<Result>(
  link: Link,
  action: string,
  work: () => Promise<Result>,
  { isReading, isRepeatable }: { isReading: boolean; isRepeatable: boolean },
): Promise<Result> {
  if (!link.isOpen) await requireOpen(link, action)
  try {
    return await work()
  } catch (error) {
    if (link.isOpen && !isLoss(error)) throw toRefusal(action, error)
    await reopen(link)
    // Dexie itself repeats work that certainly did not begin; of other work the outcome is unknown.
    const isDoubtful = !isReading && mayBeDone(link, error)
    if (isDoubtful && !(link.isOpen && isRepeatable)) throw new OutcomeUnknown(action, error)
    if (!link.isOpen) throw linkToError(link, action)
    if (!isRepeatable) throw error
    return await work().catch((again: unknown) => {
      throw isDoubtful && isLoss(again) ? new OutcomeUnknown(action, again) : toRefusal(action, again)
    })
  }
}

/** Whether work that failed may have been committed: then its answer alone was lost. */
function mayBeDone({ state, isClosed }: Link, error: unknown): boolean {
  if (state === 'deleted') return false
  // A database that is closed in good order finishes what has begun.
  if (isClosed || state === 'outdated') return isCausedBy(error, ['UnknownError'])
  return isOfDexie(error) || isLoss(error)
}

function toRefusal(action: string, error: unknown): unknown {
  return isOfDexie(error) ? new StorageRefused(action, error) : error
}

function isOfDexie(error: unknown): boolean {
  return error instanceof Dexie.DexieError
}

async function requireOpen(link: Link, action: string): Promise<void> {
  await reopen(link)
  if (!link.isOpen) throw linkToError(link, action)
}

const lossNames = ['UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'OpenFailedError']

/** WebKit sometimes loses its database server; every open handle is then useless. */
function isLoss(error: unknown): boolean {
  return isCausedBy(error, lossNames)
}

function reopen(link: Link): Promise<void> {
  link.reopening ??= tryToOpen(link).finally(() => {
    link.reopening = undefined
  })
  return link.reopening
}

async function tryToOpen(link: Link): Promise<void> {
  if (isFinal(link) || link.isClosed) return
  clearTimeout(link.timer)
  // Dexie before 4.2.1 considers a handle open that the browser has closed.
  const isStale = link.isOpen || link.database.backendDB() === link.lostHandle
  link.isOpen = false
  if (isStale) link.database.close({ disableAutoOpen: false })
  try {
    await link.database.open()
    link.isOpen = true
    setState(link, 'open')
  } catch (error) {
    link.fault = error
    setState(link, error instanceof TillOutdated ? 'outdated' : link.guard.isGone ? 'deleted' : 'lost')
  }
}

function setState(link: Link, state: ConnectionState): void {
  if (link.isClosed || isFinal(link)) return
  const before = link.state
  link.state = state
  if (state === 'open') restartWatches(link)
  if (state === 'lost') link.timer = setTimeout(() => void reopen(link), retryMs)
  if (isFinal(link)) release(link)
  if (before !== state) for (const listener of link.stateListeners) listener(state)
}

function isFinal({ state }: Link): boolean {
  return state === 'deleted' || state === 'outdated'
}

/** Closes the database: a tab that deletes or upgrades it waits for that. */
function release(link: Link): void {
  link.isOpen = false
  clearTimeout(link.timer)
  link.database.close()
  for (const { stop, end } of link.watches) {
    stop()
    end?.(linkToError(link, 'watch'))
  }
}

function close(link: Link): void {
  link.isClosed = true
  link.stopUndoing()
  link.isOpen = false
  clearTimeout(link.timer)
  link.database.close()
}

function addWatch<Value>(link: Link, query: Query<Value>, { report, fail, end }: Watcher<Value>): () => void {
  if (isFinal(link)) {
    queueMicrotask(() => end?.(linkToError(link, 'watch')))
    return () => undefined
  }
  let isTriedAgain = false
  const onReport = (value: Value) => {
    isTriedAgain = false
    report(value)
  }
  // A read that meets the loss of the database is made once more, as a call's is; the reopening restarts it.
  const onFail = (error: unknown) => {
    if (isFinal(link)) return
    if (isTriedAgain || !isLoss(error)) {
      fail(error)
      return
    }
    isTriedAgain = true
    void reopen(link)
  }
  const start = () => query(onReport, onFail)
  const watch: Watch = { start, stop: start(), end }
  link.watches.add(watch)
  return () => {
    link.watches.delete(watch)
    watch.stop()
  }
}

/** A live query that meets a closed database reports nothing, and waits for a change that may never come. */
function restartWatches({ watches }: Link): void {
  for (const watch of watches) {
    watch.stop()
    watch.stop = watch.start()
  }
}

function linkToError({ state, isClosed, fault }: Link, action: string): Error {
  if (isClosed) return new StorageRefused(action, undefined, 'closed')
  switch (state) {
    case 'outdated':
      return new TillOutdated(action)
    case 'deleted':
      return new StorageRefused(action, undefined, 'deleted')
    case 'lost':
    case 'open':
      return new StorageRefused(action, fault)
  }
}
