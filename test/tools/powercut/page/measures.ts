/** What the till does against the faults of browsers and disks; a page can be opened without one of them. */
export type Measure = 'strict' | 'single-writer' | 'new-log'

/** Takes a measure away, before the till opens. */
export function goWithout(measure: Measure): void {
  switch (measure) {
    case 'strict':
      changeTransactions((stores) => stores, 'relaxed')
      break
    case 'single-writer':
      changeTransactions((stores) => (stores.length > 1 ? stores.filter((name) => name !== 'keys') : stores))
      makeWritesLong()
      break
    case 'new-log':
      refuseLock('counterfoil-turn')
      break
  }
}

function changeTransactions(
  choose: (stores: string[]) => string[],
  durability?: IDBTransactionDurability,
): void {
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode !== 'readwrite') return begin.call(this, stores, mode, options)
    const names = typeof stores === 'string' ? [stores] : [...stores]
    return begin.call(this, choose(names), mode, { ...options, ...(durability && { durability }) })
  }
}

/** So often each transaction asks for what it has written: Chromium then puts down how to undo it, and two overlap. */
const asksMax = 30

function makeWritesLong(): void {
  const asked = new WeakMap<IDBTransaction, number>()
  const ask = (store: IDBObjectStore): void => {
    const times = asked.get(store.transaction) ?? 0
    asked.set(store.transaction, times + 1)
    if (times >= asksMax) return
    store.count().onsuccess = () => {
      ask(store)
    }
  }
  for (const name of ['put', 'add'] as const) {
    const write = Reflect.get(IDBObjectStore.prototype, name)
    IDBObjectStore.prototype[name] = function (value: unknown, key?: IDBValidKey) {
      const request = key === undefined ? write.call(this, value) : write.call(this, value, key)
      if (!asked.has(this.transaction)) ask(this)
      return request
    }
  }
  IDBTransaction.prototype.commit = () => undefined
}

function refuseLock(wanted: string): void {
  const locks = navigator.locks
  const request = locks.request.bind(locks) as (...words: unknown[]) => Promise<unknown>
  Reflect.set(locks, 'request', (name: string, ...words: unknown[]) =>
    name === wanted ? Promise.resolve() : request(name, ...words),
  )
}
