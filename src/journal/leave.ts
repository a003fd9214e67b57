import type { DBCore, Dexie } from 'dexie'

/** What a page takes into the back-forward cache half done would lock everybody else out until it is back. */
export function undoOnLeaving(database: Dexie): () => void {
  const running = new Set<IDBTransaction>()
  database.use({ stack: 'dbcore', name: 'leave', create: (core) => watchTransactions(core, running) })
  const onLeave = (event: Event) => {
    if ('persisted' in event && event.persisted) running.forEach(undo)
  }
  // Where there are no events there is no such cache.
  if (!('addEventListener' in globalThis)) return () => undefined
  addEventListener('pagehide', onLeave)
  return () => {
    removeEventListener('pagehide', onLeave)
  }
}

function watchTransactions(core: DBCore, running: Set<IDBTransaction>): DBCore {
  return {
    ...core,
    transaction(...words) {
      const transaction = core.transaction(...words) as IDBTransaction
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
    // It has ended by itself and has not said so yet.
  }
}
