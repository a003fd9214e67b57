import type { Exposure } from '../../decide/limits.js'
import type { HistoryLine } from '../../decide/decide.js'
import { OwnError } from '../../domain/error-name.js'
import { InvalidOperation } from '../../domain/errors.js'
import { type Amount, changeSum } from '../../domain/money.js'
import {
  addAll,
  catchUp,
  commit,
  type CounterRow,
  type Database,
  findById,
  findMismatch,
  finiteOf,
  getAll,
  putAll,
  type Store,
} from './below.js'
import {
  decideAdmission,
  findForAdmission,
  type Found,
  type Guard,
  readWhole,
  TallyUnknown,
  type Whole,
} from './admit.js'
import { advanceCounters, findUsed, type ReachedNumbers, type UsedNumber } from './numbers.js'
import { addLaneAfter, type Draft, type PreparedDraft } from './prepare.js'
import { addLanesAfter, findReference, type Reference } from './references.js'

// New entries that wait for the one writer are written by one transaction: a commit costs as much for a hundred of
// them as for one. Each is still decided by itself, and sees those before it.

/** An operation with all its rows, and what it must pass. */
export interface NewEntry {
  draft: Draft
  prepared: PreparedDraft
  guard: Guard
  notes: readonly HistoryLine[]
}

/** Resolves with its place when the entry is committed; rejects if it was refused or not written. */
export type WriteNew = (entry: NewEntry) => Promise<number>

/** Another operation has this id. */
export class IdTaken extends OwnError {}

interface Waiting {
  entry: NewEntry
  resolve: (place: number) => void
  reject: (error: unknown) => void
}

/** A long transaction would let the operations after it wait. */
const groupMax = 100

/** The tally is moved on after so many new entries: checking limits reads it and those beyond it. */
const [uncountedMax, uncountedMaxLimited] = [200, 16]

/** Writes new entries, one transaction at a time. One that comes alone is written at once. */
export function createWriteNew(store: Store, numbers: ReachedNumbers): WriteNew {
  const waiting: Waiting[] = []
  const memory: Memory = { numbers }
  let isWriting = false
  // The first saving shows how far the tally has come: another tab or an import may have added many.
  let uncounted = uncountedMax

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, groupMax)
      const saved = await writeGroup(store, memory, group)
      if (saved === 0) continue
      uncounted += saved
      const isLimited = group.some(({ entry }) => hasLimits(entry))
      if (uncounted < (isLimited ? uncountedMaxLimited : uncountedMax)) continue
      const moved = await catchUp(store.database, () => waiting.length > 0)
      memory.reached = moved?.reached
      // A tally that is still behind goes on after the next saving.
      uncounted = moved?.isAll === false ? uncountedMax : 0
    }
    isWriting = false
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      if (!isWriting) void writeAll()
    })
}

/** What the writer knows from one group to the next. */
interface Memory {
  /** A place that the tally has reached. */
  reached?: number | undefined
  numbers: ReachedNumbers
}

function hasLimits({ guard: { limits } }: NewEntry): boolean {
  return Object.keys(limits).length > 0
}

/** Returns how many were saved. Never rejects: each entry's own call is told what became of it. */
async function writeGroup(store: Store, memory: Memory, group: readonly Waiting[]): Promise<number> {
  const [first, ...others] = group
  if (!first) return 0
  try {
    const outcomes = await write(
      store,
      memory,
      group.map(({ entry }) => entry),
    )
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index]
      if (typeof outcome === 'number') resolve(outcome)
      else reject(outcome)
    }
    return outcomes.filter((outcome) => typeof outcome === 'number').length
  } catch (error) {
    let saved = 0
    // An entry that cannot be written takes no other down: each is written by itself.
    if (others.length > 0) for (const one of group) saved += await writeGroup(store, memory, [one])
    else first.reject(error)
    return saved
  }
}

/** What a group's transaction has read before it decides. */
interface Known {
  mismatch: Awaited<ReturnType<typeof findMismatch>>
  /** The counters that may have to move behind a number. */
  counters: readonly CounterRow[]
  /** The entries that others of the group refer to. */
  references: readonly Reference[]
  each: readonly KnownOfOne[]
}

interface KnownOfOne extends Found {
  isTaken: boolean
}

/** Reads, decides and writes in one transaction; returns each entry's place, or why it was refused. */
async function write(store: Store, memory: Memory, group: readonly NewEntry[]): Promise<(Error | number)[]> {
  try {
    return await writeRows(store, memory, group)
  } catch (error) {
    if (!(error instanceof TallyUnknown)) throw error
    memory.reached = undefined
    return writeRows(store, memory, group)
  }
}

async function writeRows(
  store: Store,
  { reached, numbers }: Memory,
  group: readonly NewEntry[],
): Promise<(Error | number)[]> {
  const { database } = store
  const unsure = listUsed(group).filter((used) => !numbers.isBeyond(used))
  const isAtOnce = group.length === 1 && (reached !== undefined || !group.some(hasLimits))
  const outcomes = await database.transaction('rw', listTables(group, unsure), async () => {
    const reading = readKnown(store, group, reached, unsure)
    // Rows that cannot be added undo the transaction before its reads are waited for.
    reading.catch(() => undefined)
    // One alone is written while that is read, but not before, so that it does not find itself; a refusal undoes it.
    const early = isAtOnce && addNew(database, group)
    const known = await reading
    const refusals = decideGroup(group, known)
    const [refusal] = refusals
    if (isAtOnce && refusal) throw refusal
    const passed = group.filter((_, index) => !refusals[index])
    const added = (early || addNew(database, passed)).values()
    changeOthers(database, passed, known, unsure)
    commit()
    return refusals.map((one) => one ?? added.next().value)
  })
  return outcomes.map((one) => (one instanceof Error ? one : Number(one?.result)))
}

/** A transaction waits for fewer others if it names fewer tables. */
function listTables(group: readonly NewEntry[], unsure: readonly UsedNumber[]): string[] {
  const prepared = group.map((entry) => entry.prepared)
  return [
    'settings',
    'entries',
    'bodies',
    ...(group.some(hasLimits) ? ['tallies'] : []),
    ...(prepared.some(({ lines }) => lines.length > 0) ? ['history'] : []),
    ...(unsure.length > 0 ? ['counters'] : []),
  ]
}

/** All that is read is asked for together. */
async function readKnown(
  { database, service }: Store,
  group: readonly NewEntry[],
  reached: number | undefined,
  unsure: readonly UsedNumber[],
): Promise<Known> {
  const { counters } = database
  const senders = unique(unsure.map(({ sender }) => sender))
  const referred = unique(group.map(({ draft }) => draft.transactionOf))
  let whole: Promise<Whole> | undefined
  const [mismatch, counterRows, references, ...each] = await Promise.all([
    findMismatch(database, service ?? {}),
    getAll(counters, senders),
    Promise.all(referred.map((id) => findReference(database, id))),
    ...group.map(async ({ draft, prepared, guard, notes }): Promise<KnownOfOne> => {
      const [found, taken] = await Promise.all([
        findForAdmission(
          database,
          prepared.entry,
          guard,
          { notes },
          () => (whole ??= readWhole(database, reached)),
        ),
        // The index of ids refuses a single entry; in a group that would undo the others.
        group.length > 1 ? findById(database, draft.id) : undefined,
      ])
      return { ...found, isTaken: taken !== undefined }
    }),
  ])
  const isThere = <Row>(row: Row | undefined): row is Row => row !== undefined
  return {
    mismatch,
    counters: counterRows.filter(isThere),
    references: references.filter(isThere),
    each,
  }
}

function unique(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined))]
}

/** Decides in order; each entry sees those before it that are not refused. */
function decideGroup(
  group: readonly NewEntry[],
  { mismatch, references, each }: Known,
): (Error | undefined)[] {
  const passed: NewEntry[] = []
  return group.map((entry, index) => {
    const found = each[index]
    const refusal =
      !found || mismatch ? mismatch?.(entry.draft.kind) : decideOne(entry, found, passed, references)
    if (!refusal) passed.push(entry)
    return refusal
  })
}

function decideOne(
  { draft, prepared, guard }: NewEntry,
  found: KnownOfOne,
  earlier: readonly NewEntry[],
  references: readonly Reference[],
): Error | undefined {
  const { id, kind, transactionOf, createdAt } = draft
  const isOfGroup = (other: string) => earlier.some((entry) => entry.draft.id === other)
  const isKnown = (other: string) => isOfGroup(other) || references.some((row) => row.id === other)
  if (transactionOf !== undefined && !isKnown(transactionOf))
    return new InvalidOperation(kind, [
      { path: 'extra.transactionOf', expected: 'the id of an entry', found: 'no such entry' },
    ])
  if (found.isTaken || isOfGroup(id)) return new IdTaken(`${id} is in use`)
  const { entry } = prepared
  const before = earlier.map((one) => one.prepared.entry)
  const { exposure } = found
  const isAlike = ({ prints }: PreparedDraft['entry']) => prints.some((print) => entry.prints.includes(print))
  const seen = {
    alike: found.alike && [...found.alike, ...before.filter(isAlike)],
    exposure: exposure && before.reduce(addToExposure, exposure),
  }
  return decideAdmission(entry, seen, guard, { now: createdAt })
}

/** The sums with an entry that the same transaction writes. */
function addToExposure(
  exposure: Exposure,
  { amount, lanes = [], createdAt }: PreparedDraft['entry'],
): Exposure {
  const { total, count, byCard, oldestAt = createdAt } = exposure
  const add = (sum: Amount) => changeSum(String(sum), finiteOf(amount), [])
  return {
    total: add(total),
    count: count + 1,
    byCard: new Map([...byCard].map(([card, sum]) => [card, lanes.includes(card) ? add(sum) : sum])),
    oldestAt: Math.min(oldestAt, createdAt),
  }
}

/** Adds new entries; one that another refers to gets the lane of that. */
function addNew(database: Database, passed: readonly NewEntry[]): IDBRequest<IDBValidKey>[] {
  const referred = new Set(passed.flatMap(({ draft }) => draft.transactionOf ?? []))
  return addRows(
    database,
    passed.map(({ prepared }) => ({
      ...prepared,
      entry: referred.has(prepared.entry.id)
        ? addLaneAfter(prepared.entry, prepared.entry.id)
        : prepared.entry,
    })),
  )
}

/** Adds the rows of entries; their places are in the requests once the transaction has ended. */
export function addRows(database: Database, all: readonly PreparedDraft[]): IDBRequest<IDBValidKey>[] {
  const added = addAll(
    database.entries,
    all.map(({ entry }) => entry),
  )
  addAll(
    database.bodies,
    all.map(({ body }) => body),
  )
  addAll(
    database.history,
    all.flatMap(({ lines }) => lines),
  )
  return added
}

function listUsed(passed: readonly NewEntry[]): UsedNumber[] {
  return passed.flatMap(({ prepared }) => findUsed(prepared.entry))
}

/** Writes what is rarely needed: the lanes of entries referred to, and a counter behind a number from outside. */
function changeOthers(
  database: Database,
  passed: readonly NewEntry[],
  { counters, references }: Known,
  unsure: readonly UsedNumber[],
): void {
  const referred = new Set(passed.flatMap(({ draft }) => draft.transactionOf ?? []))
  putAll(database.entries, addLanesAfter(references.filter(({ id }) => referred.has(id))))
  const used = listUsed(passed).filter(({ sender, number }) =>
    unsure.some((one) => one.sender === sender && one.number === number),
  )
  putAll(database.counters, advanceCounters(counters, used))
}
