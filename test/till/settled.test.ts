import { beforeAll, expect, it } from 'vitest'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'

const who = { by: 'Ada', reason: 'wrong card' }

beforeAll(standInForPage)

it('whoever waits for an operation that is corrected is told what to wait for instead', async () => {
  const till = await openNodeTill('http://127.0.0.1:9')
  const { id } = await till.refund(refundOf('wrong'))
  const waiting = till.settled(id).catch((error: unknown) => error)
  const correction = await till.attention.amend(id, refundOf('right'), who)
  expect(await waiting).toMatchObject({ code: 'voided', replacedBy: correction.id })
})

it('whoever waits for an operation that is voided is told that nothing comes in its place', async () => {
  const till = await openNodeTill('http://127.0.0.1:9')
  const { id } = await till.refund(refundOf('never'))
  const waiting = till.settled(id).catch((error: unknown) => error)
  await till.attention.void(id, who)
  const refused = await waiting
  expect(refused).toMatchObject({ code: 'voided' })
  expect(refused).not.toHaveProperty('replacedBy')
})
