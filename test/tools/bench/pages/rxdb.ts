import { createRxDatabase, type RxCollection } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { createRefund, fillInBatches, send, type Contender } from './contender.js'

interface Operation {
  id: string
  text: string
}

const concurrency = 6

/** A collection of operations, replicated one way; of a batch as many are under way at once as ours has. */
export function createRxdb(): Contender {
  let operations: RxCollection<Operation> | undefined
  let service = ''
  const opened = () => {
    if (!operations) throw new Error('not open')
    return operations
  }
  return {
    async open(terms) {
      service = terms.service
      const database = await createRxDatabase({ name: 'rxdb', storage: getRxStorageDexie() })
      const collections = await database.addCollections({
        operations: {
          schema: {
            version: 0,
            primaryKey: 'id',
            type: 'object',
            properties: { id: { type: 'string', maxLength: 20 }, text: { type: 'string' } },
            required: ['id', 'text'],
          },
        },
      })
      operations = collections.operations as RxCollection<Operation>
    },
    async keep(index) {
      await opened().insert(createOperation(index))
      return undefined
    },
    async deliver() {
      const replication = replicateRxCollection<Operation, unknown>({
        replicationIdentifier: 'bench',
        collection: opened(),
        live: false,
        push: {
          batchSize: concurrency,
          async handler(rows) {
            await Promise.all(rows.map(({ newDocumentState }) => send(service, newDocumentState.text)))
            return []
          },
        },
      })
      await replication.awaitInitialReplication()
      await replication.cancel()
    },
    async awaitCount(waiting) {
      await new Promise<void>((resolve) => {
        const subscription = opened()
          .count()
          .$.subscribe((count) => {
            if (count !== waiting) return
            resolve()
            queueMicrotask(() => {
              subscription.unsubscribe()
            })
          })
      })
      return undefined
    },
    fill: (from, count) =>
      fillInBatches(from, count, async (indices) => {
        const { error } = await opened().bulkInsert(indices.map(createOperation))
        if (error.length > 0) throw new Error(`${error.length} were not inserted`)
      }),
  }
}

function createOperation(index: number): Operation {
  return { id: String(index).padStart(12, '0'), text: JSON.stringify(createRefund(index)) }
}
