import { connect } from '../../../src/journal/connection.js'
import { openJournal } from '../../../src/journal/journal.js'
import { prepareDraft } from '../../../src/journal/prepare.js'
import { recordedTables } from '../../../src/journal/record.js'
import { tally } from '../../../src/journal/tally.js'
import { openVault } from '../../../src/journal/vault.js'
import { clock } from '../../../src/platform/clock.js'
import { createLock } from '../../../src/platform/lock.js'
import { createRefund, fillInBatches } from './contender.js'

/** The journal's own doors, for what a host cannot ask of it. Loaded apart, so that nobody else's page carries them. */

interface Till {
  name: string
  shop: string
  terminal: string
}

/**
 * Keeps so many refunds as ringing up does, each sealed, marked and chained by the journal's own functions; only that
 * thousands share one transaction.
 */
export async function fillJournal({ name, ...till }: Till, from: number, count: number): Promise<void> {
  const { database, close } = await connect(name, { mayCreate: true, makeRoom: undefined })
  const vault = await openVault(database)
  let written: Promise<unknown> = Promise.resolve()
  await fillInBatches(from, count, async (indices) => {
    const drafts = indices.map((index) => ({
      ...till,
      id: clock.id(),
      kind: 'refund' as const,
      request: createRefund(index),
      createdAt: clock.now(),
    }))
    const prepared = await Promise.all(drafts.map((draft) => prepareDraft(vault, draft)))
    const { entries, bodies, receipts } = database
    await written
    // The next are sealed while these are written.
    written = database.transaction('rw', recordedTables(database), () =>
      Promise.all([
        entries.bulkAdd(prepared.map(({ entry }) => entry)),
        bodies.bulkAdd(prepared.map(({ body }) => body)),
        receipts.bulkAdd(prepared.flatMap(({ receipt }) => receipt ?? [])),
        tally(
          database,
          prepared.map(({ entry }) => ({ after: entry })),
        ),
      ]),
    )
  })
  await written
  close()
}

/** Turns of a run that find one operation each, mark it as being sent and open its body; no other run is let in. */
export async function claimFromJournal(name: string, count: number): Promise<number[]> {
  const journal = await openJournal(name)
  return createLock(name).hold(
    async () => {
      const { number: run } = await journal.begin(clock.now())
      const taken: number[] = []
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now()
        const { claimed } = await journal.turn({ run, decisions: [], slots: 1, now: clock.now() })
        taken.push(performance.now() - startedAt)
        if (claimed.length !== 1 || claimed.some((claim) => !('body' in claim)))
          throw new Error(`claimed ${claimed.length} in place of one that can be sent`)
      }
      return taken
    },
    () => Promise.resolve(false),
  )
}
