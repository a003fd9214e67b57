import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createCardService, type CardService } from '../../src/service/service.js'
import { isPostgresMissing } from './postgres-server.js'
import { openers, type TestStore } from './stores.js'

const postgresMissing = isPostgresMissing()

describe.each(['sqlite', 'postgres'] as const)('a body at a service on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && postgresMissing)('', () => {
    let opened: TestStore
    let service: CardService
    const errors: unknown[] = []

    beforeAll(async () => {
      opened = await openers[dialect]()
      await migrateExample(opened.store, dialect)
      service = createCardService({
        store: opened.store,
        handlers: exampleHandlers,
        onError: (error) => errors.push(error),
      })
    })
    afterAll(() => opened.close())

    async function send(method: string, path: string, body: object) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `"${crypto.randomUUID()}"` }
      const request = new Request(`https://cards.example/v1.0${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      })
      const response = await service.fetch(request)
      const text = await response.text()
      return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> }
    }

    it('is refused in words where a text holds U+0000, which PostgreSQL cannot store: a 500 was repeated for ever', async () => {
      for (const body of [{ Card: 'a\0b' }, { Card: '9001', Notes: 'a\0b' }]) {
        const { status, json } = await send('POST', '/svc/associate', body)
        expect([status, json.detail]).toEqual([
          400,
          expect.stringContaining('expected text without U+0000, found the character U+0000'),
        ])
      }
      expect((await send('POST', '/svc/associate', { Card: '9001', Notes: 'a b' })).status).toBe(200)
      expect(errors).toEqual([])
    })

    it('is refused with the first of its faults where it has half a million: the answer had tens of megabytes', async () => {
      const { status, text, json } = await send('PUT', '/svc/refund', {
        StoredValueCardCodeCollection: Array(500_000).fill(1),
      })
      expect(status).toBe(400)
      expect(json.errors).toHaveLength(50)
      expect(text.length).toBeLessThan(65_536)
    })
  })
})
