import { commit, createRefund, fillInBatches, send, settle, type Contender } from './contender.js'

const concurrency = 6
const table = 'operations'

interface Kept {
  key: IDBValidKey
  text: string
}

/** The floor: one strict put, and a bare loop of fetches that records nothing. */
export function createRaw(): Contender {
  let database: IDBDatabase | undefined
  let service = ''
  const kept: Kept[] = []
  const begin = () => {
    if (!database) throw new Error('not open')
    return database.transaction(table, 'readwrite', { durability: 'strict' })
  }
  return {
    async open(terms) {
      service = terms.service
      database = await openDatabase()
    },
    async keep(index) {
      const text = JSON.stringify(createRefund(index))
      const transaction = begin()
      const adding = settle(transaction.objectStore(table).add({ text, at: Date.now() }))
      await commit(transaction)
      kept.push({ key: await adding, text })
      return undefined
    },
    keepAlike: async (...asked) => (await import('./journal.js')).keepAlike(...asked),
    async deliver() {
      const work = kept.splice(0).values()
      const loop = async () => {
        for (const { text } of work) await send(service, text)
      }
      await Promise.all(Array.from({ length: concurrency }, loop))
    },
    async deliverMarked() {
      const [inFlight, answered] = [new Set<Promise<void>>(), [] as Kept[]]
      while (kept.length + inFlight.size + answered.length > 0) {
        const next = kept.splice(0, concurrency - inFlight.size)
        const transaction = begin()
        const store = transaction.objectStore(table)
        for (const { key, text } of answered.splice(0)) store.put({ text, answeredAt: Date.now() }, key)
        for (const { key, text } of next) store.put({ text, sentAt: Date.now() }, key)
        await commit(transaction)
        for (const one of next) {
          const sending = send(service, one.text).then(() => {
            answered.push(one)
            inFlight.delete(sending)
          })
          inFlight.add(sending)
        }
        if (answered.length === 0 && inFlight.size > 0) await Promise.race(inFlight)
      }
    },
    async awaitCount(waiting) {
      const count = await settle(begin().objectStore(table).count())
      if (count !== waiting) throw new Error(`${count} are kept, not ${waiting}`)
      return undefined
    },
    fill: (from, count) =>
      fillInBatches(from, count, async (indices) => {
        const transaction = begin()
        for (const index of indices)
          transaction.objectStore(table).add({ text: JSON.stringify(createRefund(index)), at: Date.now() })
        await commit(transaction)
      }),
    async claim(count) {
      database ??= await openDatabase()
      const taken: number[] = []
      let last: IDBValidKey = 0
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now()
        const transaction = begin()
        const range = IDBKeyRange.lowerBound(last, true)
        const cursor = await settle(transaction.objectStore(table).openCursor(range))
        if (!cursor) throw new Error('nothing is left to claim')
        cursor.update({ ...(cursor.value as object), sentAt: Date.now() })
        await commit(transaction)
        last = cursor.primaryKey
        taken.push(performance.now() - startedAt)
      }
      return taken
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('raw', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { autoIncrement: true })
  return settle(opening)
}
