import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../src/service/answer.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createCardService, type Handler, type HandlerReply } from '../../src/service/service.js'
import type { SqlTransaction } from '../../src/service/store.js'
import { isPostgresMissing } from './postgres-server.js'
import { createRefund } from './refund.js'
import { openers, type TestStore } from './stores.js'

const postgresMissing = isPostgresMissing()

describe.each(['sqlite', 'postgres'] as const)('the answers of a card service on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && postgresMissing)('', () => {
    let opened: TestStore

    beforeAll(async () => {
      opened = await openers[dialect]()
      await migrateExample(opened.store, dialect)
      await opened.store.transact((transaction) =>
        transaction.query("insert into cards (code, modified_at) values ('A', 0)"),
      )
    })

    afterAll(() => opened.close())

    const addSeven = (transaction: SqlTransaction) =>
      transaction.query("update cards set cents = cents + 7 where code = 'A'")

    async function readCents(): Promise<number> {
      const [row] = await opened.store.transact((transaction) =>
        transaction.query("select cents from cards where code = 'A'"),
      )
      return Number(row?.cents)
    }

    /** A service that refunds by this handler, and what it told its owner. */
    function createRefunds(refund: Handler<'refund'>) {
      const told: unknown[] = []
      const onError = (error: unknown) => told.push(error)
      const { fetch } = createCardService({ store: opened.store, onError, handlers: { refund } })
      return { told, refund: (key?: string) => fetch(createRefund({ card: 'A', key })) }
    }

    it.each<[string, HandlerReply, RegExp]>([
      ['a status that cannot be sent with a body', { status: 205, body: { done: true } }, /205/],
      ['a header outside of Latin-1', { headers: { 'x-shop': 'Łódź' }, body: null }, /x-shop/],
      ['a header that Node does not send', { headers: { 'x-shop': 'a\u0001' }, body: null }, /x-shop/],
      ['a tag of two lines', { version: { etag: '"a\nb"' }, body: null }, /etag/],
      ['a name that is none', { headers: { 'x shop': 'a' }, body: null }, /x shop/],
      ['a body that is not JSON', { body: { a: 1n } }, /BigInt/],
      ['a body that JSON leaves out', { body: () => 'done' }, /JSON/],
    ])('does nothing where the handler answers with %s', async (_, reply, words) => {
      const { refund, told } = createRefunds(async ({ transaction }) => {
        await addSeven(transaction)
        return reply
      })
      for (const key of ['odd', 'odd', undefined])
        expect([key, (await refund(key)).status]).toEqual([key, 500])
      expect(await readCents()).toBe(0)
      for (const error of told) expect(String(error)).toMatch(words)
      expect(told).toHaveLength(3)
    })

    it('answers a refusal that cannot be sent with a 500', async () => {
      const { refund, told } = createRefunds(() => {
        throw new Refusal(409, { title: 'no', headers: { 'x-shop': 'Łódź' } })
      })
      expect((await refund()).status).toBe(500)
      expect(told).toHaveLength(1)
    })
  })
})
