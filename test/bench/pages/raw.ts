import { createRefund, send, type Contender } from './contender.js'

const concurrency = 6

/** The floor: one strict put, and a bare loop of fetches that records nothing. */
export function createRaw(): Contender {
  let database: IDBDatabase | undefined
  let service = ''
  const texts: string[] = []
  return {
    async open(terms) {
      service = terms.service
      database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open('raw', 1)
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('operations', { autoIncrement: true })
        opening.onsuccess = () => {
          resolve(opening.result)
        }
        opening.onerror = () => {
          reject(opening.error ?? new Error('not opened'))
        }
      })
    },
    keep(index) {
      const text = JSON.stringify(createRefund(index))
      texts.push(text)
      return new Promise((resolve, reject) => {
        if (!database) throw new Error('not open')
        const transaction = database.transaction('operations', 'readwrite', { durability: 'strict' })
        transaction.objectStore('operations').add({ text, at: Date.now() })
        transaction.oncomplete = () => {
          resolve(undefined)
        }
        transaction.onabort = () => {
          reject(transaction.error ?? new Error('not kept'))
        }
      })
    },
    async deliver() {
      const work = texts.splice(0).values()
      const loop = async () => {
        for (const text of work) await send(service, text)
      }
      await Promise.all(Array.from({ length: concurrency }, loop))
    },
  }
}
