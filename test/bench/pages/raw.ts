import { commit, createRefund, fillInBatches, send, settle, type Contender } from './contender.js'

const concurrency = 6
const table = 'operations'

/** The floor: one strict put, and a bare loop of fetches that records nothing. */
export function createRaw(): Contender {
  let database: IDBDatabase | undefined
  let service = ''
  const texts: string[] = []
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
      texts.push(text)
      const transaction = begin()
      transaction.objectStore(table).add({ text, at: Date.now() })
      await commit(transaction)
      return undefined
    },
    async deliver() {
      const work = texts.splice(0).values()
      const loop = async () => {
        for (const text of work) await send(service, text)
      }
      await Promise.all(Array.from({ length: concurrency }, loop))
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
