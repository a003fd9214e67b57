import { isMoment } from '../../domain/fields.js'
import type { UnusedNumber } from '../../domain/receipt.js'
import { type Database, keyOfNumber, readUnfiled } from './below.js'

/** Numbers that were taken but not used, oldest first. */
export async function listUnusedNumbers(database: Database): Promise<UnusedNumber[]> {
  const { numbers, entries, settings } = database
  const [rows, unfiled] = await database.transaction('r', [numbers, entries, settings], async () => [
    await numbers.toArray(),
    await readUnfiled(database),
  ])
  const used = new Set(unfiled.flatMap(({ receipt }) => keyOfNumber(receipt).map(String)))
  return rows
    .filter(({ sender, number }) => !used.has(String([sender, number])))
    .sort((left, right) => left.takenAt - right.takenAt)
    .map(({ sender: _, takenAt, ...row }) => ({ ...row, takenAt: new Date(isMoment(takenAt) ? takenAt : 0) }))
}
