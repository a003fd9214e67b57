import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { TillJournal } from '../../src/journal/journal.js'
import { EntryRow, type HistoryRow } from '../../src/journal/store/rows.js'
import { freshName, openRaw } from '../support/journals.js'
import { claimAll, createShelf, readTables, ring, sendAll, start, who } from '../support/lives.js'
import { fullModels, refundOf } from '../support/models.js'
import { liveOn } from '../support/random-life.js'
import { createRandom } from '../support/random.js'

type Tables = Record<string, Record<string, unknown>[]>
type Row = Record<string, unknown>

const written = ['entries', 'bodies', 'history', 'receipts', 'tallies'] as const

/** Puts a journal’s rows as they are given, past the journal. */
async function forge(name: string, change: (tables: Tables) => void): Promise<() => Promise<void>> {
  const before = await readTables(name)
  const tables = structuredClone(before)
  change(tables)
  await write(name, tables)
  return () => write(name, before)
}

async function write(name: string, tables: Tables): Promise<void> {
  const raw = await openRaw(name)
  for (const table of written) {
    await raw.table(table).clear()
    await raw.table(table).bulkPut(tables[table] ?? [])
  }
  raw.close()
}

/** What an entry was rung up as, and where it stands: what a forger would like to change. */
const guarded = [
  'kind',
  'state',
  'shop',
  'terminal',
  'operator',
  'key',
  'amount',
  'replaces',
  'createdAt',
  'told',
  'codes',
  'lanes',
  'prints',
  'attempts',
  'origin',
  'head',
  'lines',
] as const

const shelf = createShelf()
afterEach(shelf.closeAll)

/** Three entries with two lines each: one waits, one is parked, one has settled. */
async function openLived(): Promise<{ journal: TillJournal; name: string }> {
  const name = freshName()
  const journal = await shelf.open(name)
  const facts = { operator: 'Ada', key: 'key-1' }
  await ring(journal, 'refund', fullModels.refund, { id: 'settled', ...facts })
  await sendAll(journal, 'conflict')
  await journal.act('settled', { tag: 'send-again', ...who }, start)
  await sendAll(journal, 'acknowledged')
  await ring(journal, 'associate', fullModels.associate, { id: 'parked', ...facts })
  await sendAll(journal, 'rejected')
  await ring(journal, 'refund', refundOf('A'), { id: 'waiting', ...facts })
  await sendAll(journal, 'busy')
  return { journal, name }
}

const rowOf = (tables: Tables, table: string, id: string) => {
  const row = tables[table]?.find((one) => one.id === id)
  if (!row) throw new Error(`${table} has no row of ${id}`)
  return row
}
const linesOf = ({ history = [] }: Tables, id: string) => history.filter((line) => line.id === id)
const removeLine = (tables: Tables, id: string, index: number) => {
  const gone = linesOf(tables, id)[index]
  tables.history = (tables.history ?? []).filter((line) => line !== gone)
}
const setFact = (tables: Tables, facts: object) => {
  Object.assign(rowOf(tables, 'entries', 'waiting'), facts)
}
const flip = (row: Row, part: string) => {
  const bytes = new Uint8Array(row[part] as Uint8Array)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  row[part] = bytes
}

describe('the chain', () => {
  it('is whole in a journal that nobody touched, and in an empty one', async () => {
    const { journal } = await openLived()
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 3 })
    expect(await (await shelf.open()).verify()).toMatchObject({ isIntact: true, entries: 0 })
  })

  it.each([11, 12, 13])('is whole after a long life of every kind, %i', async (seed) => {
    const journal = await shelf.open()
    await liveOn(journal, createRandom(seed), 120)
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })

  it.each<[string, (tables: Tables) => void, object]>([
    ...(['at', 'what', 'by', 'reason', 'detail', 'became', 'hash'] as const).map(
      (field): [string, (tables: Tables) => void, object] => [
        `the ${field} of a line`,
        (tables) => {
          const line = linesOf(tables, 'settled')[1] ?? {}
          line[field] = field === 'at' ? 5 : field === 'became' ? 'voided' : 'attempt'
          if (field === 'what') line.what = 'void'
        },
        { table: 'history', id: 'settled', line: 2 },
      ],
    ),
    [
      'the first line',
      (tables) => Object.assign(linesOf(tables, 'settled')[0] ?? {}, { status: 200 }),
      { table: 'history', id: 'settled', line: 1 },
    ],
    [
      'the only line',
      (tables) => Object.assign(linesOf(tables, 'parked')[0] ?? {}, { status: 200 }),
      { table: 'history', id: 'parked', line: 1 },
    ],
    [
      'a deleted first line',
      (tables) => {
        removeLine(tables, 'settled', 0)
      },
      { table: 'history', line: 1 },
    ],
    [
      'a deleted line',
      (tables) => {
        removeLine(tables, 'settled', 1)
      },
      { table: 'history', line: 2 },
    ],
    [
      'a tail that was cut off',
      (tables) => {
        removeLine(tables, 'settled', 2)
      },
      { table: 'history', id: 'settled', line: 3, what: 'it is missing' },
    ],
    [
      'swapped lines',
      (tables) => {
        const [first, second] = linesOf(tables, 'settled') as unknown as HistoryRow[]
        if (first && second) [first.n, second.n] = [second.n, first.n]
      },
      { table: 'history', id: 'settled', line: 1 },
    ],
    [
      'an inserted line',
      (tables) => tables.history?.push({ ...linesOf(tables, 'settled')[2], n: 1_000 }),
      { table: 'history', id: 'settled', line: 4 },
    ],
    [
      'a line given to another entry',
      (tables) => Object.assign(linesOf(tables, 'settled')[2] ?? {}, { id: 'waiting' }),
      { table: 'history', id: 'settled', line: 3 },
    ],
    ...guarded.map((field): [string, (tables: Tables) => void, object] => [
      `the entry’s ${field}`,
      (tables) => Object.assign(rowOf(tables, 'entries', 'parked'), { [field]: otherThan(field) }),
      field === 'lines' ? { table: 'history', id: 'parked' } : { table: 'entries', id: 'parked' },
    ]),
    [
      'an entry that is said to be with another till',
      (tables) => Object.assign(rowOf(tables, 'entries', 'parked'), { reason: 'moved' }),
      { table: 'entries', id: 'parked' },
    ],
    [
      'an entry whose row says too much',
      (tables) => Object.assign(rowOf(tables, 'entries', 'parked'), { note: 'planted' }),
      { table: 'entries', id: 'parked' },
    ],
    [
      'bodies that were swapped',
      (tables) => {
        const [one, other] = [rowOf(tables, 'bodies', 'parked'), rowOf(tables, 'bodies', 'waiting')]
        ;[one.kept, other.kept] = [other.kept, one.kept]
      },
      { table: 'bodies', id: 'parked', what: 'its kept part was altered' },
    ],
    ...['kept', 'secret', 'reply'].map((part): [string, (tables: Tables) => void, object] => [
      `a bit of a body’s ${part} part`,
      (tables) => {
        flip(rowOf(tables, 'bodies', 'parked'), part)
      },
      { table: 'bodies', id: 'parked', what: `its ${part} part was altered` },
    ]),
    ...['kept', 'secret', 'reply'].map((part): [string, (tables: Tables) => void, object] => [
      `a body without its ${part} part`,
      (tables) => Reflect.deleteProperty(rowOf(tables, 'bodies', 'parked'), part),
      { table: 'bodies', id: 'parked' },
    ]),
    [
      'a deleted body',
      (tables) => {
        tables.bodies = tables.bodies?.filter(({ id }) => id !== 'parked') ?? []
      },
      { table: 'bodies', id: 'parked', what: 'it is missing' },
    ],
    [
      'a deleted entry',
      (tables) => {
        tables.entries = tables.entries?.filter(({ id }) => id !== 'parked') ?? []
      },
      { table: 'entries', id: 'parked', what: 'it is missing' },
    ],
    [
      'an entry that is gone with all that was its own',
      (tables) => {
        for (const table of ['entries', 'bodies', 'history'])
          tables[table] = tables[table]?.filter(({ id }) => id !== 'parked') ?? []
      },
      { table: 'tallies' },
    ],
    [
      'an amount that is said to stand',
      (tables) => Object.assign(tables.tallies?.[0] ?? {}, { amount: '0' }),
      { table: 'tallies', what: 'amount was kept as 0, and 10 stand' },
    ],
    [
      'an entry that is said to be under way',
      (tables) => Object.assign(rowOf(tables, 'entries', 'waiting'), { state: 'sending' }),
      { table: 'tallies' },
    ],
  ])('names %s', async (_, change, altered) => {
    const { journal, name } = await openLived()
    await forge(name, change)
    expect(await journal.verify()).toMatchObject({ isIntact: false, altered })
  })

  it('names every fact of an entry that it does not cover, and covers all others', async () => {
    const { journal, name } = await openLived()
    const { notCovered } = await journal.verify()
    const facts = Object.keys(EntryRow.schema).filter((fact) => !['v', 'place', 'id'].includes(fact))
    for (const fact of facts) {
      const other = fact === 'kind' ? 'migrate' : otherThan(fact)
      const restore = await forge(name, (tables) => {
        setFact(tables, { [fact]: other })
      })
      const { isIntact } = await journal.verify()
      await restore()
      if (!notCovered.includes(fact)) expect([fact, isIntact]).toEqual([fact, false])
    }
    expect(notCovered.filter((fact) => !(fact in EntryRow.schema))).toEqual([])
  })

  it.each<[string, (tables: Tables) => void, object]>([
    [
      'an attempt that is said not to have been',
      (tables) => {
        setFact(tables, { attempts: 0 })
      },
      {},
    ],
    [
      'a lane that was taken away',
      (tables) => {
        setFact(tables, { lanes: [] })
      },
      {},
    ],
    [
      'fingerprints that are another’s',
      (tables) => {
        setFact(tables, { prints: ['x'] })
      },
      {},
    ],
    [
      'a receipt’s number',
      (tables) => Object.assign(rowOf(tables, 'receipts', 'settled'), { number: 9_999 }),
      { table: 'receipts', id: 'settled' },
    ],
    [
      'a deleted receipt',
      (tables) => {
        tables.receipts = tables.receipts?.filter(({ id }) => id !== 'settled') ?? []
      },
      { table: 'receipts', id: 'settled' },
    ],
  ])('names %s', async (_, change, altered) => {
    const { journal, name } = await openLived()
    await forge(name, change)
    const expected = { table: 'entries', id: 'waiting', ...altered }
    expect(await journal.verify()).toMatchObject({ isIntact: false, altered: expected })
  })

  it('says that lanes and fingerprints of an earlier release’s entries are not covered, and cries no wolf', async () => {
    const { journal, name } = await openLived()
    journal.close()
    await forge(name, (tables) => {
      for (const row of tables.entries ?? []) row.prints = ['in another way']
    })
    const raw = await openRaw(name)
    await raw.table('settings').delete('derived')
    raw.close()
    const again = await shelf.open(name)
    await ring(again, 'refund', refundOf('B'), { id: 'newer' })
    const found = await again.verify()
    expect(found).toMatchObject({ isIntact: true })
    expect(found.notCovered).toEqual(expect.arrayContaining(['lanes', 'prints']))
    await forge(name, (tables) => Object.assign(rowOf(tables, 'entries', 'newer'), { prints: ['x'] }))
    expect(await again.verify()).toMatchObject({ isIntact: false, altered: { id: 'newer' } })
  })

  it('finds whole an update into which the transaction’s id was written', async () => {
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'first' })
    await ring(journal, 'updateReceipt', { CardCode: 'A' }, { id: 'update', transactionOf: 'first' })
    await sendAll(journal, 'acknowledged')
    const { claimed } = await claimAll(journal)
    const [claim] = claimed
    if (!claim || 'unreadable' in claim) throw new Error('the update was not claimed')
    await journal.freeze(claim, JSON.stringify({ CardCode: 'A', TransactionID: 7 }))
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 2 })
  })

  it('misses no change of any one field of a body, a line or what was rung up', async () => {
    const { journal, name } = await openLived()
    await liveOn(journal, createRandom(21), 15)
    const values = fc.oneof(fc.string(), fc.integer(), fc.constant(undefined), fc.constant(null))
    const change = fc.record({
      table: fc.constantFrom('entries', 'bodies', 'history'),
      row: fc.nat(),
      field: fc.nat(),
      value: values,
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ table, row: at, field: which, value }) => {
        const changed: unknown[] = []
        const restore = await forge(name, (tables) => {
          const rows = tables[table] ?? []
          const row = rows[at % rows.length] ?? {}
          const fields = Object.keys(row).filter((field) => isGuarded(table, field))
          const field = fields[which % fields.length] ?? ''
          if (row[field] !== value) changed.push(field)
          if (value === undefined) Reflect.deleteProperty(row, field)
          else row[field] = value
        })
        const found = await journal.verify()
        await restore()
        if (changed.length > 0) expect(found).toMatchObject({ isIntact: false })
      }),
      { numRuns: 60 },
    )
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })
})

/** The keys of a row are where it stands, and a newer format is for a newer release to verify. */
function isGuarded(table: string, field: string): boolean {
  if (table === 'entries') return (guarded as readonly string[]).includes(field)
  return table === 'bodies' ? field !== 'id' : field !== 'n'
}

function otherThan(field: string): unknown {
  const others: Partial<EntryRow> = {
    kind: 'refund',
    state: 'settled',
    createdAt: 1,
    amount: 9,
    codes: ['x'],
    lanes: ['x'],
    prints: ['x'],
    attempts: 9,
    lines: 7,
  }
  return others[field as keyof EntryRow] ?? 'another'
}
