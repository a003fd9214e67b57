import { afterEach, describe, expect, it } from 'vitest'
import type { Seal } from '../../src/journal/transfer/export.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, dayMs, handOverAll, readTables, ring, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { openWaitingOf, statesOf } from '../support/waiting.js'

const head = (file: string) => ({ file, shop: 'S01', terminal: 'T1', at: start }) as const
const plain = { policy: { replay: {} }, now: start }
const handOver = (journal: TillJournal) => handOverAll(journal, head(freshName()))
/** As it comes out of a file. */
const travel = (transfer: Transfer) => JSON.parse(JSON.stringify(transfer)) as Transfer

const shelf = createShelf()
afterEach(shelf.closeAll)
const openWaiting = (name?: string) => openWaitingOf(shelf, name)

describe('the file of a hand-over', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const give = (journal: TillJournal, seal: Seal, file = freshName()) =>
    journal.handOver({ ...head(file), kind: 'hand-over' }, who, seal)

  it('that cannot be sealed moves nothing', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    const before = await readTables(name)
    const sealing = give(journal, () => Promise.reject(new Error('the page was closed')))
    await expect(sealing).rejects.toThrow('the page was closed')
    expect(await readTables(name)).toEqual(before)
  })

  it('is there before anything is moved, and can be had again after the page was closed', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    const states: Record<string, string>[] = []
    const told = await give(
      journal,
      async (transfer) => {
        states.push(await statesOf(journal))
        return bytesOf(JSON.stringify(transfer))
      },
      'file-1',
    )
    expect(Object.values(states[0] ?? {})).not.toContain('parked: moved')
    journal.close()
    const again = await shelf.open(name)
    expect(await again.listHandOvers()).toEqual([
      { file: 'file-1', at: start, ...who, moved: 5, bytes: told.length },
    ])
    expect(await again.readHandOver('file-1')).toEqual(told)
    const other = await shelf.open()
    const file = JSON.parse(new TextDecoder().decode(told)) as Transfer
    expect(await other.importTransfer(file, plain)).toEqual({ imported: 5, skipped: 0 })
  })

  it('is sealed anew where a person voids an operation while it is sealed', async () => {
    const journal = await openWaiting()
    let seals = 0
    const told = await give(journal, async (transfer) => {
      seals += 1
      if (seals === 1) await journal.act('second', { tag: 'void', ...who }, start)
      return bytesOf(JSON.stringify(transfer))
    })
    const { entries } = JSON.parse(new TextDecoder().decode(told)) as Transfer
    expect(seals).toBe(2)
    expect(entries.map(({ id }) => id)).not.toContain('second')
    expect(await statesOf(journal)).toMatchObject({ second: 'voided', free: 'parked: moved' })
  })

  it('is refused, and nothing moved, where each of its seals is overtaken', async () => {
    const journal = await openWaiting()
    const ids = ['unknown', 'rejected', 'second']
    const sealing = give(journal, async (transfer) => {
      await journal.act(ids.shift() ?? '', { tag: 'void', ...who }, start)
      return bytesOf(JSON.stringify(transfer))
    })
    await expect(sealing).rejects.toMatchObject({ code: 'transfer-refused' })
    expect(Object.values(await statesOf(journal))).not.toContain('parked: moved')
    expect(await journal.listHandOvers()).toEqual([])
  })

  it('leaves what was rung up while it was sealed where it is', async () => {
    const journal = await openWaiting()
    const told = await give(journal, async (transfer) => {
      await ring(journal, 'refund', refundOf('Z'), { id: 'late' })
      return bytesOf(JSON.stringify(transfer))
    })
    expect(new TextDecoder().decode(told)).not.toContain('late')
    expect(await statesOf(journal)).toMatchObject({ late: 'queued', free: 'parked: moved' })
  })

  it('goes with the last entry that is taken back, and not before', async () => {
    const journal = await openWaiting()
    await give(journal, () => Promise.resolve(bytesOf('sealed')), 'file-1')
    const ids = (await journal.list()).map(({ id }) => id)
    for (const id of ids.slice(1)) await journal.act(id, { tag: 'take-back', ...who }, start)
    expect(await journal.listHandOvers()).toMatchObject([{ file: 'file-1', moved: 1 }])
    await journal.act(ids[0] ?? '', { tag: 'take-back', ...who }, start)
    await expect(journal.readHandOver('file-1')).rejects.toThrow('for the hand-over file-1')
    expect(await journal.listHandOvers()).toEqual([])
  })

  it('goes when all of it comes back in a file of the other till', async () => {
    const journal = await openWaiting()
    const file = travel(await handOver(journal))
    const other = await shelf.open()
    await other.importTransfer(file, plain)
    await journal.importTransfer(travel(await handOver(other)), plain)
    expect(await journal.listHandOvers()).toEqual([])
  })

  it('is deleted once a named person confirms that it arrived, and no retention deletes it before', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    await give(journal, () => Promise.resolve(bytesOf('sealed')), 'file-1')
    for (const days of [100, 1_000])
      await journal.tidy({ settledDays: 1, personalDays: 1 }, start + days * dayMs)
    expect(await journal.readHandOver('file-1')).toEqual(bytesOf('sealed'))
    await journal.acknowledgeHandOver('file-1', who, start + 5)
    await journal.acknowledgeHandOver('file-1', { by: 'Ugo', reason: 'again' }, start + 6)
    await expect(journal.readHandOver('file-1')).rejects.toThrow('a person confirmed that it arrived')
    expect(await journal.listHandOvers()).toEqual([
      { file: 'file-1', at: start, ...who, moved: 5, acknowledged: { at: start + 5, ...who } },
    ])
    expect((await readTables(name)).handOvers).toMatchObject([{ file: 'file-1' }])
    expect(JSON.stringify((await readTables(name)).handOvers)).not.toContain('blob')
    expect(await journal.verify()).toMatchObject({ isIntact: true, entries: 5 })
  })

  it('that nobody knows is refused by name', async () => {
    const journal = await openWaiting()
    const refused = { code: 'transfer-refused' }
    await expect(journal.readHandOver('file-1')).rejects.toMatchObject(refused)
    await expect(journal.acknowledgeHandOver('file-1', who, start)).rejects.toMatchObject(refused)
  })

  it('of nothing is not stored', async () => {
    const journal = await shelf.open()
    await give(journal, () => Promise.resolve(bytesOf('empty')))
    expect(await journal.listHandOvers()).toEqual([])
  })

  it('whose row was damaged is listed still, and refused by name', async () => {
    const name = freshName()
    const journal = await openWaiting(name)
    await give(journal, () => Promise.resolve(bytesOf('sealed')), 'file-1')
    const raw = await openRaw(name)
    await raw.table('handOvers').put({ file: 'file-1', at: 'yesterday', blob: 'text' })
    raw.close()
    expect(await journal.listHandOvers()).toEqual([{ file: 'file-1', at: 0, by: '', reason: '', moved: 5 }])
    await expect(journal.readHandOver('file-1')).rejects.toThrow('damaged')
  })
})
