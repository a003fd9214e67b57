import type { HistoryItem, ListedEntry, OutcomeTag } from '../../index.js'

/** The four signs in which the picture groups all outcomes. */
export type Sign = 'done' | 'unknown' | 'refused' | 'later'

/** A period of waiting, of being parked or of an attempt. An attempt without a sign is still in flight. */
export interface Stretch {
  kind: 'waiting' | 'parked' | 'attempt'
  from: number
  until: number
  sign?: Sign
}

export type PointKind = 'rung-up' | 'parked' | 'person' | 'settled' | 'voided'

/** An event at one time. */
export interface Point {
  kind: PointKind
  at: number
}

/** The life of one operation as periods and events, oldest first. */
export interface Lane {
  id: string
  from: number
  until: number
  stretches: Stretch[]
  points: Point[]
}

/** The times at which operations were seen in flight, oldest first; the journal stores only the end of an attempt. */
export type Sightings = ReadonlyMap<string, readonly number[]>

const signs: Record<OutcomeTag, Sign> = {
  acknowledged: 'done',
  'found-applied': 'done',
  unacknowledged: 'unknown',
  'not-the-service': 'unknown',
  failed: 'unknown',
  silent: 'unknown',
  interrupted: 'unknown',
  rejected: 'refused',
  conflict: 'refused',
  precondition: 'refused',
  unauthorized: 'refused',
  misconfigured: 'refused',
  unreferenced: 'refused',
  unreadable: 'refused',
  expired: 'refused',
  unrepeatable: 'refused',
  busy: 'later',
  unsent: 'later',
  'found-absent': 'later',
}

/** The sign of an outcome. */
export function outcomeToSign(outcome: OutcomeTag): Sign {
  return signs[outcome]
}

/** The outcomes of attempts that never left the till, which are not drawn. */
const unsentTags: readonly OutcomeTag[] = ['unreferenced', 'unreadable', 'expired', 'unrepeatable', 'unsent']

/** Whether a line of the history stands for a request that was sent. */
export function isAttempt({ what, outcome }: HistoryItem): boolean {
  if (what !== 'attempt' && what !== 'recovery') return false
  return outcome === undefined || !unsentTags.includes(outcome)
}

const personal: readonly HistoryItem['what'][] = [
  'limit-overridden',
  'duplicate-allowed',
  'take-back',
  'handed-over',
  'send-again',
  'mark-applied',
  'amend',
  'void',
  'show-cards',
  'look-up',
]

/** Creates the lane of an operation; undefined if its beginning is not known. */
export function entryToLane(entry: ListedEntry, sightings: Sightings, now: number): Lane | undefined {
  const { id, createdAt, history } = entry
  if (!createdAt) return undefined
  const seen = sightings.get(id) ?? []
  const from = Math.min(createdAt.getTime(), ...history.map(({ at }) => at.getTime()))
  const isOver = entry.state === 'settled' || entry.state === 'voided'
  const last = history.at(-1)?.at.getTime() ?? from
  const end = entry.state === 'settled' ? Math.max(entry.settledAt?.getTime() ?? last, last) : last
  const until = isOver ? end : Math.max(now, last)
  return {
    id,
    from,
    until,
    stretches: [...drawPast(entry, seen, from), ...drawPresent(entry, seen, last, until)],
    points: listPoints(entry, from, end),
  }
}

/** The periods between one line of the history and the next. */
function drawPast({ history }: ListedEntry, seen: readonly number[], from: number): Stretch[] {
  return history.flatMap((item, index) => {
    const before = index === 0 ? from : (history[index - 1]?.at.getTime() ?? from)
    const at = item.at.getTime()
    const kind = wasParked(history, index - 1) ? 'parked' : 'waiting'
    if (!isAttempt(item)) return keep({ kind, from: before, until: at })
    const left = findDeparture(seen, before, at) ?? at
    const sign = outcomeToSign(item.outcome ?? 'interrupted')
    return [
      ...keep({ kind, from: before, until: left }),
      { kind: 'attempt' as const, from: left, until: at, sign },
    ]
  })
}

/** The periods since the last line of the history. */
function drawPresent(
  { state }: ListedEntry,
  seen: readonly number[],
  last: number,
  until: number,
): Stretch[] {
  switch (state) {
    case 'queued':
      return keep({ kind: 'waiting', from: last, until })
    case 'parked':
      return keep({ kind: 'parked', from: last, until })
    case 'sending': {
      const left = findDeparture(seen, last, until) ?? until
      return [...keep({ kind: 'waiting', from: last, until: left }), { kind: 'attempt', from: left, until }]
    }
    case 'settled':
    case 'voided':
      return []
  }
}

function keep(stretch: Stretch): Stretch[] {
  return stretch.until > stretch.from ? [stretch] : []
}

function findDeparture(seen: readonly number[], after: number, until: number): number | undefined {
  return seen.filter((at) => at >= after && at <= until).at(-1)
}

/** Whether the entry was parked before its next line: only a parked entry can be sent again or marked as applied. */
function wasParked(history: readonly HistoryItem[], index: number): boolean {
  const [item, next] = [history[index], history[index + 1]]
  if (!item || !next || item.what === 'rung-up') return false
  if (['send-again', 'mark-applied', 'take-back', 'resolved'].includes(next.what)) return true
  const sign = item.outcome && outcomeToSign(item.outcome)
  return (next.what === 'void' || next.what === 'amend') && (sign === 'unknown' || sign === 'refused')
}

function listPoints({ state, history }: ListedEntry, from: number, end: number): Point[] {
  const points = history.flatMap((item, index): Point[] => {
    const at = item.at.getTime()
    const isParked = wasParked(history, index) || (state === 'parked' && index === history.length - 1)
    return [
      ...(personal.includes(item.what) ? [{ kind: 'person' as const, at }] : []),
      ...(isParked ? [{ kind: 'parked' as const, at }] : []),
    ]
  })
  const isOver = state === 'settled' || state === 'voided'
  return [{ kind: 'rung-up', at: from }, ...points, ...(isOver ? [{ kind: state, at: end }] : [])]
}

/** All times that the picture must show. */
export function lanesToMoments(lanes: readonly Lane[]): number[] {
  return lanes.flatMap(({ from, until, stretches, points }) => [
    from,
    until,
    ...stretches.flatMap((stretch) => [stretch.from, stretch.until]),
    ...points.map(({ at }) => at),
  ])
}
