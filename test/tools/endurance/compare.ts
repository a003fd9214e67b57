import { isDeepStrictEqual } from 'node:util'
import { findLanes } from '../../../src/domain/lanes.js'
import type { OperationKind } from '../../../src/domain/models.js'

/** An operation that the till confirmed as saved. */
export interface ConfirmedOperation {
  till: string
  marker: string
  kind: OperationKind
  request: object
  /** The till itself completes it with the transaction of another. */
  isCompleted?: boolean
}

/** An entry as it stands in the end; its place is its place in the list. */
export interface KeptOperation {
  till: string
  marker: string
  kind: OperationKind
  state: string
  request: object
  /** How often the journal says that it may have left the till. */
  attempts: number
  /** When a person had it sent again, and how often it left from then on; without any it is all one. */
  resent?: readonly { at: number; attempts: number }[]
}

export interface AppliedOperation {
  marker: string
  body: object
}

export interface ArrivedOperation {
  marker: string
  bodyText: string
  /** By the service's clock; all at once if missing. */
  at?: number
}

export interface Books {
  confirmed: readonly ConfirmedOperation[]
  /** Rung up by a page that was lost before it could tell. */
  unheard?: ReadonlySet<string>
  kept: readonly KeptOperation[]
  effects: readonly AppliedOperation[]
  arrivals: readonly ArrivedOperation[]
  isRepeatable: (kind: OperationKind) => boolean
}

export interface Difference {
  marker: string
  what: string
}

/** An operation that arrived more often than the journal knows: identical bytes, sent again by the browser itself. */
export interface Resend {
  marker: string
  kind: OperationKind
  attempts: number
  arrivals: number
  /** How many of those are the browser's own doing. */
  byBrowser: number
  effects: number
}

/** Lays journals and ledger side by side, entry by entry. */
export function compareBooks(books: Books): { differences: Difference[]; resends: Resend[] } {
  const kept = groupBy(books.kept)
  const effects = groupBy(books.effects)
  const arrivals = groupBy(books.arrivals)
  const confirmed = new Map(books.confirmed.map((operation) => [operation.marker, operation]))
  const rows = books.kept.map((entry) => ({
    entry,
    confirmed: confirmed.get(entry.marker),
    effects: effects.get(entry.marker) ?? [],
    arrivals: arrivals.get(entry.marker) ?? [],
  }))
  const resends = rows.flatMap(findResend)
  return {
    resends,
    differences: [
      ...books.confirmed.flatMap(({ marker }) =>
        kept.has(marker) ? [] : tell(marker, 'was confirmed as saved and lost'),
      ),
      ...[...kept].flatMap(([marker, { length }]) =>
        length > 1 ? tell(marker, `is kept ${length} times`) : [],
      ),
      ...rows.flatMap((row) => findFaults(row, books)),
      ...[...effects.keys()].flatMap((marker) =>
        kept.has(marker) ? [] : tell(marker, 'was applied and is in no journal'),
      ),
      ...findDisorder(books.kept, effects, books.effects),
    ],
  }
}

interface Row {
  entry: KeptOperation
  confirmed: ConfirmedOperation | undefined
  effects: readonly AppliedOperation[]
  arrivals: readonly ArrivedOperation[]
}

/** More arrivals between one sending and the next than the journal has attempts there. */
function findResend({ entry, effects, arrivals }: Row): Resend[] {
  const { marker, kind, attempts } = entry
  const isOneText = new Set(arrivals.map(({ bodyText }) => bodyText)).size === 1
  const byBrowser = countByBrowser(entry, arrivals)
  if (byBrowser === 0 || !isOneText) return []
  return [{ marker, kind, attempts, arrivals: arrivals.length, byBrowser, effects: effects.length }]
}

function countByBrowser({ attempts, resent = [] }: KeptOperation, arrivals: Row['arrivals']): number {
  const first = attempts - resent.reduce((sum, span) => sum + span.attempts, 0)
  const spans = [{ at: -Infinity, attempts: first }, ...resent]
  return spans.reduce((sum, { at, attempts }, index) => {
    const until = spans[index + 1]?.at ?? Infinity
    const within = arrivals.filter(({ at: arrivedAt = 0 }) => arrivedAt >= at && arrivedAt < until)
    return sum + Math.max(0, within.length - attempts)
  }, 0)
}

function findFaults(row: Row, { unheard, isRepeatable }: Books): Difference[] {
  const { entry, confirmed, effects, arrivals } = row
  const { marker, kind, state, attempts } = entry
  const faults: Difference[] = []
  if (!confirmed && !unheard?.has(marker)) faults.push(...tell(marker, 'is kept and was never rung up'))
  if (confirmed && !isSameBody(confirmed, entry.request))
    faults.push(...tell(marker, 'is kept with another body than was rung up'))
  if (
    effects.some(
      ({ body }) => !isSameBody({ request: confirmed?.request ?? entry.request, ...confirmed }, body),
    )
  )
    faults.push(...tell(marker, 'was applied with another body'))
  if (new Set(arrivals.map(({ bodyText }) => bodyText)).size > 1)
    faults.push(...tell(marker, 'arrived with different bytes'))
  if (state !== 'settled' && state !== 'voided') faults.push(...tell(marker, `is ${state} in the end`))
  if (state === 'settled' && effects.length === 0)
    faults.push(...tell(marker, `${kind} is settled and was never applied`))
  if (state === 'voided' && effects.length > 0)
    faults.push(...tell(marker, `${kind} is voided and was applied`))
  const explained = isRepeatable(kind)
    ? arrivals.length
    : 1 + findResend(row).reduce((sum, { byBrowser }) => sum + byBrowser, 0)
  if (effects.length > 1 && effects.length > explained) {
    const seen = `${attempts} attempts, ${arrivals.length} arrivals`
    faults.push(...tell(marker, `${kind} was applied ${effects.length} times (${seen})`))
  }
  return faults
}

/** In each lane of each till, what was applied was applied first in the order in which it stands in the journal. */
function findDisorder(
  kept: readonly KeptOperation[],
  byMarker: ReadonlyMap<string, readonly AppliedOperation[]>,
  effects: readonly AppliedOperation[],
): Difference[] {
  const times = new Map(
    [...byMarker].map(([marker, [first]]) => [marker, first ? effects.indexOf(first) : -1]),
  )
  const latest = new Map<string, { time: number; marker: string }>()
  const differences: Difference[] = []
  for (const { till, marker, kind, request } of kept) {
    const time = times.get(marker)
    if (time === undefined) continue
    for (const lane of findLanes(kind, request).map((name) => `${till} ${name}`)) {
      const before = latest.get(lane)
      if (before && before.time > time)
        differences.push({ marker, what: `was applied before ${before.marker}, which stands before it` })
      else latest.set(lane, { time, marker })
    }
  }
  return differences
}

const secrets = ['AuthorizationCode', 'AuthorizationPin', 'Password']

/** Secrets are erased once an operation has ended; a transaction may have been filled in. */
function isSameBody(
  { request, isCompleted }: Pick<ConfirmedOperation, 'request' | 'isCompleted'>,
  body: object,
) {
  const strip = (value: object) =>
    JSON.parse(
      JSON.stringify(value, (name, part: unknown) =>
        secrets.includes(name) || (isCompleted && name === 'TransactionID') ? undefined : part,
      ),
    ) as object
  return isDeepStrictEqual(strip(request), strip(body))
}

function tell(marker: string, what: string): Difference[] {
  return [{ marker, what }]
}

function groupBy<Item extends { marker: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.marker)
    if (group) group.push(item)
    else groups.set(item.marker, [item])
  }
  return groups
}
