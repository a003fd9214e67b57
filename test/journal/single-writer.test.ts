import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { Database } from '../../src/journal/store/database.js'

const open: Database[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const database of open.splice(0)) await database.delete()
})

async function openDatabase(): Promise<Database> {
  const database = new Database(`turnstile-${crypto.randomUUID()}`, indexedDB)
  open.push(database)
  await database.open()
  return database
}

it('lets two writes to different tables pass one after the other', async () => {
  const database = await openDatabase()
  const steps: string[] = []
  const write = (table: 'runs' | 'settings') =>
    database.transaction('rw', [database.table(table)], async () => {
      await database.table(table).put({ name: 'a row' })
      steps.push(`${table} written`)
      await database.table(table).get('a row')
      steps.push(`${table} read`)
    })
  await Promise.all([write('runs'), write('settings')])
  expect(steps).toEqual(['runs written', 'runs read', 'settings written', 'settings read'])
})

it('holds for every table and for a write without a transaction of its own, and for no reading', async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const database = await openDatabase()
  begun.mockClear()
  for (const table of database.tables) {
    await database.transaction('rw', table, () => table.count())
    await database.transaction('r', table, () => table.count())
    await table.clear()
  }
  const select = (wanted: string) =>
    begun.mock.calls.filter(([, mode]) => mode === wanted).map(([names]) => Array.from(names))
  expect(select('readwrite')).toHaveLength(2 * database.tables.length)
  expect(select('readwrite').filter((names) => !names.includes('keys'))).toEqual([])
  expect(select('readonly').map((names) => names.length)).toEqual(database.tables.map(() => 1))
})
