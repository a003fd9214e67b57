import { beforeEach, expect, it } from 'vitest'
import { createBook } from '../../src/elements/journal/book.js'
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

it.each([
  ['as a whole number', '9001000000000142'],
  ['by its ending', '142'],
])('of a card %s drops what its filter leaves out by now', async (_, text) => {
  const till = await openNodeTill('http://127.0.0.1:9/')
  const { id: voided } = await till.refund(refundOf('9001000000000142'))
  const { id: waiting } = await till.refund(refundOf('9001000000000142', 7))
  const question = { ...openQuestion, text, standing: 'waiting' as const }
  const book = createBook(createSearchSource(till, question), () => undefined)
  await book.show({ from: 0, to: 20 })
  expect(book.progress.ids).toEqual([waiting, voided])
  await till.attention.void(voided, { by: 'Ada', reason: 'the customer left' })
  await book.refresh()
  expect(book.progress.ids).toEqual([waiting])
  expect(book.rowOf(0)?.state).toBe('queued')
})
