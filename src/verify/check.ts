import { validate } from 'superstruct'
import { AuditContent } from '../journal/seal/index.js'
import { checkEntries } from './entries.js'
import type { Finding } from './finding.js'
import { groupRecords, idsOf, type PlacedRecord } from './ledger.js'
import { checkLog } from './log.js'

/** What the check is made against. */
export interface CheckOptions {
  /** Checkpoints that were kept apart from the journal. */
  checkpoints?: readonly string[]
  /** The public key of the till, if it was kept apart. */
  key?: string | undefined
}

/** The result of a check: the journal is as it was signed if there are no findings. */
export interface CheckReport {
  /** The log that the journal says it is: shop, terminal and birth certificate of its database. */
  origin: string
  key: string
  /** When the file was written, by the till's clock. */
  at?: Date
  findings: readonly Finding[]
  entries: number
  /** The ids of the entries that retention deleted. */
  deleted: readonly string[]
  /** Those of them whose end is in no checkpoint, since they ended and were deleted between two. */
  unseen: readonly string[]
  /** Of how many entries retention erased the personal data. */
  erased: number
  /** How many checkpoints kept apart were compared, and how many are older than the log. */
  compared: number
  older: number
}

/** Checks the content of an audit file against its own log and what was kept apart of it. */
export async function checkJournal(
  content: unknown,
  { checkpoints = [], key }: CheckOptions = {},
): Promise<CheckReport> {
  const [error, audit] = validate(content, AuditContent)
  if (error) {
    const where = error.path.length === 0 ? 'the file' : error.path.join('.')
    return { ...nothing, findings: [{ deed: 'altered', detail: `${where} is not as a till writes it` }] }
  }
  const log = await checkLog(audit, checkpoints, key)
  const ledger = groupRecords(log.records)
  const last = [...ledger.values()].map((records) => records.at(-1))
  return {
    origin: log.origin,
    key: audit.key,
    ...(log.last && { at: new Date(log.last.at) }),
    findings: [...log.findings, ...(await checkEntries(ledger, audit.entries))],
    entries: audit.entries.length,
    deleted: [...ledger.values()].flatMap(listDeleted),
    unseen: [...ledger.values()].filter((records) => !records.some(isEnded)).flatMap(listDeleted),
    erased: last.filter((record) => record && 'ended' in record && record.body === undefined).length,
    compared: log.compared,
    older: log.older,
  }
}

const nothing = { origin: '', key: '', entries: 0, deleted: [], unseen: [], erased: 0, compared: 0, older: 0 }

function isEnded(record: PlacedRecord): boolean {
  return 'ended' in record && record.ended
}

/** The id of an entry that retention deleted; of one that was never in this log there is no more to tell. */
function listDeleted(records: readonly PlacedRecord[]): string[] {
  const [named] = idsOf(records)
  const last = records.at(-1)
  return last && 'deleted' in last && named !== undefined ? [named] : []
}
