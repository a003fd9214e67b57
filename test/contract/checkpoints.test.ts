import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { retentionDefault } from '../../src/decide/retention.js'
import { openJournal } from '../../src/journal/journal.js'
import { check, signer, tell } from '../support/audits.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, dayMs, lookAtClocks, ring, sendAll, start, tidyUp } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { plainVault } from '../support/vault.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const open = async (name = freshName()) => ({ name, journal: await shelf.open(name) })

it('signs only what is new or has changed, in the format of a checkpoint', async () => {
  const { journal } = await open()
  await ring(journal, 'refund', refundOf('A'), { id: 'a' })
  const { note } = await journal.signCheckpoint(signer)
  expect(note).toMatch(
    /^counterfoil\/S01\/T1\/[\w-]+\n2\n[\w+/]{43}=\n\n— counterfoil\/S01\/T1\/[\w-]+ [\w+/=]+\n$/,
  )
  await ring(journal, 'refund', refundOf('B'), { id: 'b' })
  const second = await journal.signCheckpoint(signer)
  expect(second.note.split('\n')[1]).toBe('4')
  const audit = await journal.exportAudit(signer)
  expect(audit.segments.map(({ records }) => records.length)).toEqual([2, 2, 1, 1])
  expect(audit.entries.map(({ id }) => id)).toEqual(['a', 'b'])
  const report = await check(audit, { checkpoints: [note, second.note], key: second.key })
  expect(report).toMatchObject({ findings: [], entries: 2, compared: 2, older: 0 })
})

it('signs by itself once so many entries or lines of history are new', async () => {
  const { name, journal } = await open()
  const countSigned = async () => {
    const raw = await openRaw(name)
    const count = await raw.table('settings').where('name').startsWith('log/').count()
    raw.close()
    return count
  }
  for (let count = 0; count < 255; count += 1) await ring(journal, 'refund', refundOf(`A${count}`))
  await journal.signDue(signer)
  expect(await countSigned()).toBe(0)
  await ring(journal, 'refund', refundOf('B'))
  await journal.signDue(signer)
  await journal.signDue(signer)
  expect(await countSigned()).toBe(1)
})

it('drops records long after their entries were deleted, and stays comparable with what came after', async () => {
  const { journal } = await open()
  const sign = async (day: number) =>
    (await journal.signCheckpoint({ ...signer, at: start + day * dayMs })).note
  await ring(journal, 'refund', refundOf('A'), { id: 'old' })
  await ring(journal, 'refund', refundOf('B'), { id: 'stuck' })
  await sendAll(journal, 'silent')
  await journal.act('old', { tag: 'void', by: 'Ada', reason: 'seen to' }, start)
  await lookAtClocks(journal)
  const notes = [await sign(0), await sign(1)]
  await tidyUp(journal, start + 119 * dayMs)
  // A clock that is wrong drops nothing.
  notes.push(await sign(5_000))
  await tidyUp(journal, start + 122 * dayMs)
  await ring(journal, 'refund', refundOf('C'), { id: 'new' })
  notes.push(await sign(122), await sign(123))
  const audit = await journal.exportAudit({ ...signer, at: start + 123 * dayMs })
  expect(audit.from.size).toBe(4)
  const report = await check(audit, { checkpoints: notes })
  expect(report).toMatchObject({ findings: [], entries: 2, compared: 4, older: 1 })
})

it('still knows what is left of the records that it drops', async () => {
  const { name, journal } = await open()
  await ring(journal, 'refund', refundOf('A'), { id: 'stuck' })
  await lookAtClocks(journal)
  await journal.signCheckpoint(signer)
  await tidyUp(journal, start + 121 * dayMs)
  await journal.signCheckpoint(signer)
  const raw = await openRaw(name)
  await raw.table('entries').clear()
  raw.close()
  const audit = await journal.exportAudit(signer)
  expect(audit.from.size).toBe(2)
  expect(tell(await check(audit))).toEqual(['removed stuck 1 retention did not delete it'])
})

it('stays whole when retention erases personal data and then deletes the entry', async () => {
  const { journal } = await open()
  await ring(journal, 'refund', { ...refundOf('A'), Notes: 'call Mrs Rossi' }, { id: 'old' })
  await sendAll(journal, 'acknowledged')
  const kept = [(await journal.signCheckpoint(signer)).note]
  await lookAtClocks(journal)
  await tidyUp(journal, start + 40 * dayMs)
  const erased = await journal.exportAudit(signer)
  expect(JSON.stringify(erased)).not.toContain('Rossi')
  expect(await check(erased, { checkpoints: kept })).toMatchObject({ findings: [], erased: 1, deleted: [] })
  kept.push((await journal.signCheckpoint(signer)).note)
  await ring(journal, 'refund', refundOf('B'), { id: 'new' })
  await tidyUp(journal, start + 200 * dayMs)
  const audit = await journal.exportAudit(signer)
  expect(audit.entries.map(({ id }) => id)).toEqual(['new'])
  expect(await check(audit, { checkpoints: kept })).toMatchObject({ findings: [], deleted: ['old'] })
})

it('says of what ended and was deleted between two checkpoints that none saw it', async () => {
  const { journal } = await open()
  for (const id of ['seen', 'unseen']) {
    await ring(journal, 'refund', refundOf(id), { id })
    if (id === 'seen') await sendAll(journal, 'acknowledged')
  }
  await journal.signCheckpoint(signer)
  await sendAll(journal, 'acknowledged')
  await journal.tidy({ ...retentionDefault, settledDays: 0 }, start, start)
  const report = await check(await journal.exportAudit(signer))
  expect(report).toMatchObject({ findings: [], deleted: ['seen', 'unseen'], unseen: ['unseen'] })
})

it('gives out no salt with which erased data could be guessed', async () => {
  const { journal } = await open()
  await ring(journal, 'refund', refundOf('A'))
  await sendAll(journal, 'acknowledged')
  const [before] = (await journal.exportAudit(signer)).entries
  await journal.tidy({ ...retentionDefault, personalDays: 0 }, start, start)
  const [after] = (await journal.exportAudit(signer)).entries
  expect(before).toHaveProperty('personalSalt')
  expect(after).not.toHaveProperty('personalSalt')
  const erased = await journal.exportAudit(signer)
  const salted = { ...erased, entries: [{ ...after, personalSalt: 'any' }] }
  expect(tell(await check(salted)).join()).toContain('whether its personal data was erased differs')
})

it('names what was done to rows between two checkpoints', async () => {
  const { name, journal } = await open()
  for (const id of ['gone', 'cheaper', 'unread', 'redated', 'fine'])
    await ring(journal, 'refund', refundOf(id), { id })
  await sendAll(journal, 'acknowledged')
  const { note } = await journal.signCheckpoint(signer)
  const raw = await openRaw(name)
  await raw.table('entries').where('id').equals('gone').delete()
  await raw.table('entries').where('id').equals('cheaper').modify({ amount: 1 })
  await raw
    .table('entries')
    .where('id')
    .equals('redated')
    .modify({ endedAt: start + dayMs })
  await raw.table('bodies').delete('unread')
  raw.close()
  const report = await check(await journal.exportAudit(signer), { checkpoints: [note] })
  expect(tell(report).sort()).toEqual([
    'altered cheaper 2 what was entered changed between two checkpoints',
    'altered redated 4 the end of it changed between two checkpoints',
    'altered unread 3 it could not be read any more',
    'removed gone 1 retention did not delete it',
  ])
})

it('names an older state of the database that was put back, though it goes on', async () => {
  const { name, journal } = await open()
  await ring(journal, 'refund', refundOf('A'))
  await journal.signCheckpoint(signer)
  const raw = await openRaw(name)
  const copy = await Promise.all(
    raw.tables.map(async (table) => [table, (await table.toArray()) as object[]] as const),
  )
  await ring(journal, 'refund', refundOf('B'))
  const later = await journal.signCheckpoint(signer)
  for (const [table, rows] of copy) {
    await table.clear()
    await table.bulkPut(rows)
  }
  raw.close()
  const cut = await journal.exportAudit(signer)
  expect(tell(await check(cut, { checkpoints: [later.note] }))).toEqual([
    'rolled-back   the checkpoint of 4 records that was kept apart was signed over other records than these',
  ])
  for (const card of ['C', 'D', 'E']) await ring(journal, 'refund', refundOf(card))
  const audit = await journal.exportAudit(signer)
  expect(tell(await check(audit))).toEqual([])
  expect(tell(await check(audit, { checkpoints: [later.note] })).join()).toContain('rolled-back')
})

it('names a log that was signed anew with another key', async () => {
  const [{ journal }, { journal: other }] = [await open(), await open()]
  await ring(journal, 'refund', refundOf('A'))
  const { note, key } = await journal.signCheckpoint(signer)
  const forged = await other.exportAudit(signer)
  expect(tell(await check(forged))).toEqual([])
  expect(tell(await check(forged, { key }))).toHaveLength(1)
  expect(tell(await check(forged, { checkpoints: [note] })).join()).toContain('log-altered')
})

it('lets two tabs sign at once', async () => {
  const { name, journal } = await open()
  const { journal: other } = await open(name)
  for (let count = 0; count < 20; count += 1) await ring(journal, 'refund', refundOf(`A${count}`))
  const signed = await Promise.all([journal, other, journal].map((each) => each.signCheckpoint(signer)))
  const audit = await journal.exportAudit(signer)
  const report = await check(audit, { checkpoints: signed.map(({ note }) => note) })
  expect(report).toMatchObject({ findings: [], compared: 3, entries: 20 })
})

it('keeps records that still hold, and does not grow with the years', async () => {
  const { journal } = await open()
  for (let count = 0; count < 20; count += 1) await ring(journal, 'refund', refundOf(`A${count}`))
  await lookAtClocks(journal)
  await journal.signCheckpoint(signer)
  await tidyUp(journal, start + 130 * dayMs)
  await journal.signCheckpoint(signer)
  await journal.signCheckpoint(signer)
  expect((await journal.exportAudit(signer)).from.size).toBe(0)
  for (const { id } of await journal.list())
    await journal.act(id, { tag: 'void', by: 'Ada', reason: 'seen to' }, start)
  let kept = 0
  for (let year = 1; year <= 8; year += 1) {
    await ring(journal, 'refund', refundOf(`B${year}`))
    await sendAll(journal, 'acknowledged')
    for (const days of [1, 130, 260, 364]) {
      await tidyUp(journal, start + (year * 365 + days) * dayMs)
      await journal.signCheckpoint(signer)
      await journal.signCheckpoint(signer)
    }
    const { segments } = await journal.exportAudit(signer)
    kept = segments.reduce((sum, { records }) => sum + records.length, 0)
  }
  expect(kept).toBeLessThan(10)
})

describe('what happens while an export is read', () => {
  const settledLong = async () => {
    const meanwhile: { work?: () => Promise<unknown> } = {}
    const name = freshName()
    const other = await shelf.openPlain(name)
    const open: typeof plainVault.open = async (...given) => {
      const { work } = meanwhile
      delete meanwhile.work
      await work?.()
      return plainVault.open(...given)
    }
    const journal = await openJournal(name, { openVault: () => Promise.resolve({ ...plainVault, open }) })
    onTestFinished(journal.close)
    for (const id of ['a', 'b', 'c']) await ring(journal, 'refund', refundOf(id), { id })
    await sendAll(journal, 'acknowledged')
    await journal.signCheckpoint(signer)
    return { journal, other, meanwhile }
  }

  it('may be a deletion by retention', async () => {
    const { journal, other, meanwhile } = await settledLong()
    await lookAtClocks(other)
    meanwhile.work = () => tidyUp(other, start + 100 * dayMs)
    const audit = await journal.exportAudit(signer)
    expect(audit.entries).toEqual([])
    expect(await check(audit)).toMatchObject({ findings: [], deleted: ['a', 'b', 'c'] })
  })

  it('may be another tab’s checkpoint', async () => {
    const { journal, other, meanwhile } = await settledLong()
    const notes: string[] = []
    meanwhile.work = async () => {
      await ring(other, 'refund', refundOf('d'), { id: 'd' })
      notes.push((await other.signCheckpoint({ ...signer, at: start + 1 })).note)
    }
    const audit = await journal.exportAudit(signer)
    expect(await check(audit, { checkpoints: notes })).toMatchObject({ findings: [], compared: 1 })
  })
})
