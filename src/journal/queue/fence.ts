import { type Database, readRunRow, type RunRow } from './below.js'

/** Ends the current run: its further writes are refused. */
export async function fenceRuns(database: Database): Promise<void> {
  const last = await readLatest(database)
  if (!last) return
  const { startedAt, beatAt } = last
  const number = numberAfter(last, startedAt)
  await database.runs.put({ name: 'replay', number, startedAt, beatAt, endedAt: beatAt, done: 0 })
}

/** A damaged number would block every later run, so the time replaces it, which no run has used. */
export function numberAfter(last: RunRow | undefined, now: number): number {
  if (!last) return 1
  const next = Number.isSafeInteger(last.number) ? last.number + 1 : NaN
  return Number.isSafeInteger(next) && next > 0 ? next : Math.trunc(now)
}

/** The row of the latest run, current or ended. */
export async function readLatest({ runs }: Database): Promise<RunRow | undefined> {
  return readRunRow(await runs.get('replay'))
}
