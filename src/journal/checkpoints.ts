import { readAges } from './ages.js'
import {
  deletedRow,
  findLatest,
  findWorn,
  type LogState,
  nameSegment,
  readDeleted,
  readSegments,
  readState,
  stateRow,
  type Worn,
} from './log.js'
import { type Database, type EntryRow, findById, type HistoryRow, readPruned } from './store/index.js'
import {
  addLeaves,
  type AuditContent,
  type Audited,
  auditEntry,
  auditFormat,
  createSigningKey,
  describeKey,
  emptyTree,
  rootOf,
  signHead,
  type SigningKey,
  type Store,
} from './seal/index.js'

/** Who signs, and when. */
export interface SigningFacts {
  shop: string
  terminal: string
  at: number
  /** For how many days retention keeps what has ended. */
  settledDays: number
}

/** A signed checkpoint, and the public key that it is checked with. */
export interface SignedCheckpoint {
  note: string
  key: string
}

/** So many changed entries are signed at once, and so many changes are due to be signed. */
const batch = 256

/** Another tab may sign at the same time; each attempt begins with what that tab has written. */
const attemptsMax = 5

/** Whether enough has changed since the last checkpoint for the next one. */
async function isCheckpointDue({ database }: Store): Promise<boolean> {
  const { entries, history } = database
  const [state, place, line] = await Promise.all([
    readState(database),
    entries.orderBy(':id').lastKey(),
    history.orderBy(':id').lastKey(),
  ])
  const { place: signedPlace = 0, line: signedLine = 0 } = state ?? {}
  // Of a journal that was signed while it was empty no place is signed.
  return Number(place ?? 0) - Math.max(signedPlace, 0) >= batch || Number(line ?? 0) - signedLine >= batch
}

/** Signs what is due, a batch at a time; waits for `rest` before each. */
export async function signDue(
  store: Store,
  facts: SigningFacts,
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  while (await isCheckpointDue(store)) {
    await rest()
    await attempt(() => signChanges(store, facts))
  }
}

/** Signs the journal as it is: whatever is new or has changed gets a record. */
export async function signCheckpoint(store: Store, facts: SigningFacts): Promise<SignedCheckpoint> {
  for (;;) {
    const { checkpoint, isMore } = await attempt(() => signChanges(store, facts))
    if (!isMore) return checkpoint
  }
}

/** Signs the whole journal, and returns all of it. */
export async function exportAudit(store: Store, facts: SigningFacts): Promise<AuditContent> {
  await signCheckpoint(store, facts)
  return attempt(() => signAll(store, facts))
}

async function attempt<Result>(work: () => Promise<Result | undefined>): Promise<Result> {
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const result = await work()
    if (result !== undefined) return result
  }
  throw new Error(`Sign the journal again: another tab signed it ${attemptsMax} times meanwhile.`)
}

interface Signed {
  checkpoint: SignedCheckpoint
  isMore: boolean
}

async function signChanges(store: Store, facts: SigningFacts): Promise<Signed | undefined> {
  const { database } = store
  const log = await readLog(database, facts)
  const [found, worn] = await Promise.all([
    findChanged(database, log.state),
    findWorn(database, log, facts.settledDays),
  ])
  const audited = await auditPlaces(store, found.places)
  const { place, line } = found
  const checkpoint = await extend(database, log, audited, facts, { place, line, worn })
  return checkpoint && { checkpoint, isMore: found.isMore }
}

async function signAll(store: Store, facts: SigningFacts): Promise<AuditContent | undefined> {
  const { database } = store
  const { entries, history, settings } = database
  const log = await readLog(database, facts)
  const places = await entries.orderBy(':id').primaryKeys()
  const line = Number((await history.orderBy(':id').lastKey()) ?? 0)
  const latest = findLatest(await readSegments(database))
  const audited: Audited[] = []
  for (let start = 0; start < places.length; start += batch)
    audited.push(...(await auditPlaces(store, places.slice(start, start + batch))))
  const changed = audited.filter(({ entry, record }) => latest.get(entry.place) !== JSON.stringify(record))
  const place = Math.max(log.state.place, places.at(-1) ?? 0)
  const checkpoint = await extend(database, log, changed, facts, { place, line })
  if (!checkpoint) return undefined
  // Another tab may have signed meanwhile: what it added is not in this file.
  const [segments, state] = await database.transaction('r', [settings], async () =>
    Promise.all([readSegments(database), readState(database)]),
  )
  const end = segments.findIndex(({ note }) => note === checkpoint.note)
  // The checkpoint says where the log began as it was signed.
  if (!state || end < 0 || state.from.size !== log.state.from.size) return undefined
  return {
    format: auditFormat,
    kind: 'audit',
    key: checkpoint.key,
    from: state.from,
    segments: segments.slice(0, end + 1),
    entries: audited.map(({ entry }) => entry),
  }
}

interface Log {
  state: LogState
  key: SigningKey
  /** The places that retention has deleted since the last checkpoint. */
  deleted: readonly number[]
  /** How many retention has deleted ever: before there is a log it notes no places. */
  pruned: number
  /** The time that retention has counted. */
  passedMs: number
}

async function readLog(database: Database, { shop, terminal }: SigningFacts): Promise<Log> {
  const { settings } = database
  const [key, state, birth, deleted, ages, pruned] = await Promise.all([
    readSigningKey(database),
    readState(database),
    settings.get('birth'),
    readDeleted(database),
    readAges(database),
    readPruned(database),
  ])
  const passedMs = ages?.counted.passedMs ?? 0
  const origin = ['counterfoil', shop, terminal, String(birth?.value)].map(encodeURIComponent).join('/')
  const fresh = { origin, ...emptyTree, place: -Infinity, line: 0, first: 0, next: 0, from: emptyTree }
  return {
    key,
    deleted,
    pruned,
    passedMs,
    state: state ?? { ...fresh, roots: [], from: { size: 0, roots: [] } },
  }
}

/** The first key that is stored is used by every tab. */
async function readSigningKey(database: Database): Promise<SigningKey> {
  const keys = database.table<SigningKey, string>('keys')
  const found = await keys.get('signing')
  if (found) return found
  const fresh = await createSigningKey()
  return database.transaction('rw', [keys], async () => {
    const first = await keys.get('signing')
    if (first) return first
    await keys.add(fresh)
    return fresh
  })
}

interface Changed {
  places: number[]
  place: number
  line: number
  isMore: boolean
}

/** The entries that are new or that have new lines of history, and the corrections of those. */
async function findChanged(database: Database, { place, line }: LogState): Promise<Changed> {
  const { entries, history } = database
  const [fresh, lines] = await Promise.all([
    entries.where(':id').above(place).limit(batch).primaryKeys(),
    history.where(':id').above(line).limit(batch).toArray(),
  ])
  const rows = await findRows(
    database,
    lines.map(({ id }) => id),
  )
  const successors = await findRows(
    database,
    rows.flatMap(({ replacedBy }) => (typeof replacedBy === 'string' ? [replacedBy] : [])),
  )
  const places = [...fresh, ...[...rows, ...successors].map((row) => row.place)]
  return {
    places: [...new Set(places)].sort((left, right) => left - right),
    place: fresh.at(-1) ?? place,
    line: lines.at(-1)?.n ?? line,
    isMore: fresh.length === batch || lines.length === batch,
  }
}

async function findRows(database: Database, ids: readonly unknown[]): Promise<EntryRow[]> {
  const texts = new Set(ids.filter((id) => typeof id === 'string'))
  const rows = await Promise.all([...texts].map((id) => findById(database, id)))
  return rows.filter((row) => row !== undefined)
}

/** Entries that retention deleted meanwhile are left out. */
async function auditPlaces({ database, vault }: Store, places: number[]): Promise<Audited[]> {
  const { entries, bodies, history } = database
  const rows = await database.transaction('r', [entries, bodies, history], async () => {
    const found = (await entries.bulkGet(places)).filter((row) => row !== undefined)
    return Promise.all(
      found.map(async (row) => {
        // A damaged row may have no id to find the others by.
        const id: unknown = row.id
        if (typeof id !== 'string') return { row, body: undefined, lines: [] as HistoryRow[] }
        const [body, lines] = await Promise.all([bodies.get(id), history.where('id').equals(id).sortBy('n')])
        return { row, body, lines }
      }),
    )
  })
  return Promise.all(rows.map((each) => auditEntry(vault, each)))
}

/** Adds records and signs them; undefined if another tab signed or retention deleted meanwhile. */
async function extend(
  database: Database,
  { state, key, deleted, pruned, passedMs }: Log,
  changed: readonly Audited[],
  { at, shop, terminal }: SigningFacts,
  { worn, ...reached }: Pick<LogState, 'place' | 'line'> & { worn?: Worn },
): Promise<SignedCheckpoint | undefined> {
  const fresh = [
    ...deleted.map((place) => ({ place, deleted: true })),
    ...changed.map(({ record }) => record),
    { at, shop, terminal, from: (worn ?? state).from.size },
  ].map((record) => JSON.stringify(record))
  const records = [...(worn?.carried ?? []), ...fresh]
  const tree = await addLeaves(state, records)
  const { origin } = state
  const note = await signHead(key, { origin, size: tree.size, root: await rootOf(tree) })
  const grown = { ...state, ...reached, size: tree.size, roots: [...tree.roots], next: state.next + 1 }
  const after = { ...grown, ...(worn && { first: state.first + worn.count, from: worn.from }) }
  const { settings } = database
  const isWritten = await database.transaction('rw', [settings], async () => {
    const [present, gone] = await Promise.all([readState(database), readPruned(database)])
    if ((present?.size ?? 0) !== state.size || gone !== pruned) return false
    await settings.bulkPut([
      { name: stateRow, value: after },
      { name: deletedRow, value: [] },
      { name: nameSegment(state.next), value: { records, note, passedMs } },
    ])
    for (let number = state.first; number < after.first; number += 1)
      await settings.delete(nameSegment(number))
    return true
  })
  return isWritten ? { note, key: await describeKey(origin, key) } : undefined
}
