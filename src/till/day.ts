import type { DayReport } from '../domain/day.js'
import { InvalidOptions } from '../domain/errors.js'
import type { FieldFailure } from '../domain/validate.js'
import type { DeskDeps } from './ring.js'

/** The figures of the operations saved from `from` until just before `to`. */
export async function reportDay(
  { journal, clock }: Pick<DeskDeps, 'journal' | 'clock'>,
  { from, to }: { from: Date; to: Date },
): Promise<DayReport> {
  const failures = [...findDateFailures('from', from), ...findDateFailures('to', to)]
  if (failures.length === 0 && to <= from)
    failures.push({ path: 'to', expected: 'a moment after from', found: to.toISOString() })
  if (failures.length > 0) throw new InvalidOptions(failures, 'day')
  return journal.readDay({ from, to, at: new Date(clock.now()) })
}

function findDateFailures(path: string, given: unknown): FieldFailure[] {
  const isMoment = given instanceof Date && Number.isFinite(given.getTime())
  return isMoment ? [] : [{ path, expected: 'a moment', found: 'something else' }]
}
