import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { ring } from '../support/lives.js'
import { refundOf } from '../support/models.js'

/** What holds whether or not the last row of a transaction can be written; for each place where a journal may lie. */
export function describePutLast(where: string): void {
  describe(`an operation whose count fails, on ${where}`, () => {
    let name: string
    let journal: TillJournal

    beforeEach(async () => {
      name = freshName()
      journal = await openJournal(name)
      await ring(journal, 'refund', refundOf('c0', 1), { id: 'first' })
    })
    afterEach(() => {
      vi.restoreAllMocks()
      journal.close()
    })

    it('is either kept and counted, or refused and not there', async () => {
      failNextCount()
      const told = await ring(journal, 'refund', refundOf('c1', 2), { id: 'second' }).then(
        () => 'kept',
        () => 'refused',
      )
      vi.restoreAllMocks()
      const kept = (await journal.list({})).map(({ id }) => id)
      expect(kept).toEqual(told === 'kept' ? ['second', 'first'] : ['first'])
      expect(await journal.count()).toMatchObject({
        queued: kept.length,
        amount: told === 'kept' ? '3' : '1',
      })
    })

    it('is told as it stands, though counting anew fails as well', async () => {
      failNextCount(Infinity)
      const told = await ring(journal, 'refund', refundOf('c1', 2), { id: 'second' }).then(
        () => 'kept',
        () => 'refused',
      )
      vi.restoreAllMocks()
      expect(await journal.list({})).toHaveLength(told === 'kept' ? 2 : 1)
    })

    it('can be rung up again where it was refused, and is told twice where it was kept', async () => {
      failNextCount()
      await ring(journal, 'refund', refundOf('c1', 2), { id: 'second' }).catch(() => undefined)
      vi.restoreAllMocks()
      await ring(journal, 'refund', refundOf('c1', 2), { id: 'second' })
      expect(await journal.count()).toMatchObject({ queued: 2, amount: '3' })
    })

    it('is kept with its count where nothing fails, in one transaction that asks nothing more', async () => {
      const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
      await ring(journal, 'refund', refundOf('c1', 2), { id: 'second' })
      expect(commit).toHaveBeenCalledTimes(1)
      const raw = await openRaw(name)
      expect(await raw.table('tallies').get('entries')).toMatchObject({ queued: 2, amount: '3' })
      raw.close()
    })
  })
}

/** The row stands already, so that adding it fails as late as a request can. */
function failNextCount(times = 1): void {
  const put: IDBObjectStore['put'] = Reflect.get(IDBObjectStore.prototype, 'put')
  let left = times
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...words: Parameters<IDBObjectStore['put']>
  ) {
    const isNext = left > 0 && this.name === 'tallies'
    if (isNext) left -= 1
    return isNext ? this.add(...words) : put.apply(this, words)
  })
}
