import { endpointOf } from '../../domain/endpoints.js'
import { entryStates, isUnresolved } from '../../domain/entry.js'
import {
  type BodyRow,
  countAll,
  type Database,
  type EntryRow,
  fingerprintText,
  type HistoryRow,
  isNewer,
  isSoundBody,
  isSoundEntry,
  isSoundLine,
  labelOf,
  markLine,
  markOrigin,
  openBody,
  readDoubtedUpTo,
  readFiledUpTo,
  readKeptTally,
  type Store,
  type Vault,
} from './below.js'
import { readDerivation } from './derivation.js'
import { compareDerived } from './derived.js'

/** The first alteration found. */
export interface Alteration {
  table: 'entries' | 'bodies' | 'history' | 'receipts' | 'tallies'
  /** The entry that it belongs to. */
  id?: string
  /** The line of that entry's history, counted from one. */
  line?: number
  what: string
}

/**
 * The result of the verification: `entries` is the number of entries checked, and `notCovered` names the facts of an
 * entry whose alteration would not be noticed.
 */
export type Verification = { entries: number; notCovered: readonly string[] } & (
  { isIntact: true } | { isIntact: false; altered: Alteration }
)

/** Facts that neither the chain nor the body covers. */
const neverCovered = [
  'place',
  'reason',
  'dueAt',
  'isFirm',
  'firmSince',
  'waitingSince',
  'sentAt',
  'refusedAt',
  'endedAt',
  'personalSince',
  'unknowns',
  'doubts',
  'renewals',
  'conditions',
  'keyHeader',
  'transactionOf',
  'transactionId',
  'replacedBy',
  'isBare',
  'movedFrom',
]

/** These are not covered for entries that have ended, whose body is incomplete, and for those of an older release. */
const sometimesCovered = ['lanes', 'prints']

const batch = 200

/** Checks the chain of every entry from its first line to its last, in order of place. */
export async function verify(store: Store): Promise<Verification> {
  const { database } = store
  const [{ after: derivedAfter }, doubtedUpTo] = await Promise.all([
    readDerivation(database),
    readDoubtedUpTo(database),
  ])
  let entries = 0
  let isAllCompared = true
  let after = -Infinity
  for (;;) {
    const rows = await database.entries.where(':id').above(after).limit(batch).toArray()
    if (rows.length === 0) break
    for (const { altered, isCompared } of await Promise.all(
      rows.map((row) => verifyEntry(store, row, { derivedAfter, doubtedUpTo })),
    )) {
      entries += 1
      isAllCompared &&= isCompared
      if (altered) return { isIntact: false, entries, notCovered: namesOf(isAllCompared), altered }
    }
    after = rows.at(-1)?.place ?? Infinity
  }
  const altered = await verifyCounts(database)
  const coverage = { entries, notCovered: namesOf(isAllCompared) }
  return altered ? { isIntact: false, ...coverage, altered } : { isIntact: true, ...coverage }
}

function namesOf(isAllCompared: boolean): readonly string[] {
  return isAllCompared ? neverCovered : [...neverCovered, ...sometimesCovered]
}

interface Found {
  altered?: Alteration | undefined
  /** Whether lanes and fingerprints could be compared. */
  isCompared: boolean
}

interface Bounds {
  /** Lanes and fingerprints are compared of the entries after this place. */
  derivedAfter: number
  /** What was parked up to this place may be under way: the database was set back. */
  doubtedUpTo: number
}

async function verifyEntry(
  store: Store,
  row: EntryRow,
  { derivedAfter, doubtedUpTo }: Bounds,
): Promise<Found> {
  const { database, vault } = store
  // Only the newer release can verify a row that it wrote.
  if (isNewer(row)) return { isCompared: false }
  const { id } = row
  if (!isSoundEntry(row))
    return {
      altered: { table: 'entries', id, what: 'it does not have the expected form' },
      isCompared: false,
    }
  // The rows of an entry are read together, so that a turn in between does not look like an alteration.
  const { entries, bodies, history, receipts, settings } = database
  const [now, body, lines, filed, filedUpTo] = await database.transaction(
    'r',
    [entries, bodies, history, receipts, settings],
    async () =>
      Promise.all([
        entries.get(row.place),
        bodies.get(id),
        history.where('id').equals(id).sortBy('n'),
        receipts.where('id').equals(id).first(),
        readFiledUpTo(database),
      ]),
  )
  if (!now) return { isCompared: true }
  const altered =
    (await verifyChain(vault, now, lines, doubtedUpTo)) ?? (await verifyBody(vault, now, body, lines))
  if (altered || !body || now.place <= derivedAfter) return { altered, isCompared: false }
  // Only an entry of an older release has no receipt of its own.
  const own = now.receipt ?? filed
  const kept = now.place <= filedUpTo ? [own, filed] : [own]
  const { difference, isCompared } = await compareDerived(store, { row: now, body, lines, receipts: kept })
  return { altered: difference && { ...difference, id }, isCompared: isCompared && isUnresolved(now) }
}

async function verifyChain(
  vault: Vault,
  row: EntryRow,
  lines: readonly HistoryRow[],
  doubtedUpTo: number,
): Promise<Alteration | undefined> {
  const { id, state } = row
  let head = await markOrigin(vault, row)
  if (head !== row.origin)
    return { table: 'entries', id, what: 'the operation was altered after it was saved' }
  for (const [index, line] of lines.entries()) {
    const isSound = isSoundLine(line) && line.hash === (await markLine(vault, head, line))
    if (!isSound) return { table: 'history', id, line: index + 1, what: 'it was altered or moved' }
    head = line.hash
  }
  if (lines.length < row.lines) return { table: 'history', id, line: lines.length + 1, what: 'it is missing' }
  if (lines.length > row.lines || head !== row.head)
    return { table: 'entries', id, what: 'its history was cut short or extended' }
  return isStateAfter(row, lines, doubtedUpTo)
    ? undefined
    : { table: 'entries', id, what: `its state ${state} is not where its history ends` }
}

/**
 * Whether the state matches the last line: the same, sending after queued, moved after a hand-over, or sending after
 * parked where the database was set back. What was handed over is still moved however often it is brought back from
 * its copy.
 */
function isStateAfter(
  { state, reason, place }: EntryRow,
  lines: readonly HistoryRow[],
  doubtedUpTo: number,
): boolean {
  const last = lines.at(-1)
  const isMoved = reason === 'moved'
  const mover = isMoved ? lines.filter(({ what }) => what !== 'imported').at(-1) : last
  if ((mover?.what === 'handed-over') !== isMoved) return false
  const written = last?.became ?? (last ? undefined : 'queued')
  if (written === undefined) return true
  const mayBeUnderWay = written === 'queued' || (written === 'parked' && place <= doubtedUpTo)
  return state === written || (mayBeUnderWay && state === 'sending')
}

async function verifyBody(
  vault: Vault,
  row: EntryRow,
  body: BodyRow | undefined,
  lines: readonly HistoryRow[],
): Promise<Alteration | undefined> {
  const { id } = row
  if (!body) return { table: 'bodies', id, what: 'it is missing' }
  if (!isSoundBody(body)) return { table: 'bodies', id, what: 'it does not have the expected form' }
  const { kept, secret, reply } = body
  const parts = { kept, secret, reply }
  for (const part of ['kept', 'secret', 'reply'] as const) {
    const sealed = parts[part]
    const isOpen =
      !sealed ||
      (await vault.open(labelOf(id, part), sealed).then(
        () => true,
        () => false,
      ))
    if (!isOpen) return { table: 'bodies', id, what: `its ${part} part was altered` }
  }
  if (!reply && lines.some(({ status }) => status !== undefined))
    return { table: 'bodies', id, what: 'its reply part is missing' }
  if (await isStripped(vault, row, body)) return { table: 'bodies', id, what: 'its secret part is missing' }
  return undefined
}

/** Whether needed secrets are missing: then the body is not the one that was appended. */
async function isStripped(vault: Vault, row: EntryRow, body: BodyRow): Promise<boolean> {
  const { kind, told, isBare } = row
  if (!isUnresolved(row) || isBare === true || endpointOf(kind).secrets.length === 0) return false
  return told !== (await vault.mark(fingerprintText(kind, await openBody(vault, body))))
}

/** A deleted entry is noticed by the tally, and by its body. */
async function verifyCounts(database: Database): Promise<Alteration | undefined> {
  const { entries, bodies, tallies } = database
  return database.transaction('r', [entries, bodies, tallies], async () => {
    const [sound, raw, counted, ids, owners] = await Promise.all([
      readKeptTally(database),
      tallies.get('entries'),
      countAll(database),
      entries.orderBy('id').keys(),
      bodies.toCollection().primaryKeys(),
    ])
    const known = new Set<unknown>(ids)
    const orphan = owners.find((id) => !known.has(id))
    if (orphan !== undefined) return { table: 'entries', id: orphan, what: 'it is missing' }
    const kept = sound ?? raw
    const wrong = ([...entryStates, 'amount'] as const).find((name) => kept?.[name] !== counted[name])
    return wrong === undefined
      ? undefined
      : {
          table: 'tallies',
          what: `${wrong} was kept as ${String(kept?.[wrong])}, and ${counted[wrong]} stand`,
        }
  })
}
