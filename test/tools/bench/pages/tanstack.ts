import { createCollection, localOnlyCollectionOptions } from '@tanstack/db'
import { IndexedDBAdapter, startOfflineExecutor, type OnlineDetector } from '@tanstack/offline-transactions'
import {
  commit,
  createRefund,
  fillInBatches,
  patternIndex,
  patternToText,
  send,
  settle,
  type Contender,
} from './contender.js'

interface Operation {
  id: string
  text: string
}

const storeName = 'tanstack'

/** The package's own store, which tells when it has written. */
class TellingStore extends IndexedDBAdapter {
  readonly #kept: () => void

  constructor(kept: () => void) {
    super(storeName)
    this.#kept = kept
  }

  override async set(key: string, value: string): Promise<void> {
    await super.set(key, value)
    this.#kept()
  }
}

/** Each operation is a transaction of its own; committing resolves only when it has been sent, so the store tells when it is kept. */
export function createTanstack(): Contender {
  const written: (() => void)[] = []
  const line = createLine()
  let service = ''
  const operations = createCollection(
    localOnlyCollectionOptions<Operation, string>({ id: 'operations', getKey: ({ id }) => id }),
  )
  let executor: ReturnType<typeof startOfflineExecutor> | undefined
  const opened = () => {
    if (!executor) throw new Error('not open')
    return executor
  }
  const keep = async (index: number) => {
    const transaction = opened().createOfflineTransaction({ mutationFnName: 'refund', autoCommit: false })
    const kept = new Promise<void>((resolve) => written.push(resolve))
    transaction.mutate(() => {
      operations.insert({ id: String(index), text: JSON.stringify(createRefund(index)) })
    })
    transaction.commit().catch((error: unknown) => {
      console.error(error)
    })
    await kept
    return undefined
  }
  return {
    async open(terms) {
      service = terms.service
      executor = startOfflineExecutor({
        collections: { operations },
        mutationFns: {
          refund: async ({ transaction }) => {
            for (const { modified } of transaction.mutations)
              await send(service, (modified as unknown as Operation).text)
          },
        },
        storage: new TellingStore(() => written.shift()?.()),
        onlineDetector: line.detector,
      })
      await executor.waitForInit()
    },
    keep,
    async deliver() {
      line.goOnline()
      while (opened().getPendingCount() > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    async awaitCount(waiting) {
      while (opened().getPendingCount() !== waiting) await new Promise((resolve) => setTimeout(resolve))
      return undefined
    },
    async fill(from, count) {
      if (count === 0) return
      await keep(patternIndex)
      await multiply(from, count - 1)
    },
  }
}

/** Copies of the stored transaction, each with its own ids and text. */
async function multiply(from: number, count: number): Promise<void> {
  const database = await settle(indexedDB.open(storeName))
  const [name = ''] = database.objectStoreNames
  const [text] = (await settle(database.transaction(name).objectStore(name).getAll())) as unknown[]
  const { id, idempotencyKey } = JSON.parse(String(text)) as { id: string; idempotencyKey: string }
  await fillInBatches(from, count, (indices) => {
    const transaction = database.transaction(name, 'readwrite')
    for (const index of indices) {
      const own = crypto.randomUUID()
      const copy = patternToText(String(text), index)
        .replaceAll(id, own)
        .replaceAll(idempotencyKey, crypto.randomUUID())
      transaction.objectStore(name).put(copy, `tx:${own}`)
    }
    return commit(transaction)
  })
  database.close()
}

/** Offline until it is switched on, so that nothing is sent while operations are stored. */
function createLine(): { detector: OnlineDetector; goOnline: () => void } {
  const listeners = new Set<() => void>()
  let isOnline = false
  return {
    detector: {
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      notifyOnline() {
        for (const listener of listeners) listener()
      },
      isOnline: () => isOnline,
      dispose: () => {
        listeners.clear()
      },
    },
    goOnline() {
      isOnline = true
      for (const listener of listeners) listener()
    },
  }
}
