/** What the till does against the faults of browsers and disks; a page can be opened without one of them. */
export type Measure = 'strict' | 'single-writer' | 'new-log'

/** Takes a measure away, before the till opens. */
export function goWithout(measure: Measure): void {
  switch (measure) {
    case 'strict':
      relaxTransactions()
      break
    case 'single-writer':
      void writeTwiceAtOnce()
      break
    case 'new-log':
      refuseLock('counterfoil-turn')
      break
  }
}

function relaxTransactions(): void {
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const isWriting = mode === 'readwrite'
    return begin.call(this, stores, mode, isWriting ? { ...options, durability: 'relaxed' } : options)
  }
}

/** So often each transaction asks for what it has written: Chromium then puts down how to undo it, and what it locks. */
const asks = 20

/** Beside the till’s, another database of the site is written to by two transactions at a time. */
async function writeTwiceAtOnce(): Promise<void> {
  const opening = indexedDB.open('neighbour', 1)
  opening.onupgradeneeded = () => {
    for (const name of ['left', 'right']) opening.result.createObjectStore(name)
  }
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const write = async (name: string) => {
    for (let index = 0; ; index += 1) await writeAndAsk(opening.result, name, index)
  }
  await Promise.all([write('left'), write('right')])
}

function writeAndAsk(database: IDBDatabase, name: string, index: number): Promise<unknown> {
  const transaction = database.transaction(name, 'readwrite', { durability: 'strict' })
  const store = transaction.objectStore(name)
  store.put(index, index % 5)
  const ask = (left: number) => {
    store.count().onsuccess = () => {
      if (left > 0) ask(left - 1)
    }
  }
  ask(asks)
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the neighbour’s writing was undone'))
    }
  })
}

function refuseLock(wanted: string): void {
  const locks = navigator.locks
  const request = locks.request.bind(locks) as (...words: unknown[]) => Promise<unknown>
  Reflect.set(locks, 'request', (name: string, ...words: unknown[]) =>
    name === wanted ? Promise.resolve() : request(name, ...words),
  )
}
