import { afterEach, describe, expect, it } from 'vitest'
import { rowToTicket } from '../../src/journal/store/standing.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, readTables, ring, start, who } from '../support/lives.js'
import { fullModels } from '../support/models.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

describe('an entry of a damaged kind', () => {
  it.each(['void', 'mark-applied'] as const)('loses its secrets with a person’s %s', async (tag) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', fullModels.refund, { id: 'one' })
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals('one').modify({ kind: 'gift' })
    raw.close()
    const { stranded, number: run } = await journal.begin(start)
    expect(stranded).toMatchObject([{ id: 'one', kind: 'unknown' }])
    expect((await readTables(name)).bodies).toMatchObject([{ secret: expect.any(Uint8Array) as unknown }])
    await journal.end(run, start)
    await journal.act('one', { tag, ...who }, start)
    const [body] = (await readTables(name)).bodies ?? []
    expect(body).toMatchObject({ id: 'one', kept: expect.any(Uint8Array) as unknown })
    expect(body).not.toHaveProperty('secret')
  })
})

describe('an entry of a damaged row', () => {
  it.each([{ head: 5 }, { head: undefined }, { state: NaN }, { state: {} }])(
    'of %o is voided by a person at once',
    async (damage) => {
      const name = freshName()
      const journal = await shelf.open(name)
      await ring(journal, 'refund', fullModels.refund, { id: 'one' })
      const raw = await openRaw(name)
      await raw.table('entries').where('id').equals('one').modify(damage)
      raw.close()
      await journal.act('one', { tag: 'void', ...who }, start)
      expect(await journal.find('one')).toMatchObject({ state: 'voided' })
      expect((await readTables(name)).entries).toMatchObject([{ state: 'voided' }])
    },
  )
})

describe('counts of a damaged row', () => {
  it.each([
    [-1_000_000, 0],
    [1e300, 1_000_000],
    [2.5, 2],
    ['many', 0],
    [NaN, 0],
  ])('of %s are decided by as %s', (found, count) => {
    const row = { place: 1, attempts: found, unknowns: found, renewals: found } as never
    expect(rowToTicket(row)).toMatchObject({ attempts: count, unknowns: count, renewals: count })
  })
})
