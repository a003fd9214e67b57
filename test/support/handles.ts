import { Dexie } from 'dexie'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'

const real = Dexie.dependencies

/** The journals of a test, closed after it by `closeHandles`. */
export const journals: TillJournal[] = []

export function closeHandles(): void {
  Dexie.dependencies = real
  for (const journal of journals.splice(0)) journal.close()
}

export interface Handles {
  open: (name: string) => Promise<TillJournal>
  /** Every handle that was opened, the last one last. */
  handles: IDBDatabase[]
  /** The next transaction of this mode, or so many of them, fail as they begin. */
  fail: (error: DOMException, mode: IDBTransactionMode, times?: number) => void
  /** What openings answer from now on. */
  failOpening: (error: DOMException | undefined) => void
}

/** Sees every handle that the browser hands out, to break it as WebKit would. */
export function watchHandles(): Handles {
  const handles: IDBDatabase[] = []
  let failure: DOMException | undefined
  let planned: { error: DOMException; mode: IDBTransactionMode; times: number } | undefined
  const arm = (handle: IDBDatabase) => {
    handles.push(handle)
    const begin = handle.transaction.bind(handle)
    handle.transaction = (stores, mode, options) => {
      const plan = planned?.mode === mode ? planned : undefined
      if (!plan) return begin(stores, mode, options)
      plan.times -= 1
      if (plan.times === 0) planned = undefined
      throw plan.error
    }
  }
  const indexedDB = Object.create(real.indexedDB) as IDBFactory
  Object.assign(indexedDB, {
    open(name: string, version?: number) {
      if (failure) throw failure
      const request = real.indexedDB.open(name, version)
      request.addEventListener('success', () => {
        arm(request.result)
      })
      return request
    },
    deleteDatabase: (name: string) => real.indexedDB.deleteDatabase(name),
    databases: () => real.indexedDB.databases(),
    cmp: (left: unknown, right: unknown) => real.indexedDB.cmp(left, right),
  })
  Dexie.dependencies = { ...real, indexedDB }
  return {
    handles,
    fail(error, mode, times = 1) {
      planned = { error, mode, times }
    },
    failOpening(error) {
      failure = error
    },
    async open(name) {
      const journal = await openJournal(name)
      journals.push(journal)
      return journal
    },
  }
}

/** What the browser does to a handle whose data it clears, or whose server has died. */
export function closeAbnormally(handle: IDBDatabase | undefined): void {
  if (!handle) throw new Error('no handle was opened')
  handle.close()
  handle.onclose?.(new Event('close'))
}
