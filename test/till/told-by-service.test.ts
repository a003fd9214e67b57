import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { openJournal } from '../../src/journal/journal.js'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createCardService, type CardServiceOptions } from '../../src/service/service.js'
import { serve } from '../service/serve.js'
import { openers } from '../service/stores.js'
import { append, freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'

beforeEach(standInForPage)

/** A service of the kit, with the cards A and B; `loseReply` cuts the line once the next operation was answered. */
async function serveKit(options: Partial<CardServiceOptions> = {}) {
  const opened = await openers.sqlite()
  onTestFinished(opened.close)
  await migrateExample(opened.store, 'sqlite')
  for (const code of ['A', 'B'])
    await opened.store.transact((transaction) =>
      transaction.query('insert into cards (code, modified_at) values ($1, 0)', [code]),
    )
  const service = createCardService({ store: opened.store, handlers: exampleHandlers, ...options })
  let isLosing = false
  const served = await serve(service, () => {
    const isLost = isLosing
    isLosing = false
    return { times: 1, isLost }
  })
  const loseReply = () => {
    isLosing = true
  }
  return { ...served, loseReply }
}

function openAs(name: string, { url }: { url: string }): Promise<Till> {
  return openNodeTill(url, { name, service: { baseUrl: url, idempotencyKey: true } })
}

async function untilIn(till: Till, id: string, state: object): Promise<void> {
  await vi.waitFor(
    async () => {
      await till.replay()
      expect(await till.entry(id)).toMatchObject(state)
    },
    { interval: 100 },
  )
}

it('parks an operation whose failure the service has stored, and asks about it no more', async () => {
  const served = await serveKit({
    handlers: {
      ...exampleHandlers,
      refund: () => Promise.resolve({ status: 500, body: { title: 'It broke' } }),
    },
    isKept: () => true,
  })
  const till = await openAs(freshName(), served)
  served.loseReply()
  const { id } = await till.refund(refundOf('A'))
  await untilIn(till, id, { state: 'parked', reason: 'unknown', reply: { status: 500 } })
  for (let round = 0; round < 3; round += 1) await till.replay()
  expect(served.arrivals.map(({ status, isStored }) => [status, isStored])).toEqual([
    [500, false],
    [500, true],
  ])
})

it('repeats what was lost while the service remembers its key', async () => {
  const served = await serveKit()
  const till = await openAs(freshName(), served)
  served.loseReply()
  const { id } = await till.refund(refundOf('A'))
  await untilIn(till, id, { state: 'settled' })
  expect(served.arrivals.map(({ isStored }) => isStored)).toEqual([false, true])
})

it('repeats nothing at a service that tells a shorter lifetime, nor does the next page', async () => {
  const second = 1 / 3_600
  const served = await serveKit({ keyLifetimeHours: second / 2 })
  const name = freshName()
  const first = await openAs(name, served)
  const { id: told } = await first.refund(refundOf('A'))
  await untilIn(first, told, { state: 'settled' })
  first.close()
  const next = await openAs(name, served)
  served.loseReply()
  const { id } = await next.refund(refundOf('B'))
  await untilIn(next, id, { state: 'parked', reason: 'unknown' })
  await next.replay()
  expect(served.arrivals).toHaveLength(2)
})

it('refuses U+0000; what an older release saved with it is shown, parked by the service and not sent again', async () => {
  const served = await serveKit()
  const name = freshName()
  const body = { ...refundOf('A'), Notes: 'a \0' }
  const journal = await openJournal(name)
  const id = await append(journal, 'refund', body)
  journal.close()
  const till = await openAs(name, served)
  const refused = {
    code: 'invalid-operation',
    failures: [{ path: 'Notes', expected: 'text without U+0000', found: 'the character U+0000' }],
  }
  await expect(till.refund(body)).rejects.toMatchObject(refused)
  await untilIn(till, id, { state: 'parked', reason: 'rejected', reply: { status: 400 }, request: body })
  await expect(till.attention.sendAgain(id, { by: 'Ada' })).rejects.toMatchObject(refused)
  const file = await till.exportJournal('a long passphrase', { handOver: { by: 'Ada', reason: 'moves' } })
  const other = await openNodeTill(served.url, { terminal: 'T2' })
  expect(await other.importJournal(file, 'a long passphrase')).toMatchObject({ imported: 1 })
  expect(await other.entry(id)).toMatchObject({ state: 'parked', request: body })
})
