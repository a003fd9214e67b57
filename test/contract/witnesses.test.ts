import { afterEach, describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import type { Witness } from '../../src/decide/witness.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Import } from '../../src/journal/transfer/arrival.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import { copyRows, freshName, openRaw, setBack, stateOf } from '../support/journals.js'
import { claimAll, conclude, createShelf, outcomes, ring, sendAll, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { handOver, head, plain, travel } from '../support/waiting.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

const taking = { sender: 'S01 T1', shop: 'S01', terminal: 'T1', takenAt: start }
const take = (journal: TillJournal) => journal.takeNumber(taking)
const heed = (journal: TillJournal, ...witnesses: Witness[]) => journal.heedWitnesses(witnesses, start + 500)

describe('the witness of a journal', () => {
  it('tells how it stands', async () => {
    const journal = await shelf.open(freshName())
    await ring(journal, 'refund', refundOf('A'))
    await ring(journal, 'refund', refundOf('B'))
    await take(journal)
    const first = await journal.bearWitness(start)
    expect(first).toMatchObject({ turn: 1, at: start, unresolved: 2, place: 2, losses: [] })
    expect(first.ceilings[taking.sender]).toBeGreaterThan(2)
    expect(await journal.bearWitness(start)).toEqual({ ...first, turn: 2 })
  })

  it.each(['as it is', 'damaged'])('counts what is unresolved, with a tally that is %s', async (tally) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('settled'))
    await sendAll(journal, 'acknowledged')
    await ring(journal, 'refund', refundOf('parked'))
    await sendAll(journal, 'rejected')
    await ring(journal, 'refund', refundOf('waiting'))
    // The tally has not come to this one yet.
    const { id } = await ring(journal, 'refund', refundOf('voided'))
    await journal.act(id, { tag: 'void', ...who }, start)
    const raw = await openRaw(name)
    if (tally === 'damaged') await raw.table('tallies').clear()
    raw.close()
    expect(await journal.bearWitness(start)).toMatchObject({ unresolved: 2 })
  })

  it('finds nothing wrong with the journal that it is of', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const witness = await journal.bearWitness(start)
    await ring(journal, 'refund', refundOf('A'))
    const before = await copyRows(name)
    expect(await heed(journal, witness)).toEqual([])
    expect(await copyRows(name)).toEqual(before)
  })
})

describe('a journal in the place of a lost one', () => {
  async function lose(): Promise<{ journal: TillJournal; name: string; witness: Witness; number: number }> {
    const lost = await shelf.open(freshName())
    await ring(lost, 'refund', refundOf('A'))
    const number = await take(lost)
    const witness = await lost.bearWitness(start)
    const name = freshName()
    return { journal: await shelf.open(name), name, witness, number }
  }

  it('says what is missing until a person has taken note of it, on record', async () => {
    const { journal, name, witness } = await lose()
    const loss = { how: 'replaced', recognisedAt: start + 500, knownUntil: start, missing: 1 }
    expect(await heed(journal, witness)).toEqual([loss])
    expect(await heed(journal, witness)).toEqual([loss])
    expect((await journal.bearWitness(start)).losses).toEqual([loss])
    await journal.acknowledgeLosses({ by: 'Ada', reason: 'support knows' }, start + 900)
    expect(await heed(journal, witness)).toEqual([])
    const settings = (await copyRows(name)).get('settings')
    const record = { at: start + 900, by: 'Ada', reason: 'support knows', losses: [loss] }
    expect(settings).toContainEqual(expect.objectContaining({ value: record }))
  })

  it('gives out no receipt number that the lost one may have given out', async () => {
    const { journal, witness, number } = await lose()
    await heed(journal, witness)
    expect(await take(journal)).toBeGreaterThan(number)
    expect(await take(journal)).toBeGreaterThanOrEqual(witness.ceilings[taking.sender] ?? Infinity)
  })

  it('does not lower a counter that is further on', async () => {
    const { journal, witness } = await lose()
    for (let count = 0; count < 60; count += 1) await take(journal)
    await heed(journal, { ...witness, ceilings: { [taking.sender]: 7 } })
    expect(await take(journal)).toBe(61)
  })

  it('recognises it once, if two tabs open at the same time', async () => {
    const { journal, name, witness } = await lose()
    const other = await shelf.open(name)
    const [one, two] = await Promise.all([heed(journal, witness), heed(other, witness)])
    expect(one).toHaveLength(1)
    expect(two).toEqual(one)
  })
})

describe('a journal that was set back', () => {
  it('lacks what was saved since, and sends nothing that may have been sent meanwhile', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const { id: waiting } = await ring(journal, 'refund', refundOf('A'))
    const rows = await copyRows(name)
    await ring(journal, 'refund', refundOf('B'))
    const witness = await journal.bearWitness(start)
    await setBack(name, rows)

    expect(await heed(journal, witness)).toMatchObject([{ how: 'set-back', missing: 1 }])
    expect(await stateOf(journal, waiting)).toBe('sending')
    expect(await journal.count()).toMatchObject({ queued: 0, sending: 1 })
    const run = await journal.begin(start + 1_000)
    expect(run.stranded).toMatchObject([{ id: waiting, sentAt: start }])
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })

  it('takes it that a key was sent when the operation was saved', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const { id: waiting } = await ring(journal, 'refund', refundOf('A'), { key: 'a-key' })
    const rows = await copyRows(name)
    const witness = await journal.bearWitness(start)
    await setBack(name, rows)
    await journal.heedWitnesses([witness], start + 500, 'Idempotency-Key')
    const run = await journal.begin(start + 1_000)
    expect(run.stranded).toMatchObject([{ id: waiting, sentAt: start, keyHeader: 'Idempotency-Key' }])
  })

  it.each([
    ['still goes under the header of its first sending', 'Idempotency-Key', 'idempotency-key'],
    ['goes under none, for it may have gone under another since', 'X-Key', undefined],
  ])('takes it that what was sent before %s', async (_, present, keyHeader) => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'), { key: 'a-key' })
    const header = 'idempotency-key'
    const by = { replay: {}, key: { header, lifetimeMs: 1_000_000 } }
    await conclude(journal, await claimAll(journal, start, 1, by), outcomes.busy, start, by)
    const rows = await copyRows(name)
    const witness = await journal.bearWitness(start)
    await setBack(name, rows)
    await journal.heedWitnesses([witness], start + 500, present)
    const { stranded } = await journal.begin(start + 1_000)
    expect(stranded.map((ticket) => ticket.keyHeader?.toLowerCase())).toEqual([keyHeader])
  })

  it('is left as it is if nothing was written since', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const { id: waiting } = await ring(journal, 'refund', refundOf('A'))
    const witness = await journal.bearWitness(start)
    await setBack(name, await copyRows(name))
    expect(await heed(journal, witness)).toEqual([])
    expect(await stateOf(journal, waiting)).toBe('queued')
  })
})

/** The next run accounts for what it finds as under way. */
async function account(journal: TillJournal): Promise<void> {
  const now = start + 1_000
  const policy = { replay: {} }
  const { number: run, stranded } = await journal.begin(now)
  const outcome = { tag: 'unrepeatable', detail: 'older data was put back' } as const
  const decisions = stranded.map((ticket) => decide(ticket, outcome, { policy, now, random: 0.5 }))
  await journal.turn({ policy, run, decisions, slots: 0, now })
}

describe('what a person decided before an older state came back', () => {
  it.each(['rejected', 'conflict', 'expired'] as const)(
    'is open again where it was %s: it may have been sent again since',
    async (outcome) => {
      const name = freshName()
      const journal = await shelf.open(name)
      const { id } = await ring(journal, 'refund', refundOf('A'))
      await sendAll(journal, outcome)
      const rows = await copyRows(name)
      await journal.act(id, { tag: 'send-again', ...who }, start)
      expect(await sendAll(journal, 'acknowledged')).toEqual([id])
      const witness = await journal.bearWitness(start)
      await setBack(name, rows)

      await heed(journal, witness)
      expect(await journal.count()).toMatchObject({ parked: 0, sending: 1 })
      expect(await journal.verify()).toMatchObject({ isIntact: true })
      await account(journal)
      expect(await stateOf(journal, id)).toBe('parked/unknown')
      expect((await journal.find(id))?.history.at(-1)).toMatchObject({ what: 'not-repeated' })
      expect(await journal.verify()).toMatchObject({ isIntact: true })
    },
  )

  it('waits for a person again where a hand-over is taken back that may have been taken back since', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    const { id } = await ring(journal, 'refund', refundOf('A'), { key: 'a-key' })
    await handOver(journal)
    const rows = await copyRows(name)
    const takeBack = () => journal.act(id, { tag: 'take-back', ...who }, start)
    await takeBack()
    expect(await sendAll(journal, 'acknowledged')).toEqual([id])
    const witness = await journal.bearWitness(start)
    await setBack(name, rows)

    await heed(journal, witness)
    await account(journal)
    expect(await stateOf(journal, id)).toBe('parked/moved')
    await takeBack()
    expect(await stateOf(journal, id)).toBe('parked/unknown')
    expect((await claimAll(journal)).claimed).toEqual([])
    expect(await journal.verify()).toMatchObject({ isIntact: true })
  })

  it('is left to a newer release where that one wrote the row', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'))
    await ring(journal, 'refund', refundOf('B'))
    await sendAll(journal, 'rejected')
    await ring(journal, 'refund', refundOf('C'))
    const raw = await openRaw(name)
    await raw.table('entries').toCollection().modify({ v: 9 })
    raw.close()
    const rows = await copyRows(name)
    const witness = await journal.bearWitness(start)
    await setBack(name, rows)
    expect(await heed(journal, witness)).toMatchObject([{ how: 'set-back' }])
    expect((await copyRows(name)).get('entries')).toEqual(rows.get('entries'))
  })
})

describe('what was handed over before an older state came back, in which it waits', () => {
  const own: Import = { ...plain, takeOver: who, isOwn: true }

  /** A till in which one waits that was handed over since, and the copy that tells of it. */
  async function returnToWaiting(): Promise<{ journal: TillJournal; id: string; copies: Transfer }> {
    const name = freshName()
    const journal = await shelf.open(name)
    const { id } = await ring(journal, 'refund', refundOf('A'))
    const rows = await copyRows(name)
    await handOver(journal, 'file-1')
    const copies = travel(await journal.copyUnsettled({ ...head(freshName()), kind: 'copy' }))
    const witness = await journal.bearWitness(start)
    await setBack(name, rows)
    await heed(journal, witness)
    return { journal, id, copies }
  }

  it('stands as handed over once its copy is brought back', async () => {
    const { journal, id, copies } = await returnToWaiting()
    await account(journal)
    expect(await journal.importTransfer(copies, own)).toEqual({ imported: 1, skipped: 0 })
    expect(await stateOf(journal, id)).toBe('parked/moved')
    expect((await journal.find(id))?.history.at(-1)).toMatchObject({
      what: 'handed-over',
      detail: 'file-1',
      ...who,
    })
    expect(await journal.verify()).toMatchObject({ isIntact: true })
    expect(await journal.importTransfer(copies, own)).toEqual({ imported: 0, skipped: 1 })
  })

  it('stays taken back, for a person to check, where its copy is brought back once more', async () => {
    const { journal, id, copies } = await returnToWaiting()
    await account(journal)
    await journal.importTransfer(copies, own)
    await journal.act(id, { tag: 'take-back', ...who }, start)
    expect(await journal.importTransfer(copies, own)).toEqual({ imported: 0, skipped: 1 })
    expect(await stateOf(journal, id)).toBe('parked/unknown')
  })

  it('is named, so that its copy stays, while it is found as under way', async () => {
    const { journal, id, copies } = await returnToWaiting()
    expect(await journal.importTransfer(copies, own)).toEqual({ imported: 0, skipped: 1, clashing: [id] })
    expect(await stateOf(journal, id)).toBe('sending')
  })
})
