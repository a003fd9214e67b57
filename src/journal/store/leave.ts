import type { DBCore, Dexie } from 'dexie'

/** Aborts transactions on entry to the back-forward cache, where they would lock out the other tabs. */
export function undoOnLeaving(database: Dexie): () => void {
  const running = new Set<IDBTransaction>()
  database.use({ stack: 'dbcore', name: 'leave', create: (core) => watchTransactions(core, running) })
  const onLeave = (event: Event) => {
    if ('persisted' in event && event.persisted) running.forEach(undo)
  }
  // Without events there is no such cache.
  if (!('addEventListener' in globalThis)) return () => undefined
  const listening = new AbortController()
  addEventListener('pagehide', onLeave, { signal: listening.signal })
  return () => {
    listening.abort()
  }
}

function watchTransactions(core: DBCore, running: Set<IDBTransaction>): DBCore {
  return {
    ...core,
    transaction(...args) {
      const transaction = core.transaction(...args) as IDBTransaction
      running.add(transaction)
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => running.delete(transaction))
      return transaction
    },
  }
}

function undo(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended, but its event is still to come.
  }
}
