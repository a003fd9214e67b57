import { beforeAll, expect, it } from 'vitest'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'

const who = { by: 'Ada', reason: 'wrong card' }

beforeAll(standInForPage)

it('whoever waits for an operation that is corrected is told what to wait for instead', async () => {
  const till = await openNodeTill('http://127.0.0.1:9')
  const { id } = await till.refund(refundOf('wrong'))
  const waiting = expect(till.settled(id)).rejects
  const correction = await till.attention.amend(id, refundOf('right'), who)
  await waiting.toMatchObject({ code: 'voided', replacedBy: correction.id })
})

it('whoever waits for an operation that is voided is told that nothing comes in its place', async () => {
  const till = await openNodeTill('http://127.0.0.1:9')
  const { id } = await till.refund(refundOf('never'))
  const waiting = expect(till.settled(id)).rejects
  await till.attention.void(id, who)
  await waiting.not.toHaveProperty('replacedBy')
})
