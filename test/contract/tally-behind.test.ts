import { afterEach, expect, it } from 'vitest'
import type { TillJournal } from '../../src/journal/journal.js'
import type { EntryRow, TallyRow } from '../../src/journal/store/rows.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, ring, start } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const added = 3_500

/** A till that has counted one entry, beyond which thousands have come at once. */
async function openBehind(): Promise<{ journal: TillJournal; reached: () => Promise<number> }> {
  const name = freshName()
  const first = await shelf.open(name)
  await ring(first, 'refund', refundOf('c0', 1), { id: 'e0' })
  first.close()
  const raw = await openRaw(name)
  const [pattern] = (await raw.table('entries').toArray()) as EntryRow[]
  if (!pattern) throw new Error('nothing was saved')
  const { place } = pattern
  const rows = Array.from({ length: added }, (_, index) => ({
    ...pattern,
    id: `e${index + 1}`,
    place: place + index + 1,
    lanes: [`lane ${index}`],
    prints: [],
  }))
  await raw.table('entries').bulkAdd(rows)
  raw.close()
  const journal = await shelf.open(name)
  const reached = async () => {
    const look = await openRaw(name)
    const tally = (await look.table('tallies').get('entries')) as TallyRow
    look.close()
    return tally.upTo - place
  }
  return { journal, reached }
}

it('a tally that is far behind catches up with the next saving', async () => {
  const { journal, reached } = await openBehind()
  expect(await reached()).toBeLessThan(1)
  await ring(journal, 'refund', refundOf('last', 1), { id: 'last' })
  await expect.poll(reached).toBe(added + 1)
  expect(await journal.count()).toMatchObject({ queued: added + 2, amount: String(added + 2) })
})

it('a tally that is far behind catches up with the next run', async () => {
  const { journal, reached } = await openBehind()
  await journal.begin(start)
  await expect.poll(reached).toBe(added)
  expect(await journal.count()).toMatchObject({ queued: added + 1, amount: String(added + 1) })
})
