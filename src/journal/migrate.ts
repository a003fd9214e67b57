import {
  array,
  boolean,
  enums,
  type Infer,
  literal,
  number,
  object,
  optional,
  string,
  union,
} from 'superstruct'
import { Conditions } from '../domain/conditions.js'
import { operationKinds } from '../domain/endpoints.js'
import { entryStates, parkReasons } from '../domain/entry.js'
import { findFingerprints } from '../domain/fingerprints.js'
import { pickGiven } from '../domain/given.js'
import { is } from '../domain/is.js'
import { findLanes, findReadings, laneOfCard } from '../domain/lanes.js'
import { Reply } from '../domain/outcome.js'
import { readMoment } from '../domain/issue-date.js'
import {
  type BodyRow,
  type EntryRow,
  type HistoryRow,
  isSoundBody,
  isSoundEntry,
  lanesBehind,
  type ReceiptRow,
  recount,
  rowFormat,
} from './store/index.js'
import {
  labelOf,
  markLine,
  markOrigin,
  openBody,
  sealBody,
  type Store,
  type Vault,
  sealSetting,
} from './seal/index.js'
import { fingerprintText, laneAfter } from './queue/index.js'

// Format 1 kept bodies, replies and card codes in clear. Its rows are sealed here in batches, each in one
// transaction; after an interruption the work continues with the remaining rows of format 1.

const EntryRow1 = object({
  v: literal(1),
  place: number(),
  id: string(),
  kind: enums(operationKinds),
  state: enums(entryStates),
  reason: optional(enums(parkReasons)),
  lanes: optional(array(string())),
  dueAt: optional(number()),
  isFirm: optional(boolean()),
  attempts: number(),
  unknowns: number(),
  renewals: number(),
  sentAt: optional(number()),
  refusedAt: optional(number()),
  key: optional(string()),
  conditions: optional(union([literal('latest'), Conditions])),
  transactionOf: optional(string()),
  replaces: optional(string()),
  replacedBy: optional(string()),
  shop: string(),
  terminal: string(),
  operator: optional(string()),
  codes: array(string()),
  amount: optional(number()),
  createdAt: number(),
  settledAt: optional(number()),
})
type EntryRow1 = Infer<typeof EntryRow1>

const BodyRow1 = object({
  v: literal(1),
  id: string(),
  body: string(),
  rungUp: optional(string()),
  reply: optional(Reply),
})
type BodyRow1 = Infer<typeof BodyRow1>

interface Migrated {
  entry: EntryRow
  body: BodyRow
  lines: HistoryRow[]
  receipt: ReceiptRow | undefined
}

const migratedAtOnce = 20

/** Converts every row of an older release to the present format. */
export async function migrate(store: Store): Promise<void> {
  const { database } = store
  const { entries } = database
  let after = -Infinity
  for (;;) {
    const rows = await entries.where(':id').above(after).limit(migratedAtOnce).toArray()
    if (rows.length === 0) break
    await migrateBatch(store, rows)
    after = rows.at(-1)?.place ?? Infinity
  }
  await recount(database)
  await finish(store)
}

/** Rows that belong to no entry are converted in the last step, once. */
async function finish({ database, vault }: Store): Promise<void> {
  const { settings, validators } = database
  const [setup, known] = await Promise.all([settings.get('worker'), validators.toArray()])
  const [sealed, marked] = await Promise.all([
    // If the setup cannot be sealed, the worker waits for the setup of the next page.
    setup && sealSetting(vault, 'worker', setup.value).catch(() => undefined),
    Promise.all(known.map(async (row) => ({ ...row, card: await vault.mark(laneOfCard(row.card)) }))),
  ])
  await database.transaction('rw', [settings, validators], async () => {
    if (!(await settings.get('formatBehind'))) return
    await validators.clear()
    await Promise.all([
      validators.bulkPut(marked),
      sealed ? settings.put(sealed) : settings.delete('worker'),
      settings.delete('formatBehind'),
    ])
  })
}

async function migrateBatch(store: Store, rows: readonly EntryRow[]): Promise<void> {
  const { database } = store
  const { entries, bodies, history, receipts } = database
  const old = (rows as unknown[]).filter((row) => is(row, EntryRow1))
  const migrated = (await Promise.all(old.map((row) => migrateEntry(store, row)))).filter(
    (one) => one !== undefined,
  )
  if (migrated.length === 0) return
  await database.transaction('rw', [entries, bodies, history, receipts], async () => {
    const current = await entries.bulkGet(migrated.map(({ entry }) => entry.place))
    // Another tab may have converted a row already; each row is written once.
    const due = migrated.filter((_, index) => (current[index] as { v: number } | undefined)?.v === 1)
    await Promise.all([
      entries.bulkPut(due.map(({ entry }) => entry)),
      bodies.bulkPut(due.map(({ body }) => body)),
      history.bulkPut(due.flatMap(({ lines }) => lines)),
      receipts.bulkPut(due.flatMap(({ receipt }) => receipt ?? [])),
    ])
  })
}

/** A row that cannot be read is left as it is, and is shown as unreadable. */
async function migrateEntry(
  { database, vault, reader }: Store,
  row: EntryRow1,
): Promise<Migrated | undefined> {
  const { id, kind } = row
  const [body, lines, receipt] = await Promise.all([
    database.bodies.get(id) as Promise<unknown>,
    database.history.where('id').equals(id).sortBy('n'),
    database.receipts.where('id').equals(id).first(),
  ])
  const request = is(body, BodyRow1) ? readObject(body.body) : undefined
  if (!is(body, BodyRow1) || !request) return undefined
  const [sealed, told, lanes, codes, prints] = await Promise.all([
    migrateBody(vault, kind, body),
    vault.mark(fingerprintText(kind, body.rungUp ?? body.body)),
    row.lanes && Promise.all(row.lanes.map((lane) => markLane(vault, lane))),
    Promise.all(findReadings(kind, request, reader).map((card) => vault.mark(laneOfCard(card)))),
    Promise.all(findFingerprints(kind, request, reader).map(vault.mark)),
  ])
  const { settledAt, ...facts } = row
  const endedAt = row.state === 'voided' ? lines.at(-1)?.at : settledAt
  const entry = {
    ...facts,
    v: rowFormat,
    codes,
    prints,
    told,
    ...(lanes && { lanes, waitingSince: row.createdAt }),
    ...(endedAt !== undefined && { endedAt, personalSince: endedAt }),
  } as const
  return {
    body: sealed,
    receipt: receipt && migrateReceipt(receipt),
    ...(await chainOld(vault, entry, lines)),
  }
}

/** The lane behind an entry contains only that entry's id, which is no secret. */
function markLane(vault: Vault, lane: string): Promise<string> {
  return lane.startsWith(laneAfter('')) ? Promise.resolve(lane) : vault.mark(lane)
}

function migrateReceipt(receipt: ReceiptRow): ReceiptRow {
  const issuedAt = receipt.issueDate === undefined ? undefined : readMoment(receipt.issueDate)
  return { ...receipt, v: rowFormat, ...(issuedAt !== undefined && { issuedAt }) }
}

async function migrateBody(vault: Vault, kind: EntryRow['kind'], body: BodyRow1): Promise<BodyRow> {
  const { id, reply } = body
  const [sealed, sealedReply] = await Promise.all([
    sealBody(vault, id, kind, body.body),
    reply && vault.seal(labelOf(id, 'reply'), JSON.stringify(reply)),
  ])
  return { ...sealed, ...(sealedReply && { reply: sealedReply }) }
}

/** The existing lines are chained unchanged; later alterations are noticed. */
async function chainOld(
  vault: Vault,
  row: Omit<EntryRow, 'origin' | 'head' | 'lines'>,
  lines: readonly HistoryRow[],
): Promise<Pick<Migrated, 'entry' | 'lines'>> {
  const origin = await markOrigin(vault, row)
  let head = origin
  const chained: HistoryRow[] = []
  for (const line of lines) {
    const facts = pickGiven(line, ['by', 'reason', 'outcome', 'status', 'detail'])
    const { n, id, at, what } = line
    head = await markLine(vault, head, { at, what, ...facts })
    chained.push({ v: rowFormat, n, id, at, what, ...facts, hash: head })
  }
  return { entry: { ...row, origin, head, lines: chained.length }, lines: chained }
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // A row whose body is no JSON stays as it is, and is shown as unreadable.
    return undefined
  }
}

// Version 2 had no lane of a transaction: its unresolved entries get the present lanes and fingerprints too.

const relanedAtOnce = 50

/** Adds the present lanes and fingerprints to every unresolved entry of an older release. */
export async function relane(store: Store): Promise<void> {
  const { settings, entries } = store.database
  let after = -Infinity
  for (;;) {
    const rows = await entries.where(':id').above(after).limit(relanedAtOnce).toArray()
    if (rows.length === 0) break
    await relaneBatch(store, rows)
    after = rows.at(-1)?.place ?? Infinity
  }
  await settings.delete(lanesBehind)
}

interface Marks {
  lanes: string[]
  prints: string[]
}

async function relaneBatch(store: Store, rows: readonly EntryRow[]): Promise<void> {
  const { entries } = store.database
  const marks = await Promise.all(rows.map((row) => findMarks(store, row)))
  await store.database.transaction('rw', entries, async () => {
    const current = await entries.bulkGet(rows.map(({ place }) => place))
    const due = current.flatMap((row, index) => {
      const found = marks[index]
      return row?.lanes && found ? [addMarks(row, row.lanes, found)] : []
    })
    await entries.bulkPut(due)
  })
}

function addMarks(row: EntryRow, lanes: readonly string[], found: Marks): EntryRow {
  return {
    ...row,
    lanes: [...new Set([...lanes, ...found.lanes])],
    prints: [...new Set([...row.prints, ...found.prints])],
  }
}

/** The marks of an entry; undefined if it has ended or cannot be read. */
async function findMarks({ database, vault, reader }: Store, row: EntryRow): Promise<Marks | undefined> {
  if (!isSoundEntry(row) || !row.lanes) return undefined
  try {
    const body: unknown = await database.bodies.get(row.id)
    if (!isSoundBody(body)) return undefined
    const request = JSON.parse(await openBody(vault, body)) as object
    const [lanes, prints] = await Promise.all([
      Promise.all(findLanes(row.kind, request, reader).map(vault.mark)),
      Promise.all(findFingerprints(row.kind, request, reader).map(vault.mark)),
    ])
    return { lanes, prints }
  } catch {
    // The claim parks an entry that cannot be read as unreadable.
    return undefined
  }
}
