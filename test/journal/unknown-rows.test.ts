import { expect, it } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import type { EntryRow } from '../../src/journal/store/rows.js'
import { freshName, openRaw } from '../support/journals.js'
import { ring } from '../support/lives.js'
import { refundOf } from '../support/models.js'

/** A journal of 2,500 rows, the one at place 2,222 and the last of which were damaged, each otherwise. */
async function createDamaged(): Promise<string> {
  const name = freshName()
  const journal = await openJournal(name)
  await ring(journal, 'refund', refundOf('c0', 1), { id: 'e0' })
  journal.close()
  const raw = await openRaw(name)
  const [pattern] = (await raw.table('entries').toArray()) as EntryRow[]
  if (!pattern) throw new Error('nothing was rung up')
  const { place: first } = pattern
  const rows = Array.from({ length: 2_499 }, (_, index) => ({
    ...pattern,
    id: `e${index + 1}`,
    place: first + index + 1,
  }))
  await raw.table('entries').bulkAdd(rows)
  await raw.table('entries').update(2_222, { state: undefined })
  await raw.table('entries').update(first + 2_499, { kind: { no: 'key' } })
  raw.close()
  return name
}

it('names what stands in no index, however far behind, in pieces with a rest between', async () => {
  const name = await createDamaged()
  let rests = 0
  const journal = await openJournal(name, {
    rest() {
      rests += 1
      return Promise.resolve()
    },
  })
  const raw = await openRaw(name)
  const named = async () => {
    const rows = (await raw.table('entries').bulkGet([2_222, 2_500])) as EntryRow[]
    return rows.map(({ state, kind }) => [state, kind])
  }
  await expect.poll(named).toEqual([
    ['none', 'refund'],
    ['queued', 'none'],
  ])
  expect(rests).toBe(3)
  await expect.poll(() => journal.count()).toMatchObject({ queued: 2_499, parked: 1 })
  raw.close()
  journal.close()
})

it('asks nothing before it may', async () => {
  const name = await createDamaged()
  const journal = await openJournal(name, { rest: () => new Promise<void>(() => undefined) })
  await journal.list({ limit: 5 })
  const raw = await openRaw(name)
  expect(await raw.table<EntryRow>('entries').get(2_222)).not.toHaveProperty('state', 'none')
  raw.close()
  journal.close()
})
