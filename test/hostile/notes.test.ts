import { Dexie } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import { openRaw, freshName } from '../support/journals.js'
import { CounterfoilError } from '../../src/domain/errors.js'
import { openJournal } from '../../src/journal/journal.js'
import { createShelf, ring, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { alter, nonsense, openWithTwo, readEverything, type Row } from './damage.js'
import { createRuns, standingOf } from './till.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const setUp = () => openWithTwo(shelf)

describe('the till’s own notes', () => {
  const notes: [string, string, string[]][] = [
    ['tallies', 'entries', ['amount', 'queued', 'sending', 'settled', 'parked', 'voided']],
    [
      'runs',
      'replay',
      [
        'number',
        'startedAt',
        'beatAt',
        'endedAt',
        'done',
        'answeredAt',
        'acknowledgedAt',
        'clockOffsetMs',
        'signs',
      ],
    ],
    ['counters', 'sender', ['next']],
    ['settings', 'birth', ['value']],
    ['settings', 'worker', ['value']],
    ['settings', 'formatBehind', ['value']],
  ]
  const cases = [
    ...nonsense.map(([what, value]) => ['all', what, notes, value] as const),
    ...notes.map((note) => [note[0], 'a text', [note], 'x'] as const),
  ]
  it.each(cases)('%s, of which every part is %s, stop nothing', async (_, __, altered, value) => {
    const { name, journal } = await setUp()
    await createRuns(journal).run()
    await ring(journal, 'refund', refundOf('3'), { id: 'third' })
    for (const [table, key, fields] of altered) {
      const keyPath = table === 'counters' ? 'sender' : 'name'
      const parts = Object.fromEntries(fields.map((field) => [field, value]))
      await alter(name, table, key, (row) => ({ ...row, [keyPath]: key, ...parts }))
    }
    const limits = { total: 1_000, count: 10 }
    const ringing = await ring(journal, 'refund', refundOf('4'), {
      id: 'fourth',
      guard: { limits, allowDuplicate: who },
    })
    expect(ringing.state).toBe('queued')
    await createRuns(journal).more(1)
    expect(await standingOf(journal, 'third')).toBe('settled')
    expect(await standingOf(journal, 'fourth')).toBe('settled')
    expect(await journal.count()).toMatchObject({
      queued: 0,
      sending: 0,
      settled: 4,
      parked: 0,
      voided: 0,
    })
    const taking = { sender: 'sender', shop: 'S01', terminal: 'T1', takenAt: start }
    const numbers = [await journal.takeNumber(taking), await journal.takeNumber(taking)]
    expect(new Set(numbers).size).toBe(2)
    expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true)
    await journal.readSetting('worker')
    await readEverything(journal)
    const again = await openJournal(name)
    expect(await again.count()).toMatchObject({ settled: 4 })
    again.close()
  })

  it('show a count that was altered, even one that cannot be read', async () => {
    const { name, journal } = await setUp()
    await alter(name, 'tallies', 'entries', (row) => ({ ...row, queued: 'many' }))
    expect(await journal.verify()).toMatchObject({ isIntact: false, altered: { table: 'tallies' } })
  })

  it('that set a counter back do not give a receipt’s number twice', async () => {
    const { name, journal } = await setUp()
    const taking = { sender: 's', shop: 'S01', terminal: 'T1', takenAt: start }
    const first = await journal.takeNumber(taking)
    await journal.takeNumber(taking)
    await alter(name, 'counters', 's', (row) => ({ ...row, next: first }))
    expect(await journal.takeNumber(taking)).toBe(3)
  })

  it.each(nonsense)('pauses of which a part is %s hold nothing up', async (_, value) => {
    const { name, journal } = await setUp()
    const pause = { reason: 'busy', since: 1_000_000, until: 1_030_000, failures: 1, isFirm: true }
    const damages = {
      service: 'since',
      refund: 'until',
      migrate: 'reason',
      associate: 'failures',
      gift: 'isFirm',
    }
    for (const [scope, field] of Object.entries(damages))
      await alter(name, 'pauses', scope, () => ({ ...pause, scope, [field]: value }))
    await createRuns(journal).more(120_000)
    expect(await standingOf(journal, 'other')).toBe('settled')
    await readEverything(journal)
  })

  it.each(nonsense)('a person’s hold whose time is %s holds, and shows', async (_, value) => {
    const { name, journal } = await setUp()
    await alter(name, 'pauses', 'till', () => ({ scope: 'till', since: value }))
    expect(await createRuns(journal).run()).toMatchObject({ settled: 0 })
    const holds: unknown[] = []
    const stop = journal.watchSummary(
      ({ manualPause }) => holds.push(manualPause),
      () => undefined,
    )
    await expect.poll(() => holds.length).toBeGreaterThan(0)
    stop()
    expect(holds[0]).toMatchObject({ scope: 'till', since: expect.any(Number) as number })
    await journal.resume()
    expect(await createRuns(journal).more(1)).toMatchObject({ settled: 2 })
  })

  it.each(nonsense)(
    'of a card’s version, of which a part is %s, let the next operation go',
    async (_, value) => {
      const { name, journal } = await setUp()
      const raw = await openRaw(name)
      const row = (await raw.table('entries').where('id').equals('damaged').first()) as { codes: string[] }
      raw.close()
      const [card = ''] = row.codes
      await alter(name, 'validators', card, () => ({ card, etag: value, lastModified: value, at: value }))
      await createRuns(journal).run()
      expect(await standingOf(journal, 'damaged')).toBe('settled')
    },
  )
})

describe('the till’s keys', () => {
  const keys: [string, Row][] = [
    ['missing their halves', {}],
    ['texts', { sealing: 'x', marking: 'y' }],
    ['empty', { sealing: null, marking: null }],
  ]
  it.each(keys)('that are %s keep the till from opening, by a name', async (_, others) => {
    const { name, journal } = await setUp()
    journal.close()
    await alter(name, 'keys', 'vault', () => ({ name: 'vault', v: 1, ...others }))
    const refusal = await openJournal(name).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CounterfoilError)
    expect(refusal).toMatchObject({ code: 'keys-lost' })
  })

  it('that are of another use keep it from opening', async () => {
    const { name, journal } = await setUp()
    journal.close()
    await alter(name, 'keys', 'vault', (row) => ({ ...row, sealing: row.marking, marking: row.sealing }))
    await expect(openJournal(name)).rejects.toMatchObject({ code: 'keys-lost' })
  })

  it('that are others show every row as unreadable, and drop none', async () => {
    const { name, journal } = await setUp()
    const other = freshName()
    await shelf.open(other)
    const raw = await openRaw(other)
    const fresh = (await raw.table('keys').get('vault')) as Row
    raw.close()
    journal.close()
    await alter(name, 'keys', 'vault', () => fresh)
    const again = await shelf.open(name)
    await createRuns(again).run()
    expect(await again.count()).toMatchObject({ parked: 2 })
    expect((await again.list()).map((entry) => 'reason' in entry && entry.reason)).toEqual([
      'unreadable',
      'unreadable',
    ])
  })
})

it('a database of the same name with another shape is refused by a name', async () => {
  const name = freshName()
  const raw = new Dexie(name)
  raw.version(0.3).stores({ entries: 'id' })
  await raw.open()
  raw.close()
  await expect(openJournal(name)).rejects.toMatchObject({
    name: expect.stringMatching(/^(StorageRefused|TillOutdated)$/) as string,
  })
})
