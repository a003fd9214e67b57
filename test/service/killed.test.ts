import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createCardService } from '../../src/service/service.js'
import { buildProgram } from '../support/program.js'
import type { Orders } from './mortal.js'
import { isPostgresMissing } from './postgres-server.js'
import { createRefund } from './refund.js'
import { openers, type TestStore } from './stores.js'

let program = { path: '', remove: (): void => undefined }

beforeAll(async () => {
  program = await buildProgram('test/service/mortal.ts')
})

afterAll(() => {
  program.remove()
})

interface Told {
  status: number
  statements: string[]
}

/** Runs the service for one refund; undefined if it was killed before it answered. */
async function runOnce(orders: Orders): Promise<Told | undefined> {
  const child = spawn(process.execPath, [program.path, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = text(child.stdout)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === 'SIGKILL') return undefined
  expect(code).toBe(0)
  return JSON.parse(await said) as Told
}

const postgresMissing = isPostgresMissing()

describe.each([
  ['sqlite', ['before', 'after']],
  ['postgres', ['before', 'during', 'after']],
] as const)('a service on %s', (dialect, moments) => {
  describe.skipIf(dialect === 'postgres' && postgresMissing)('', () => {
    let opened: TestStore
    beforeAll(async () => {
      opened = await openers[dialect]()
      await migrateExample(opened.store, dialect)
    })
    afterAll(() => opened.close())

    const query = (statement: string, values: string[]) =>
      opened.store.transact((transaction) => transaction.query(statement, values))

    /** How many keys and how many effects there are. */
    async function count(key: string): Promise<[keys: number, effects: number]> {
      // By one statement: a commit that is on its way is seen in both or in neither.
      const [row] = await query(
        'select (select count(*) from counterfoil_keys where key = $1 and body is not null) as keys, (select count(*) from ledger where key = $1) as effects',
        [key],
      )
      return [Number(row?.keys), Number(row?.effects)]
    }

    async function repeat(orders: Orders) {
      const service = createCardService({ store: opened.store, handlers: exampleHandlers })
      const response = await service.fetch(createRefund(orders))
      const isStored = response.headers.get('idempotent-replayed') === 'true'
      return { status: response.status, body: await response.text(), isStored }
    }

    async function order(name: string, at: number, moment: Orders['moment']): Promise<Orders> {
      await query('insert into cards (code, modified_at) values ($1, 0)', [`card-${name}`])
      return { ...opened.address, card: `card-${name}`, key: `key-${name}`, at, moment }
    }

    it('that is killed at any statement does the operation once when it comes again', async () => {
      const whole = await runOnce(await order('whole', 0, 'before'))
      const statements = whole?.statements ?? []
      expect(statements.length).toBeGreaterThan(4)
      for (const moment of moments) {
        for (const [index, statement] of statements.entries()) {
          const what = `${moment} ${statement}`
          const orders = await order(`${moment}-${index + 1}`, index + 1, moment)
          expect([what, await runOnce(orders)]).toEqual([what, undefined])
          const left = await count(orders.key)
          const isCommitted = moment === 'after' && index === statements.length - 1
          if (moment !== 'during') expect([what, left]).toEqual([what, isCommitted ? [1, 1] : [0, 0]])
          expect([what, left[0]]).toEqual([what, left[1]])
          const again = await repeat(orders)
          expect([what, again.status]).toEqual([what, 200])
          // A commit that was on its way when the service died may be done while the books are read.
          if (moment !== 'during') expect([what, again.isStored]).toEqual([what, isCommitted])
          expect([what, await repeat(orders)]).toEqual([what, { ...again, isStored: true }])
          expect([what, await count(orders.key)]).toEqual([what, [1, 1]])
          const [card] = await query('select cents from cards where code = $1', [orders.card])
          expect([what, Number(card?.cents)]).toEqual([what, 2_500])
        }
      }
    })
  })
})
