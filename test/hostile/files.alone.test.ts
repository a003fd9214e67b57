import * as fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TransferRefused } from '../../src/domain/errors.js'
import { createRules } from '../../src/domain/rules.js'
import type * as envelope from '../../src/journal/seal/envelope.js'
import { openFile, sealFile } from '../../src/journal/seal/envelope.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { clock } from '../../src/platform/clock.js'
import { importJournal, type ImportOptions } from '../../src/till/transfer.js'
import { freshName } from '../support/journals.js'
import { createShelf, handOverAll, readTables, ring, sendAll, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { chance, createRuns, standingOf } from './till.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const passphrase = 'a green door, 1987'
const head = { format: 1, shop: 'S01', terminal: 'T9', at: Date.now() } as const

/** A till that takes files in; all but its journal is as little as it can be. */
function createTaker(journal: TillJournal) {
  const setup = { terminal: 'T1', policy: { replay: {} }, rules: createRules(), limits: {} }
  const storage = { keep: (_: string, write: () => Promise<unknown>) => write() }
  const deps = { setup, journal, clock, storage, onImported: () => undefined }
  return (file: Blob, options?: ImportOptions) =>
    importJournal(deps as unknown as Parameters<typeof importJournal>[0], file, passphrase, options)
}

async function createHandOver(
  ids: readonly string[],
  kind: 'copy' | 'hand-over' = 'hand-over',
): Promise<Transfer> {
  const journal = await shelf.open()
  for (const id of ids)
    await ring(journal, 'refund', refundOf(id), { id, key: `key-${id}`, createdAt: start + ids.indexOf(id) })
  const given = { ...head, file: freshName(), by: 'Ada', reason: 'closing' }
  const transfer =
    kind === 'copy' ? await journal.copyUnsettled({ ...given, kind }) : await handOverAll(journal, given)
  return JSON.parse(JSON.stringify(transfer)) as Transfer
}

/** What a file holds, without the half second that it takes to seal and open one. */
const seal = (content: unknown) => ({ content }) as unknown as Blob

vi.mock('../../src/journal/seal/envelope.js', async (load) => {
  const actual = await load<typeof envelope>()
  const openFile: typeof envelope.openFile = (file, words) =>
    'content' in file
      ? Promise.resolve({ tag: 'opened', content: file.content })
      : actual.openFile(file, words)
  return { ...actual, openFile }
})

/** A row, a body or anything else that was there before is there still, to the letter. */
async function expectUntouched(name: string, before: Awaited<ReturnType<typeof readTables>>): Promise<void> {
  const after = await readTables(name)
  for (const table of ['entries', 'bodies', 'history', 'receipts'])
    for (const row of before[table] ?? []) expect(after[table]).toContainEqual(row)
}

describe('the bytes of a file', () => {
  let bytes: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    bytes = new Uint8Array(await (await sealFile(passphrase, await createHandOver(['a', 'b']))).arrayBuffer())
  })

  it('cut short, altered or swapped are refused by a name, and nothing is stored', async () => {
    const name = freshName()
    const take = createTaker(await shelf.open(name))
    const before = await readTables(name)
    const hostile = [
      ...[0, 1, 5, 6, 10, 45, 46, 61, 100, bytes.length - 1].map((length) => bytes.slice(0, length)),
      ...[0, 4, 5, 6, 11, 30, 44, 80, bytes.length - 1].map((at) => {
        const copy = bytes.slice()
        copy[at] = (copy[at] ?? 0) ^ 0x80
        return copy
      }),
      new Uint8Array([...bytes.slice(46), ...bytes.slice(0, 46)]),
      new Uint8Array([...bytes.slice(0, 46), ...bytes.slice(46).reverse()]),
      new Uint8Array([
        ...bytes.slice(0, 10),
        ...bytes.slice(26, 38),
        ...bytes.slice(10, 26),
        ...bytes.slice(38),
      ]),
      new Uint8Array([...bytes, ...bytes]),
    ]
    for (const some of hostile) await expect(take(new Blob([some]))).rejects.toBeInstanceOf(TransferRefused)
    expect(await readTables(name)).toEqual(before)
  })

  it.each([2 ** 31, 2 ** 32 - 1, 2_000_001, 0])(
    'that ask for %i rounds are refused before any work',
    async (rounds) => {
      const copy = bytes.slice()
      new DataView(copy.buffer).setUint32(6, rounds)
      expect(await readParts(copy, copy.length)).toEqual({ tag: 'not-ours', read: 46 })
    },
  )

  it('that claim to be more than a till can write are refused before they are read', async () => {
    const size = 2 ** 40
    const copy = bytes.slice()
    new DataView(copy.buffer).setBigUint64(38, BigInt(size - 46))
    expect(await readParts(copy, size)).toEqual({ tag: 'not-ours', read: 46 })
  })

  /** Opens a file of which only the beginning is there, and tells how much was asked for. */
  async function readParts(some: Uint8Array<ArrayBuffer>, size: number) {
    let read = 0
    const file = {
      size,
      slice(from = 0, to = size) {
        read += to - from
        return new Blob([some.slice(from, to)])
      },
    }
    return { ...(await openFile(file as unknown as Blob, passphrase)), read }
  }
})

describe('a file that whoever has the passphrase has made up', () => {
  type Change = (entry: Record<string, unknown>, transfer: Record<string, unknown>) => unknown
  const createSpoiler = async () => {
    const sound = JSON.stringify(await createHandOver(['ours', 'theirs']))
    return (change: Change) => {
      const transfer = JSON.parse(sound) as Transfer
      change(transfer.entries[0] as unknown as Record<string, unknown>, transfer)
      return transfer
    }
  }
  const unspeakable = JSON.parse('{"toString":1,"valueOf":1}') as object
  const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown
  const spoilt: [string, Change][] = [
    ['a state nobody knows', (entry) => (entry.state = 'lost')],
    ['a kind nobody knows', (entry) => (entry.kind = 'gift')],
    ['a kind that every object has', (entry) => (entry.kind = 'constructor')],
    ['a time beyond any date', (entry) => (entry.createdAt = 1e16)],
    ['a time that is no number', (entry) => (entry.createdAt = 'yesterday')],
    ['a line of history beyond any date', (entry) => (entry.history = [{ at: 1e16, what: 'attempt' }])],
    ['a file’s own time beyond any date', (_, transfer) => (transfer.at = -1e16)],
    ['a key that no header could carry', (entry) => (entry.key = 'a\r\nHost: evil')],
    ['a key of other letters', (entry) => (entry.key = 'ключ')],
    ['a key that ends its own quotes', (entry) => (entry.key = 'a"; b="c')],
    [
      'a reply nested without end',
      (entry) => (entry.reply = { status: 200, headers: {}, body: deep, at: 1 }),
    ],
    [
      'a reply from beyond any date',
      (entry) => (entry.reply = { status: 200, headers: {}, body: {}, at: 1e16 }),
    ],
    ['a name that cannot be written as text', (entry) => (entry.shop = unspeakable)],
    ['an id that cannot be written as text', (entry) => (entry.id = unspeakable)],
    ['a member it should not have', (entry) => (entry.place = 1)],
    ['a body that is none', (entry) => (entry.body = '{"Carte":1}')],
    ['a body nested without end', (entry) => (entry.body = '{"a":'.repeat(5_000))],
    ['a body that is no text', (entry) => (entry.body = {})],
    ['conditions of two lines', (entry) => (entry.conditions = { ifMatch: '"a"\r\nx: y' })],
    ['no entries', (_, transfer) => delete transfer.entries],
    ['entries that are none', (_, transfer) => (transfer.entries = [null, 1, 'x', []])],
    ['a newer format', (_, transfer) => (transfer.format = 4)],
    ['no format', (_, transfer) => delete transfer.format],
    ['an empty id', (entry) => (entry.id = '')],
    ['an id of a million letters', (entry) => (entry.id = 'a'.repeat(1_000_000))],
    ['an id that no file name could hold', (entry) => (entry.id = 'a/../b')],
    ['negative attempts', (entry) => (entry.attempts = -1_000_000)],
    ['half an attempt', (entry) => (entry.unknowns = 0.5)],
    ['more renewals than any entry has had', (entry) => (entry.renewals = 1e300)],
    ['negative doubts', (entry) => (entry.doubts = -1)],
    ['doubts that are none', (entry) => (entry.doubts = null)],
    ['a key header of two lines', (entry) => (entry.keyHeader = 'X-Key\r\nHost')],
    ['a key of a thousand characters', (entry) => (entry.key = 'k'.repeat(1_000))],
    ['a transaction of half a number', (entry) => (entry.transactionId = 0.5)],
    ['a time before 1970', (entry) => (entry.sentAt = -1)],
    ['a time after 9999', (entry) => (entry.waitingSince = 8.64e15)],
    ['a state that is over', (entry) => (entry.state = 'settled')],
    ['an operator of a million letters', (entry) => (entry.operator = 'a'.repeat(1_000_000))],
    ['a shop without a name', (entry) => (entry.shop = '')],
    ['a reference to no id', (entry) => (entry.transactionOf = '')],
    ['a reference to itself', (entry) => (entry.transactionOf = entry.id)],
    ['a predecessor that is itself', (entry) => (entry.replaces = entry.id)],
    ['the id of another entry', (entry) => (entry.id = 'theirs')],
    ['a status of the air', (entry) => (entry.reply = { status: -1, headers: {}, body: 1, at: 0 })],
    ['a version that no reply gives', (entry) => (entry.latest = { etag: 'bare' })],
    [
      'a history without end',
      (entry) => (entry.history = Array<object>(100_001).fill({ at: 1, what: 'attempt' })),
    ],
    ['a file name that is no id', (_, transfer) => (transfer.file = '../../etc')],
    ['a name too much', (_, transfer) => (transfer.note = 'hello')],
    [
      'a hundred thousand entries, none of them sound',
      (_, transfer) => (transfer.entries = Array<object>(100_000).fill({})),
    ],
  ]

  it('is refused by a name where any part has not its form, and nothing is stored', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const take = createTaker(journal)
    const before = await readTables(name)
    const spoil = await createSpoiler()
    for (const [what, change] of spoilt) {
      const refusal = await take(seal(spoil(change)), { takeOver: who }).catch((error: unknown) => error)
      expect(refusal, what).toBeInstanceOf(TransferRefused)
    }
    expect(await readTables(name)).toEqual(before)
  })

  it('changes no prototype by the names of its members', async () => {
    const text = JSON.stringify(await createHandOver(['a'])).replace(
      '{"format"',
      '{"__proto__":{"polluted":1},"format"',
    )
    const take = createTaker(await shelf.open())
    await expect(take(seal(JSON.parse(text)))).rejects.toBeInstanceOf(TransferRefused)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each<[string, Change, string]>([
    ['its field', (entry) => (entry.attempts = -5), 'entries[0].attempts: expected a whole number from 0'],
    ['what is unknown', (entry) => (entry.place = 1), 'entries[0].place: expected no field of this name'],
    ['its entry', (entry) => (entry.id = 'theirs'), 'entries[1] (theirs): expected an id that no other'],
    ['its release', (_, transfer) => (transfer.format = 4), 'A newer release wrote the file'],
  ])('is refused by the name of %s', async (_, change, words) => {
    const spoil = await createSpoiler()
    const take = createTaker(await shelf.open())
    await expect(take(seal(spoil(change)))).rejects.toThrow(words)
  })

  it('with ids of ours overwrites nothing of ours, and says which clash', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    for (const id of ['queued', 'settled', 'moved'])
      await ring(journal, 'associate', { Card: id }, { id, createdAt: start - 9 })
    await handOverAll(journal, { ...head, file: freshName() })
    await ring(journal, 'associate', { Card: 'S' }, { id: 's', createdAt: start - 9 })
    await sendAll(journal, 'acknowledged')
    const before = await readTables(name)
    const report = await createTaker(journal)(seal(await createHandOver(['moved', 's', 'new'])))
    expect(report).toMatchObject({ imported: 1, clashing: ['moved', 's'] })
    await expectUntouched(name, before)
  })

  it('does not replace what we handed over by another operation of the same name and time', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('moved', 10), { id: 'moved', createdAt: start })
    await handOverAll(journal, { ...head, file: freshName() })
    const before = await readTables(name)
    const report = await createTaker(journal)(seal(await createHandOver(['moved'])))
    expect(report).toMatchObject({ imported: 0, clashing: ['moved'] })
    await expectUntouched(name, before)
  })

  it('of odd but sound entries is taken in, set aside or shown, and the loop goes on', async () => {
    const odd: Record<string, unknown>[] = [
      { transactionOf: 'a' },
      { transactionOf: 'nobody' },
      { replaces: 'a' },
      { attempts: 1_000_000, unknowns: 1_000_000, renewals: 1_000_000, doubts: 1_000_000 },
      { movedFrom: { state: 'settled' } },
      { movedFrom: { state: 'parked', reason: 'moved' } },
      { shop: '<img src=x onerror=alert(1)>', operator: '\u202e' },
      { sentAt: 0, waitingSince: 253_402_300_799_999 },
      { reply: { status: 999, headers: JSON.parse('{"__proto__":"x"}') as object, body: '<b>', at: 0 } },
    ]
    const transfer = await createHandOver(odd.map((_, index) => `a${index}`))
    odd.forEach((facts, index) => Object.assign(transfer.entries[index] ?? {}, facts))
    const journal = await shelf.open()
    const other = await ring(journal, 'associate', { Card: 'O' })
    const report = await createTaker(journal)(seal(transfer))
    expect(report).toMatchObject({ imported: odd.length })
    for (const { createdAt, history } of report.entries)
      for (const at of [createdAt, ...history.map((one) => one.at)]) at.toISOString()
    await createRuns(journal).run()
    expect(await standingOf(journal, other.id)).toBe('settled')
    expect(await journal.list({ limit: 100 })).toHaveLength(odd.length + 1)
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: odd.length + 1 })
  })

  it('with anything in any place is refused by a name or comes in whole', async () => {
    const sound = await createHandOver(['a', 'b'])
    const places = Object.keys(sound.entries[0] ?? {})
    const name = freshName()
    const journal = await shelf.open(name)
    const take = createTaker(journal)
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.jsonValue(),
        fc.boolean(),
        async (place, value, isCopy) => {
          count += 1
          const entries = sound.entries.map((entry, index) => ({
            ...entry,
            id: `${entry.id}-${count}`,
            ...(index === 0 && { [place]: value }),
          }))
          const before = await readTables(name)
          const how = { allowDuplicate: who, ...(isCopy && { takeOver: who }) }
          try {
            await take(seal({ ...sound, kind: isCopy ? 'copy' : 'hand-over', entries }), how)
          } catch (error) {
            expect(error).toBeInstanceOf(TransferRefused)
            expect(await readTables(name)).toEqual(before)
          }
          await expectUntouched(name, { bodies: before.bodies ?? [], history: before.history ?? [] })
        },
      ),
      { ...chance, numRuns: 15 },
    )
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })
})
