// What these apps use of the packages, and no more: some of their own declarations need packages of types.

declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  namespace express {
    interface Request extends IncomingMessage {
      path: string
      body: unknown
    }
    interface Response extends ServerResponse {
      status(code: number): this
      set(headers: Record<string, string>): this
      send(body: unknown): this
    }
    type NextFunction = (error?: unknown) => void
    type Middleware = (request: Request, response: Response, next: NextFunction) => unknown
    type Catcher = (error: unknown, request: Request, response: Response, next: NextFunction) => unknown
    interface App {
      (request: IncomingMessage, response: ServerResponse): void
      use(middleware: Middleware | Catcher): this
    }
    function json(): Middleware
  }
  function express(): express.App
  export = express
}

declare module 'express-idempotency' {
  import type { Middleware, Request } from 'express'

  export interface IdempotencyResource {
    idempotencyKey: string
  }
  export interface DataAdapter {
    findByIdempotencyKey(key: string): Promise<IdempotencyResource | null>
    create(resource: IdempotencyResource): Promise<void>
    update(resource: IdempotencyResource): Promise<void>
    delete(key: string): Promise<void>
  }
  export function idempotency(options: { dataAdapter: DataAdapter }): Middleware
  export function getSharedIdempotencyService(): {
    isHit(request: Request): boolean
    reportError(request: Request): Promise<void>
  }
}

declare module '@node-idempotency/core' {
  export interface Asked {
    method: string
    path: string
    headers: Record<string, unknown>
    body: Record<string, unknown>
  }
  export interface Known {
    additional?: Record<string, unknown>
  }
  export class Idempotency {
    constructor(storage: {
      setIfNotExists(key: string, value: string): Promise<boolean>
      set(key: string, value: string): Promise<void>
      get(key: string): Promise<string | undefined>
    })
    onRequest(asked: Asked): Promise<Known | undefined>
    onResponse(asked: Asked, known: Known): Promise<void>
  }
  export class IdempotencyError extends Error {
    code: string
  }
  export const IdempotencyErrorCodes: { REQUEST_IN_PROGRESS: string }
}

declare module '@aws-lambda-powertools/idempotency' {
  import type {
    BasePersistenceLayer,
    IdempotencyRecord,
  } from '@aws-lambda-powertools/idempotency/persistence'

  export class IdempotencyConfig {
    expiresAfterSeconds: number
    constructor(options: {
      eventKeyJmesPath: string
      payloadValidationJmesPath: string
      expiresAfterSeconds: number
      lambdaContext: { getRemainingTimeInMillis(): number }
    })
  }
  export function makeIdempotent<Given, Result>(
    work: (given: Given) => Promise<Result>,
    options: { config: IdempotencyConfig; persistenceStore: BasePersistenceLayer },
  ): (given: Given) => Promise<Result>
  export const IdempotencyRecordStatus: { INPROGRESS: string }
  export class IdempotencyAlreadyInProgressError extends Error {}
  export class IdempotencyValidationError extends Error {}
  export class IdempotencyItemNotFoundError extends Error {}
  export class IdempotencyItemAlreadyExistsError extends Error {
    constructor(message: string, known?: IdempotencyRecord)
  }
}

declare module '@aws-lambda-powertools/idempotency/persistence' {
  export interface IdempotencyRecord {
    idempotencyKey: string
    inProgressExpiryTimestamp?: number
    getStatus(): string
    isExpired(): boolean
  }
  export abstract class BasePersistenceLayer {
    protected abstract _putRecord(record: IdempotencyRecord): Promise<void>
    protected abstract _getRecord(key: string): Promise<IdempotencyRecord>
    protected abstract _updateRecord(record: IdempotencyRecord): Promise<void>
    protected abstract _deleteRecord(record: IdempotencyRecord): Promise<void>
  }
}
