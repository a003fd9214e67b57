import { checkJournal, type CheckOptions, type CheckReport } from '../../src/verify/check.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { createShelf, start } from './lives.js'
import { liveOn } from './random-life.js'

export const signer = { shop: 'S01', terminal: 'T1', at: start, settledDays: 90 }

export type Audit = Awaited<ReturnType<TillJournal['exportAudit']>>

/** As it comes out of a file. */
export function asFile(audit: Audit): Audit {
  return JSON.parse(JSON.stringify(audit)) as Audit
}

export async function check(audit: unknown, options: CheckOptions = {}): Promise<CheckReport> {
  return checkJournal(JSON.parse(JSON.stringify(audit)), options)
}

/** What was found, in one line each. */
export function tell({ findings }: CheckReport): string[] {
  return findings.map(({ deed, id, place, detail }) => `${deed} ${id ?? ''} ${place ?? ''} ${detail}`)
}

/** Two states of a journal that has lived: the later goes on from the earlier. */
export interface LivedAudits {
  earlier: Audit
  later: Audit
  /** The checkpoints that were kept apart, oldest first. */
  notes: string[]
}

/** A life in which much happens, with checkpoints in between. */
export async function liveAndExport(random: () => number, steps: number): Promise<LivedAudits> {
  const shelf = createShelf()
  const journal = await shelf.open()
  try {
    const notes: string[] = []
    const live = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await liveOn(journal, random, Math.ceil(steps / 6))
        notes.push((await journal.signCheckpoint({ ...signer, at: start + notes.length })).note)
      }
    }
    await live(3)
    const earlier = asFile(await journal.exportAudit(signer))
    await live(3)
    await liveOn(journal, random, Math.ceil(steps / 6))
    return { earlier, later: asFile(await journal.exportAudit(signer)), notes }
  } finally {
    shelf.closeAll()
  }
}
