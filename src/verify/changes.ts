import type { EntryRecord } from '../journal/seal/index.js'
import type { Finding } from './finding.js'
import type { PlacedRecord } from './ledger.js'

/**
 * The changes from one record of a place to the next that no till makes. `unfilled` is the hash of the body as it was
 * before the transaction was filled in for which it waited; undefined where that cannot be told.
 */
export function findUnlawful(
  records: readonly PlacedRecord[],
  unfilled: string | undefined,
): Pick<Finding, 'deed' | 'id' | 'detail'>[] {
  return records.flatMap((record, index) => {
    const before = records[index - 1]
    const finding = before && findUnlawfulStep(before, record, unfilled)
    return finding ? [finding] : []
  })
}

function findUnlawfulStep(
  before: PlacedRecord,
  after: PlacedRecord,
  unfilled: string | undefined,
): Pick<Finding, 'deed' | 'id' | 'detail'> | undefined {
  if (!('id' in before))
    return { deed: 'added', detail: 'it was signed again after retention had deleted it' }
  const { id } = before
  // It may have ended and been deleted since the last checkpoint: the report tells which did.
  if (!('id' in after)) return undefined
  if (after.id !== id) return { deed: 'altered', id, detail: `its id became ${after.id}` }
  if ('unreadable' in before) return undefined
  if ('unreadable' in after) return { deed: 'altered', id, detail: 'it could not be read any more' }
  const part = findChangedPart(before, after, unfilled)
  return part === undefined
    ? undefined
    : { deed: 'altered', id, detail: `${part} changed between two checkpoints` }
}

function findChangedPart(
  before: EntryRecord,
  after: EntryRecord,
  unfilled: string | undefined,
): string | undefined {
  if (before.origin !== after.origin) return 'what was entered'
  if (before.history.some((hash, index) => after.history[index] !== hash)) return 'its past history'
  const isFilled = !before.ended && before.cleanBody === unfilled && before.cleanBody !== after.cleanBody
  const isBodySame = before.cleanBody === after.cleanBody && !isRestored(before.body, after.body)
  if (!isFilled && !isBodySame) return 'its body'
  if (!before.ended) return undefined
  if (!after.ended || before.facts !== after.facts) return 'the end of it'
  const isReplySame = before.cleanReply === after.cleanReply && !isRestored(before.reply, after.reply)
  return isReplySame ? undefined : 'its reply'
}

/** Personal data may go, and does not come back. */
function isRestored(before: string | undefined, after: string | undefined): boolean {
  return after !== undefined && before !== after
}
