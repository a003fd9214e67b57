import express, { type NextFunction, type Request, type Response } from 'express'
import { getSharedIdempotencyService, idempotency, type IdempotencyResource } from 'express-idempotency'
import { refuse, routes, type Reply } from '../books.js'
import type { Handler, Life } from '../shop.js'
import { KeyStore, operate } from './operation.js'

/** express-idempotency as its README shows it, with a store that outlives the process. */
export function createExpressApp(life: Life): Handler {
  const app = express()
  const store = new KeyStore<IdempotencyResource>(life)
  app.use(express.json())
  app.use(
    idempotency({
      dataAdapter: {
        findByIdempotencyKey: async (key) => (await store.get(key)) ?? null,
        create: async (resource) => {
          if (await store.add(resource.idempotencyKey, resource)) throw new Error('Duplicate')
        },
        update: (resource) => store.set(resource.idempotencyKey, resource),
        delete: (key) => store.delete(key),
      },
    }),
  )
  const service = getSharedIdempotencyService()
  app.use(async (request: Request, response: Response) => {
    if (service.isHit(request)) return
    const kind = routes.get(`${request.method ?? ''} ${request.path}`)
    if (!kind) {
      sendReply(response, refuse(404, 'There is no such path'))
      return
    }
    try {
      sendReply(response, await operate(life, kind, request.body))
    } catch {
      await service.reportError(request)
      sendReply(response, refuse(500, 'It failed'))
    }
  })
  app.use((error: unknown, _: Request, response: Response, __: NextFunction) => {
    const { status = response.statusCode === 200 ? 500 : response.statusCode } = error as { status?: number }
    sendReply(response, refuse(status, error instanceof Error ? error.message : 'It failed'))
  })
  return app
}

function sendReply(response: Response, { status, headers, body }: Reply): void {
  if (!response.headersSent) response.status(status).set(headers).send(body)
}
