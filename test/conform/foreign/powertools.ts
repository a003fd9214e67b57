import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyItemAlreadyExistsError,
  IdempotencyItemNotFoundError,
  IdempotencyRecordStatus,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency'
import { BasePersistenceLayer, type IdempotencyRecord } from '@aws-lambda-powertools/idempotency/persistence'
import type { OperationKind } from '../../../src/domain/models.js'
import { refuse, routes, type Json, type Reply } from '../books.js'
import { readText, send, type Handler, type Life } from '../shop.js'
import { Failed, KeyStore, operate } from './operation.js'

/** How long a function of Lambda may run: after that a record in progress is no longer believed. */
const functionMs = 500

/** Does what the package's own layer for DynamoDB does, on the store of this shop. */
class ShopPersistence extends BasePersistenceLayer {
  readonly #store: KeyStore<IdempotencyRecord>

  constructor(life: Life) {
    super()
    this.#store = new KeyStore(life)
  }

  protected async _putRecord(record: IdempotencyRecord): Promise<void> {
    const known = await this.#store.add(
      record.idempotencyKey,
      record,
      (old) =>
        old.isExpired() ||
        (old.getStatus() === IdempotencyRecordStatus.INPROGRESS &&
          (old.inProgressExpiryTimestamp ?? Infinity) < Date.now()),
    )
    if (known) throw new IdempotencyItemAlreadyExistsError('It is there', known)
  }

  protected async _getRecord(key: string): Promise<IdempotencyRecord> {
    const record = await this.#store.get(key)
    if (!record) throw new IdempotencyItemNotFoundError('It is not there')
    return record
  }

  protected _updateRecord(record: IdempotencyRecord): Promise<void> {
    return this.#store.set(record.idempotencyKey, record)
  }

  protected _deleteRecord({ idempotencyKey }: IdempotencyRecord): Promise<void> {
    return this.#store.delete(idempotencyKey)
  }
}

/** What was refused had no effect: it is thrown, so that the package forgets the key. */
class Refused extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('refused')
    this.reply = reply
  }
}

interface Event {
  key?: string
  route: string
  kind: OperationKind
  body: Json
}

/** `@aws-lambda-powertools/idempotency` around a function, with its payload validated, in a server of Node. */
export function createPowertoolsApp(life: Life): Handler {
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'key',
    payloadValidationJmesPath: '[route, body]',
    expiresAfterSeconds: 24 * 3600,
    lambdaContext: { getRemainingTimeInMillis: () => functionMs },
  })
  const persistenceStore = new ShopPersistence(life)
  const handle = makeIdempotent(
    async ({ kind, body }: Event) => {
      const reply = await operate(life, kind, body)
      if (reply.status !== 200) throw new Refused(reply)
      return { ...reply }
    },
    { config, persistenceStore },
  )
  return async (request, response) => {
    const { method = '', url = '', headers } = request
    const text = await readText(request)
    const route = `${method} ${url}`
    const kind = routes.get(route)
    const body = parse(text)
    const key = headers['idempotency-key']
    if (!kind) send(response, refuse(404, 'There is no such path'))
    else if (!body) send(response, refuse(400, 'The body is no JSON object'))
    else
      send(
        response,
        await handle({ kind, body, route, ...(key !== undefined && { key: String(key) }) }).catch(toReply),
      )
  }
}

function toReply(error: unknown): Reply {
  if (error instanceof Refused) return error.reply
  if (error instanceof IdempotencyAlreadyInProgressError) return refuse(409, 'It is under way')
  if (error instanceof Failed) return refuse(500, 'It failed')
  const { cause } = error as Error
  if (error instanceof IdempotencyValidationError || cause instanceof IdempotencyValidationError)
    return refuse(422, 'The key was used for another request')
  return refuse(500, error instanceof Error ? error.message : 'It failed')
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
