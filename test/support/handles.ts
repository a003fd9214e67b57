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
  /** The next writing transaction is committed, but its answer is lost, and its handle with it. */
  loseAnswer: (error: DOMException) => void
  /** What openings answer from now on. */
  failOpening: (error: DOMException | undefined) => void
}

/** Sees every handle that the browser hands out, to break it as WebKit would. */
export function watchHandles(): Handles {
  const handles: IDBDatabase[] = []
  let failure: DOMException | undefined
  const planned = new Map<IDBTransactionMode, { error: DOMException; times: number }>()
  let loss: DOMException | undefined
  const arm = (handle: IDBDatabase) => {
    handles.push(handle)
    const begin = handle.transaction.bind(handle)
    handle.transaction = (stores, mode = 'readonly', options) => {
      const lostAnswer = mode === 'readwrite' ? loss : undefined
      const plan = lostAnswer ? undefined : planned.get(mode)
      if (plan) {
        plan.times -= 1
        if (plan.times === 0) planned.delete(mode)
        throw plan.error
      }
      const transaction = begin(stores, mode, options)
      if (lostAnswer) loseAnswer(transaction, lostAnswer)
      if (lostAnswer) loss = undefined
      return transaction
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
      planned.set(mode, { error, times })
    },
    loseAnswer(error) {
      loss = error
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

/** WebKit’s storage process dies after a commit: its page hears of an abort, and the handle is of no more use. */
function loseAnswer(transaction: IDBTransaction, error: DOMException): void {
  transaction.addEventListener('complete', (event) => {
    event.stopImmediatePropagation()
    transaction.db.close()
    Object.defineProperty(transaction, 'error', { value: error })
    transaction.onabort?.(new Event('abort'))
  })
}

/** What the browser does to a handle whose data it clears, or whose server has died. */
export function closeAbnormally(handle: IDBDatabase | undefined): void {
  if (!handle) throw new Error('no handle was opened')
  handle.close()
  handle.onclose?.(new Event('close'))
}
