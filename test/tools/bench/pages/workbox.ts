import { commit, fillInBatches, patternIndex, patternToText, settle, type Contender } from './contender.js'
import type { Order, Report } from './workbox-sw.js'

/** Workbox works in its worker alone; the way there and back is the host's. */
export function createWorkbox(script: string): Contender {
  let service = ''
  async function order(tag: Order['tag'], index = 0): Promise<Report> {
    const { port1, port2 } = new MessageChannel()
    const { active } = await navigator.serviceWorker.ready
    return new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<Report>) => {
        resolve(data)
      }
      active?.postMessage({ tag, service, index } satisfies Order, [port2])
    })
  }
  return {
    async open(terms) {
      service = terms.service
      await navigator.serviceWorker.register(script)
      await order('open')
    },
    keep: async (index) => (await order('keep', index)).ms,
    async deliver() {
      await order('deliver')
    },
    async awaitCount(waiting) {
      const { ms, count } = await order('count')
      if (count !== waiting) throw new Error(`${count ?? 'none'} are kept, not ${waiting}`)
      return ms
    },
    async fill(from, count) {
      if (count === 0) return
      await order('keep', patternIndex)
      await multiply(from, count - 1)
    },
  }
}

interface RequestRow {
  id?: number
  requestData: { body?: ArrayBuffer }
}

/** Copies of the stored request, each with its own body. */
async function multiply(from: number, count: number): Promise<void> {
  const database = await settle(indexedDB.open('workbox-background-sync'))
  const [pattern] = (await settle(
    database.transaction('requests').objectStore('requests').getAll(),
  )) as RequestRow[]
  if (!pattern) throw new Error('nothing was kept')
  const { id: _, ...row } = pattern
  const text = new TextDecoder().decode(row.requestData.body)
  await fillInBatches(from, count, (indices) => {
    const transaction = database.transaction('requests', 'readwrite')
    for (const index of indices) {
      const body = new TextEncoder().encode(patternToText(text, index)).buffer
      transaction.objectStore('requests').add({ ...row, requestData: { ...row.requestData, body } })
    }
    return commit(transaction)
  })
  database.close()
}
