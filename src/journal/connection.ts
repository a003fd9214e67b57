import { Dexie } from 'dexie'
import { isCausedBy, isQuotaExceeded, StorageRefused, TillOutdated } from '../domain/errors.js'
import { Database } from './database.js'
import { undoOnLeaving } from './leave.js'
import type { SettingRow } from './rows.js'

//              handle closed under us          reopened, same birth certificate
//   open ─────────────────────────▶ (reopening) ─────────────────────────▶ open
//     │                                 │ cannot be opened now
//     │ another tab deletes / upgrades  ├───────────────▶ lost ─ tried again ─▶ (reopening)
//     └─────▶ deleted / outdated ◀──────┘ gone, or of a newer release

/** How the journal stands with its database. */
export type Standing = 'open' | 'outdated' | 'deleted' | 'lost'

type Door = (...words: never[]) => Promise<unknown>

/** Gives back room that was held for this; tells whether there was any. */
export type MakeRoom = () => Promise<boolean>

/** How each door of a journal is to be treated where it fails. */
export interface Plan<Name> {
  /** May be done once more where it is not known whether it was done. */
  repeatable: readonly Name[]
  /** Is refused when the room runs out; all else is what the reserve is for. */
  promising: readonly Name[]
  /** Holds what would be lost, and waits for room a while. */
  patient: readonly Name[]
}

export interface Connection {
  readonly database: Database
  /** Lets each door be used only while the database is ours, and once more after a loss where that is safe. */
  protect: <Doors extends Record<keyof Doors, Door>>(doors: Doors, plan: Plan<keyof Doors>) => Doors
  /** Keeps a live query alive over a loss; `fail` is told when the database is gone for good. */
  watch: (start: () => () => void, fail?: (error: unknown) => void) => () => void
  /** Tells how the database stands, now and at every change; returns how to stop. */
  onStanding: (tell: (standing: Standing) => void) => () => void
  /** Throws where the database is gone for good. */
  assertOpen: (action: string) => void
  close: () => void
}

interface Watch {
  start: () => () => void
  stop: () => void
  fail: ((error: unknown) => void) | undefined
}

interface Hold {
  readonly database: Database
  readonly gate: Gate
  readonly makeRoom: MakeRoom | undefined
  standing: Standing
  /** The certificate found at the first opening: a database with another one is not ours. */
  birth: string | undefined
  /** Whether the handle is open, as far as anybody has told us. */
  isHeld: boolean
  isClosed: boolean
  /** What kept it from being reopened. */
  fault: unknown
  reopening: Promise<void> | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  readonly tellers: Set<(standing: Standing) => void>
  readonly watches: Set<Watch>
  /** Ends the listening for the page's leaving. */
  readonly stay: () => void
}

const retryMs = 10_000

interface Terms {
  mayCreate: boolean
  makeRoom: MakeRoom | undefined
}

/** Opens the database of a till; where it may not be created and is not there, there is no connection. */
export async function connect(name: string, terms: Terms & { mayCreate: true }): Promise<Connection>
export async function connect(name: string, terms: Terms): Promise<Connection | undefined>
export async function connect(name: string, { mayCreate, makeRoom }: Terms): Promise<Connection | undefined> {
  const gate: Gate = { mayCreate, isGone: false }
  const database = new Database(name, guardFactory(Dexie.dependencies.indexedDB, gate))
  const hold = createHold(database, gate, makeRoom)
  listen(hold)
  try {
    await hold.database.open()
  } catch (error) {
    close(hold)
    if (!mayCreate && gate.isGone) return undefined
    if (error instanceof TillOutdated) throw error
    throw new StorageRefused('the till was not opened', error)
  }
  hold.isHeld = !isFinal(hold)
  gate.mayCreate = false
  return holdToConnection(hold)
}

function createHold(database: Database, gate: Gate, makeRoom: MakeRoom | undefined): Hold {
  return {
    database,
    gate,
    makeRoom,
    standing: 'open',
    birth: undefined,
    isHeld: false,
    isClosed: false,
    fault: undefined,
    reopening: undefined,
    timer: undefined,
    tellers: new Set(),
    watches: new Set(),
    stay: undoOnLeaving(database),
  }
}

function holdToConnection(hold: Hold): Connection {
  return {
    database: hold.database,
    protect(doors, { repeatable, promising, patient }) {
      const isOf = (names: readonly (keyof typeof doors)[], name: string) => names.some((own) => own === name)
      const guarded = Object.entries<Door>(doors).map(([name, door]) => {
        const guard: Door = (...words) => {
          const work = () => door(...words)
          const waits = isOf(patient, name) ? waitsMs : []
          const whole = isOf(promising, name) ? work : () => roomily(hold, name, work, waits)
          return perform(hold, name, whole, isOf(repeatable, name))
        }
        return [name, guard]
      })
      return Object.fromEntries(guarded) as typeof doors
    },
    watch: (start, fail) => addWatch(hold, start, fail),
    onStanding(tell) {
      hold.tellers.add(tell)
      tell(hold.standing)
      return () => hold.tellers.delete(tell)
    },
    assertOpen(action) {
      if (isFinal(hold)) throw holdToError(hold, action)
    },
    close() {
      close(hold)
    },
  }
}

/** Hears what befalls the handle, and looks at the birth certificate whenever it is opened, by whomever. */
function listen(hold: Hold): void {
  const { database } = hold
  database.on('ready', (opened) => checkBirth(hold, opened), true)
  database.on('versionchange', ({ newVersion }) => {
    stand(hold, (newVersion ?? 0) > 0 ? 'outdated' : 'deleted')
    // Dexie's own handler would only warn, and leave the handle to be opened again.
    return false
  })
  database.on('close', () => {
    if (!hold.isHeld) return
    hold.isHeld = false
    // A page that goes into the back-forward cache loses its handle, and must not open one until it is back.
    hold.timer = setTimeout(() => void reopen(hold), 0)
  })
}

/** The first to open a database gives it a certificate, by which it is known from one that takes its place. */
async function checkBirth(hold: Hold, opened: Dexie): Promise<void> {
  const found = await readBirth(opened)
  if (hold.birth === undefined) {
    hold.birth = found ?? (await registerBirth(opened))
  } else if (found !== hold.birth) {
    hold.gate.isGone = true
    throw new Error('another database stands where this till’s data was')
  }
}

async function readBirth(opened: Dexie): Promise<string | undefined> {
  const row = await opened.table<SettingRow, string>('settings').get('birth')
  return typeof row?.value === 'string' ? row.value : undefined
}

/** Of many tabs that open at once, one writes and all read the same. */
async function registerBirth(opened: Dexie): Promise<string> {
  return opened.transaction('rw', 'settings', async () => {
    const found = await readBirth(opened)
    if (found !== undefined) return found
    const value = crypto.randomUUID()
    await opened.table<SettingRow, string>('settings').put({ name: 'birth', value })
    return value
  })
}

/** Does the work while the handle is open; a handle that proves lost is opened anew first. */
async function perform<Result>(
  hold: Hold,
  action: string,
  work: () => Promise<Result>,
  isRepeatable: boolean,
): Promise<Result> {
  if (!hold.isHeld) await obtain(hold, action)
  try {
    return await work()
  } catch (error) {
    if (hold.isHeld && !isLoss(error)) throw error
    await obtain(hold, action)
    // Dexie itself begins anew what certainly did not begin; of the rest, nobody can know.
    if (!isRepeatable) throw error
    return work()
  }
}

/** What a browser has given back it may clear away only after seconds. */
const waitsMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** What found no room was undone as a whole, and is done again in the room that is made or comes. */
async function roomily<Result>(
  { makeRoom }: Hold,
  action: string,
  work: () => Promise<Result>,
  waits: readonly number[],
): Promise<Result> {
  const left = [...waits]
  let hasAsked = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      const isMade = !hasAsked && (await makeRoom?.())
      hasAsked = true
      if (isMade) continue
      const waitMs = left.shift()
      if (waitMs === undefined) throw new StorageRefused(`${action} was not carried out`, error)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

async function obtain(hold: Hold, action: string): Promise<void> {
  await reopen(hold)
  if (!hold.isHeld) throw holdToError(hold, action)
}

const lossNames = ['UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'OpenFailedError']

/** WebKit loses its database server now and then; every open handle is then worthless. */
function isLoss(error: unknown): boolean {
  return isCausedBy(error, lossNames)
}

function reopen(hold: Hold): Promise<void> {
  hold.reopening ??= tryToOpen(hold).finally(() => {
    hold.reopening = undefined
  })
  return hold.reopening
}

async function tryToOpen(hold: Hold): Promise<void> {
  if (isFinal(hold) || hold.isClosed) return
  clearTimeout(hold.timer)
  const wasHeld = hold.isHeld
  hold.isHeld = false
  if (wasHeld) hold.database.close({ disableAutoOpen: false })
  try {
    await hold.database.open()
    hold.isHeld = true
    stand(hold, 'open')
  } catch (error) {
    hold.fault = error
    stand(hold, error instanceof TillOutdated ? 'outdated' : hold.gate.isGone ? 'deleted' : 'lost')
  }
}

function stand(hold: Hold, standing: Standing): void {
  if (hold.isClosed || isFinal(hold)) return
  const before = hold.standing
  hold.standing = standing
  if (standing === 'open') restartWatches(hold)
  if (standing === 'lost') hold.timer = setTimeout(() => void reopen(hold), retryMs)
  if (isFinal(hold)) letGo(hold)
  if (before !== standing) for (const tell of hold.tellers) tell(standing)
}

function isFinal({ standing }: Hold): boolean {
  return standing === 'deleted' || standing === 'outdated'
}

/** Whoever deletes or upgrades the database waits for us to close it. */
function letGo(hold: Hold): void {
  hold.isHeld = false
  clearTimeout(hold.timer)
  hold.database.close()
  for (const { stop, fail } of hold.watches) {
    stop()
    fail?.(holdToError(hold, 'watching'))
  }
}

function close(hold: Hold): void {
  hold.isClosed = true
  hold.stay()
  hold.isHeld = false
  clearTimeout(hold.timer)
  hold.database.close()
}

function addWatch(hold: Hold, start: () => () => void, fail?: (error: unknown) => void): () => void {
  if (isFinal(hold)) {
    queueMicrotask(() => fail?.(holdToError(hold, 'watching')))
    return () => undefined
  }
  const watch: Watch = { start, stop: start(), fail }
  hold.watches.add(watch)
  return () => {
    hold.watches.delete(watch)
    watch.stop()
  }
}

/** A live query that met a closed database says nothing of it, and waits for a change that may never come. */
function restartWatches({ watches }: Hold): void {
  for (const watch of watches) {
    watch.stop()
    watch.stop = watch.start()
  }
}

function holdToError({ standing, isClosed, fault }: Hold, action: string): Error {
  const refused = `${action} was not carried out`
  if (isClosed) return new StorageRefused(refused, 'the till has been closed; open it again')
  switch (standing) {
    case 'outdated':
      return new TillOutdated(action)
    case 'deleted':
      return new StorageRefused(
        refused,
        'this till’s data has been deleted from the browser; load the page again to begin anew',
      )
    case 'lost':
    case 'open':
      return new StorageRefused(refused, fault)
  }
}

interface Gate {
  /** Once a till is open, its database must be there; an empty one in its place would be a lie. */
  mayCreate: boolean
  /** Whether an opening has found nothing, or something else. */
  isGone: boolean
}

/** Dexie numbers native versions in tens, and keeps those between for patches of its own. */
const versionStep = 10

/** Opens at our version or not at all, whoever asks: Dexie would open, and even patch, a newer release's data. */
function guardFactory(indexedDB: IDBFactory, gate: Gate): IDBFactory {
  return {
    open(name, version) {
      if (version === undefined) throw new TillOutdated('opening the till')
      if (version % versionStep !== 0) throw new Error('the database of this name has another shape')
      const request = indexedDB.open(name, version)
      request.addEventListener('upgradeneeded', (event) => {
        if (event.oldVersion > 0 || gate.mayCreate) return
        gate.isGone = true
        event.stopImmediatePropagation()
        // What is aborted before it was ever there leaves nothing behind.
        request.transaction?.abort()
      })
      return request
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name),
    databases: () => indexedDB.databases(),
    cmp: (left, right) => indexedDB.cmp(left, right),
  }
}
