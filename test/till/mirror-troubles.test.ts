import { afterEach, describe, expect, it, vi } from 'vitest'
import { countKept } from '../../src/decide/mirror.js'
import type { Till } from '../../src/index.js'
import type { MirrorStore } from '../../src/platform/mirror-store.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { createAttention } from '../../src/till/attention.js'
import { copyRows, freshName, raze, setBack } from '../support/journals.js'
import {
  browser,
  listHeads,
  listSegments,
  loseTill,
  nowhere,
  open,
  standInForFiles,
  untilCopied,
  untilKept,
  verdict,
} from '../support/lost-till.js'
import { refundOf } from '../support/models.js'
import { openNodeTill } from '../support/node-till.js'

// Files of the origin that fail once, and copies that cannot be brought back.

standInForFiles()

afterEach(() => {
  vi.restoreAllMocks()
})

async function readTurn(name: string): Promise<number> {
  const witnesses = await createWitnessStore(name).read()
  return Math.max(...witnesses.map(({ turn }) => turn))
}

async function untilWitnessedAfter(name: string, turn: number): Promise<void> {
  await vi.waitFor(async () => {
    expect(await readTurn(name)).toBeGreaterThan(turn)
  })
}

async function untilFault(till: Till, words: string): Promise<void> {
  await vi.waitFor(() => {
    expect(till.status.value.storage.fault).toContain(words)
  })
}

describe('a mirror that cannot be read at first', () => {
  it('says so, and is read at the next change: what can be brought back is named then', async () => {
    const name = await loseTill(['S-1', 'S-2'])
    browser.refusal = new DOMException('no files at present', 'UnknownError')
    const till = await open(name)
    await untilFault(till, 'UnknownError')
    expect(till.status.value.storage.kept).toBeUndefined()
    browser.refusal = undefined
    await till.refund(refundOf('another card'))
    await untilKept(till, 2)
    await vi.waitFor(async () => {
      expect(till.status.value.storage.fault).toBeUndefined()
      expect(countKept(await listSegments(name))?.operations).toBe(3)
    })
  })

  it('is not written to, and is no fault, where the browser has closed it to the site', async () => {
    browser.refusal = new DOMException('closed', 'SecurityError')
    const till = await open(freshName())
    await till.refund(refundOf('a card'))
    expect(await till.entries({})).toHaveLength(1)
    expect(till.status.value.storage.fault).toBeUndefined()
  })

  it('keeps a segment of which one read failed', async () => {
    const name = await loseTill(['S-1', 'S-2'])
    const segments = await listSegments(name)
    const failure = new DOMException('the file could not be read', 'NotReadableError')
    const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(failure)
    const till = await open(name)
    await untilFault(till, 'NotReadableError')
    reading.mockRestore()
    await till.refund(refundOf('another card'))
    await untilKept(till, 2)
    const names = (await listSegments(name)).map((segment) => segment.name)
    expect(names).toEqual(expect.arrayContaining(segments.map((segment) => segment.name)))
  })
})

describe('copies of a lost database', () => {
  it('stay when a person acknowledges the loss who was not told of them', async () => {
    const head = { v: 1, epoch: 'former', replaces: [], keys: {}, copies: [] } as const
    const segments = [{ name: 'one', head: { ...head, replaces: [], copies: [] } }]
    const remove = vi.fn(() => Promise.resolve())
    const mirror: Partial<MirrorStore> = {
      alone: (work) => work(),
      list: () => Promise.resolve({ segments, unreadable: [] }),
      remove,
    }
    const journal = {
      acknowledgeLosses: () => Promise.resolve(),
      readMirrorEnd: () => Promise.resolve({ epoch: 'present' }),
    }
    const storage = { kept: undefined as object | undefined, endLosses: vi.fn(), noteKept: vi.fn() }
    const deps = { journal, storage, mirror, clock: { now: () => 0 }, setup: { name: 'till', host: {} } }
    const attention = createAttention(deps as never, () => undefined)
    await attention.acknowledgeLosses(verdict)
    expect(remove).not.toHaveBeenCalled()
    expect(storage.endLosses).toHaveBeenCalledOnce()
    storage.kept = { operations: 1, needsKey: false }
    await attention.acknowledgeLosses(verdict)
    expect(remove).toHaveBeenCalledWith(['one'])
  })

  it('stay, and are named, where another operation has taken their id', async () => {
    const name = await loseTill(['S-1', 'S-2'])
    const till = await open(name)
    await untilKept(till, 2)
    await till.refund(refundOf('another card'), { id: 'S-1' })
    const broughtBack = { operations: 1, known: 0, damaged: 0, clashing: ['S-1'] }
    expect(await till.attention.bringBack(verdict)).toEqual(broughtBack)
    const { kept, losses } = till.status.value.storage
    expect(losses).toHaveLength(1)
    const ids = (await listSegments(name)).flatMap(({ head }) => head.copies.map(({ id }) => id))
    expect(ids).toContain('S-1')
    expect(kept?.operations).toBe(1)
    const again = { operations: 0, known: 0, damaged: 0, clashing: ['S-1'] }
    expect(await till.attention.bringBack(verdict)).toEqual(again)
    await till.attention.acknowledgeLosses(verdict)
    expect(till.status.value.storage.kept).toBeUndefined()
  })

  it('of what was handed over stand as handed over again, and a person can take them back', async () => {
    const handOver = { by: 'Eva', reason: 'the till is replaced', to: 'T9' }
    const name = await loseTill(['S-1', 'S-2'], (till) =>
      till.exportJournal('a long passphrase', { handOver }),
    )
    const till = await open(name)
    await untilKept(till, 2)
    expect(await till.attention.bringBack(verdict)).toEqual({ operations: 2, known: 0, damaged: 0 })
    const stand = await till.entries()
    expect(stand.map(({ state, ...entry }) => [state, 'reason' in entry && entry.reason])).toEqual([
      ['parked', 'moved'],
      ['parked', 'moved'],
    ])
    const lines = (await till.entry('S-1'))?.history ?? []
    expect(lines.slice(-2).map(({ what }) => what)).toEqual(['handed-over', 'imported'])
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true })
    await till.attention.takeBack('S-1', verdict)
    // Its PIN is not in the copy: a person has to look at it.
    expect(await till.entry('S-1')).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true })
  })

  it('of what was handed over stand so again too where the browser put back an older state, in which it waits', async () => {
    const name = freshName()
    const first = await open(name)
    await first.refund(refundOf('a card'), { id: 'S-1' })
    await untilCopied(name, 1)
    first.close()
    const rows = await copyRows(name)
    const before = new Set(await listHeads(name))
    const turn = await readTurn(name)
    const second = await open(name)
    const handOver = { by: 'Eva', reason: 'the till is replaced', to: 'T9' }
    await second.exportJournal('a long passphrase', { handOver })
    await untilCopied(name, 1, before)
    await untilWitnessedAfter(name, turn)
    second.close()
    await setBack(name, rows)
    const till = await open(name)
    await untilKept(till, 1)
    await vi.waitFor(async () => {
      expect(await till.entry('S-1')).toMatchObject({ state: 'parked', reason: 'unknown' })
    })
    expect(await till.attention.bringBack(verdict)).toEqual({ operations: 1, known: 0, damaged: 0 })
    expect(await till.entry('S-1')).toMatchObject({ state: 'parked', reason: 'moved' })
    const [line] = (await till.entry('S-1'))?.history.slice(-1) ?? []
    expect(line).toMatchObject({ what: 'handed-over', by: 'Ada' })
    expect(line?.detail).toMatch(/ to T9$/)
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true })
  })

  it('of what was handed over come through a second loss, and the journal is as it should be', async () => {
    const handOver = { by: 'Eva', reason: 'the till is replaced' }
    const name = await loseTill(['S-1'], (till) => till.exportJournal('a long passphrase', { handOver }))
    const till = await open(name)
    await untilKept(till, 1)
    const before = new Set(await listHeads(name))
    await till.attention.bringBack(verdict)
    await untilCopied(name, 1, before)
    till.close()
    await raze(name)
    const again = await open(name)
    await untilKept(again, 1)
    expect(await again.attention.bringBack(verdict)).toMatchObject({ operations: 1 })
    expect(await again.entry('S-1')).toMatchObject({ state: 'parked', reason: 'moved' })
    expect(await again.verifyJournal()).toMatchObject({ isIntact: true })
  })

  it('are known where the operation was handed over since it was brought back, and no file could be written', async () => {
    const name = await loseTill(['S-1', 'S-2'])
    const till = await open(name)
    await untilKept(till, 2)
    await till.refund(refundOf('another card'), { id: 'S-2' })
    browser.fullness = new DOMException('full', 'QuotaExceededError')
    expect(await till.attention.bringBack(verdict)).toMatchObject({ operations: 1, clashing: ['S-2'] })
    browser.fullness = undefined
    const handOver = { by: 'Eva', reason: 'the till is replaced' }
    await till.exportJournal('a long passphrase', { handOver })
    const again = { operations: 0, known: 1, clashing: ['S-2'] }
    expect(await till.attention.bringBack(verdict)).toMatchObject(again)
    expect(await till.entry('S-1')).toMatchObject({ state: 'parked', reason: 'moved' })
  })

  it('of one card come back in the order in which they were saved, also where the option for keys changed', async () => {
    const name = freshName()
    for (const [index, header] of ['Key-A', 'Key-B', 'Key-A'].entries()) {
      const till = await open(name, { service: { idempotencyKey: { header } } })
      // Without a PIN, which no copy has.
      const StoredValueCardCodeCollection = [{ StoredValueCardCode: 'one card' }]
      const sale = { ...refundOf('one card', index + 1), StoredValueCardCodeCollection }
      await till.refund(sale, { id: `S-${index + 1}` })
      await untilCopied(name, index + 1)
      till.close()
    }
    await raze(name)
    const till = await open(name, { service: { idempotencyKey: { header: 'Key-A' } } })
    await untilKept(till, 3)
    expect(await till.attention.bringBack(verdict)).toMatchObject({ operations: 3 })
    const line = (await till.entries()).reverse()
    expect(line.map(({ id, state }) => [id, state])).toEqual([
      ['S-1', 'queued'],
      ['S-2', 'parked'],
      ['S-3', 'queued'],
    ])
  })
})

it('a file that may have come in before the loss brings all to a person, and its report says how much', async () => {
  const passphrase = 'a long passphrase'
  const other = await openNodeTill(nowhere, { terminal: 'T2' })
  await other.refund(refundOf('a card'), { id: 'T2-1' })
  const handOver = { by: 'Eva', reason: 'closing' }
  const file = await other.exportJournal(passphrase, { handOver })
  const till = await open(await loseTill(['S-1']))
  await untilKept(till, 1)
  await till.attention.bringBack(verdict)
  expect(await till.importJournal(file, passphrase)).toMatchObject({ imported: 1, doubted: 1 })
  expect(await till.entry('T2-1')).toMatchObject({ state: 'parked', reason: 'unknown' })
  const fresh = await open(freshName())
  expect(await fresh.importJournal(file, passphrase)).toMatchObject({ imported: 1, doubted: 0 })
})
