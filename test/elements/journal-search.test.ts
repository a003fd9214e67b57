import { beforeEach, expect, it } from 'vitest'
import { openQuestion } from '../../src/elements/journal/filter.js'
import { createSearchSource } from '../../src/elements/journal/search.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'
import { fullModels, refundOf } from '../support/models.js'

// A till that delivers says so again and again, also while a search is at work.

beforeEach(standInForPage)

it('puts what means the text exactly first, though the journal changes before the endings are looked for', async () => {
  const till = await openNodeTill('http://127.0.0.1:9/')
  const { id: exact } = await till.refund(fullModels.refund)
  const { id: ending } = await till.refund(refundOf('9001000000000142'))
  const source = createSearchSource(till, { ...openQuestion, text: '42' })
  const first = await source.more([], 50)
  expect(first.entries.map(({ id }) => id)).toEqual([exact])
  expect((await source.head([exact])).ids).toEqual([exact])
  const second = await source.more([exact], 50)
  expect(second.entries.map(({ id }) => id)).toEqual([ending])
  const { id: fresh } = await till.refund(refundOf('9001000000000242'))
  expect((await source.head([exact, ending])).ids).toEqual([fresh, exact, ending])
})
