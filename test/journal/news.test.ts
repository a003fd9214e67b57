import { afterEach, expect, it } from 'vitest'
import { claimAll, conclude, createShelf, outcomes, ring, sendAll, start } from '../support/lives.js'
import { openRaw, freshName } from '../support/journals.js'
import { countReads } from '../support/reads.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()
afterEach(() => {
  shelf.closeAll()
})

it('news come a few hundred at a time, each once, and what is new costs what is new', async () => {
  const journal = await shelf.openPlain()
  const { position: beginning } = await journal.readEnd()
  for (let index = 0; index < 250; index += 1) await ring(journal, 'refund', refundOf(`c${index}`))
  await conclude(journal, await claimAll(journal, start, 250), outcomes.acknowledged)
  const rungUp: string[] = []
  const settled: string[] = []
  let position = beginning
  for (let isMore = true; isMore;) {
    const news = await journal.readNews(position)
    rungUp.push(...news.rungUp.map(({ entry }) => entry.id))
    settled.push(...news.lines.map(({ entry }) => entry.id))
    position = news.position
    isMore = news.isMore
  }
  expect(new Set(rungUp).size).toBe(250)
  expect(settled).toHaveLength(250)
  expect(new Set(settled)).toEqual(new Set(rungUp))

  const reads = countReads()
  expect(await journal.readNews(position)).toMatchObject({ rungUp: [], lines: [], sending: [] })
  expect(reads.rows()).toBe(0)
  await ring(journal, 'refund', refundOf('next'))
  await sendAll(journal, 'rejected')
  reads.reset()
  const { lines } = await journal.readNews(position)
  expect(lines).toMatchObject([{ what: 'attempt', became: 'parked', parkedFor: 'rejected' }])
  expect(reads.rows()).toBeLessThan(6)
  reads.stop()
})

it('a parked reason is told where it still stands, the time taken where it was the first', async () => {
  const journal = await shelf.openPlain()
  const { position } = await journal.readEnd()
  await ring(journal, 'refund', refundOf('1'))
  await conclude(journal, await claimAll(journal, start), outcomes.busy, start + 40)
  await conclude(journal, await claimAll(journal, start + 60_000), outcomes.rejected, start + 60_900)
  await journal.act(
    (await journal.list())[0]?.id ?? '',
    { tag: 'void', by: 'Ada', reason: 'x' },
    start + 70_000,
  )
  const { lines } = await journal.readNews(position)
  expect(lines.map(({ what, sentAt }) => [what, sentAt])).toEqual([
    ['attempt', start],
    ['attempt', undefined],
    ['void', undefined],
  ])
  expect(lines.every((line) => line.parkedFor === undefined)).toBe(true)
  expect(JSON.stringify(lines)).not.toContain('Ada')
})

it('damaged lines and rows are passed over, and stop nothing', async () => {
  const name = freshName()
  const journal = await shelf.openPlain(name)
  const { position } = await journal.readEnd()
  const damaged = await ring(journal, 'refund', refundOf('1'))
  await sendAll(journal, 'rejected')
  const raw = await openRaw(name)
  await raw.table('history').add({ v: 2, id: damaged.id, at: 'never', what: 'attempt', hash: 'x' })
  await raw
    .table('entries')
    .where('id')
    .equals(damaged.id)
    .modify({ shop: { toString: 1 }, attempts: 'many' })
  raw.close()
  await ring(journal, 'refund', refundOf('2'))
  const news = await journal.readNews(position)
  expect(news.rungUp).toHaveLength(1)
  expect(news.lines).toMatchObject([{ entry: { id: damaged.id, shop: '', attempts: 0 }, what: 'attempt' }])
})
