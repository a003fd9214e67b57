import { operationKinds } from '../domain/endpoints.js'
import { dropTransaction } from '../domain/transaction.js'
import type { AuditContent, AuditEntry, EntryRecord, UnreadableAuditEntry } from '../journal/seal/index.js'
import { erasePersonal, hashClean, hashEntry } from '../journal/seal/index.js'
import { findUnlawful } from './changes.js'
import type { Finding } from './finding.js'
import { idsOf, type Ledger, type PlacedRecord } from './ledger.js'

type Given = AuditContent['entries'][number]

/** What the log tells of entries, compared with the entries that are there. */
export async function checkEntries(ledger: Ledger, entries: readonly Given[]): Promise<Finding[]> {
  const ids = new Set(entries.map(({ id }) => id))
  const idOfPlace = new Map(entries.map(({ place, id }) => [place, id]))
  const entryOfPlace = new Map(entries.map((entry) => [entry.place, entry]))
  const placeOfId = new Map(
    [...ledger].flatMap(([place, records]) => idsOf(records).map((id) => [id, place])),
  )
  const seen = new Set<number>()
  const findings: Finding[] = []
  for (const [index, entry] of entries.entries()) {
    const { place, id } = entry
    const before = entries[index - 1]
    const signedPlace = placeOfId.get(id) ?? place
    const isMoved = signedPlace !== place
    if (seen.has(place) || (isMoved && idOfPlace.get(signedPlace) === id)) {
      findings.push({ deed: 'added', place, id, detail: 'it is there twice' })
      continue
    }
    seen.add(place)
    if (before && before.place > place)
      findings.push({ deed: 'reordered', place, id, detail: `it stands after ${before.id}` })
    const finding = isMoved
      ? ({ deed: 'reordered', detail: `it was signed at place ${signedPlace}` } as const)
      : await checkEntry(entry, ledger.get(place)?.at(-1))
    if (finding) findings.push({ place, id, ...finding })
  }
  for (const [place, records] of ledger) {
    const unfilled = await hashUnfilled(entryOfPlace.get(place))
    findings.push(...findUnlawful(records, unfilled).map((detail) => ({ ...detail, place })))
    const last = records.at(-1)
    if (last && 'id' in last && !idOfPlace.has(place) && !ids.has(last.id))
      findings.push({ deed: 'removed', place, id: last.id, detail: 'retention did not delete it' })
  }
  return findings
}

/** The hash of an entry's body without its transaction, without personal data. */
async function hashUnfilled(entry: Given | undefined): Promise<string | undefined> {
  if (!entry || 'unreadable' in entry) return undefined
  const kind = operationKinds.find((one) => one === entry.facts.kind)
  try {
    const text = dropTransaction(entry.body)
    const body = entry.personalSalt !== undefined && kind ? erasePersonal(kind, text) : text
    return (await hashClean(entry.salt, { body })).cleanBody
  } catch {
    // A body that was altered may be no JSON any more.
    return undefined
  }
}

type Unplaced = Pick<Finding, 'deed' | 'detail'> & Partial<Finding>

async function checkEntry(entry: Given, record: PlacedRecord | undefined): Promise<Unplaced | undefined> {
  if (!record) return { deed: 'added', detail: 'it is not in the log' }
  if (!('id' in record)) return { deed: 'added', detail: 'it is there, though retention deleted it' }
  if (record.id !== entry.id) return { deed: 'altered', id: record.id, detail: `its id is ${entry.id}` }
  const part = await findAltered(entry, record)
  return part === undefined ? undefined : { deed: 'altered', detail: `${part} differs` }
}

/** The first part of an entry that is not as it was signed. */
async function findAltered(
  entry: Given,
  record: EntryRecord | UnreadableAuditEntry,
): Promise<string | undefined> {
  if ('unreadable' in entry || 'unreadable' in record)
    return 'unreadable' in entry && 'unreadable' in record ? undefined : 'whether it can be read'
  const made = await hashEntry(entry)
  const isErased = record.body === undefined
  if (made.origin !== record.origin) return 'what was entered (kind, shop, terminal, operator, time, amount)'
  if (made.facts !== record.facts) return 'its state, or another fact'
  if (made.history.length !== record.history.length) return 'the length of its history'
  const line = made.history.findIndex((hash, index) => hash !== record.history[index])
  if (line >= 0) return `line ${line + 1} of its history`
  if (isErased) return findAlteredRest(entry, record)
  if (made.body !== record.body) return 'its body'
  return made.reply === record.reply && (entry.reply === undefined) === (record.reply === undefined)
    ? undefined
    : 'its reply'
}

/** Of erased data, what was to stay is compared as it is. */
async function findAlteredRest(entry: AuditEntry, record: EntryRecord): Promise<string | undefined> {
  if (entry.personalSalt !== undefined) return 'whether its personal data was erased'
  const { cleanBody, cleanReply } = await hashClean(entry.salt, entry)
  if (cleanBody !== record.cleanBody) return 'its body'
  return cleanReply === record.cleanReply ? undefined : 'its reply'
}
