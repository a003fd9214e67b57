import { endpointOf } from '../../../src/domain/endpoints.js'
import { findLanes } from '../../../src/domain/lanes.js'
import type { OperationKind } from '../../../src/domain/models.js'
import type { EntryState } from '../../../src/index.js'

/** An entry as the journal has it, in order of place. */
export interface KeptEntry {
  id: string
  kind: OperationKind
  state: EntryState
  request: object
  /** What is told of it, oldest first. */
  history: readonly { what: string; outcome?: string | undefined }[]
}

export interface AppliedOperation {
  kind: OperationKind
  body: object
}

export interface ArrivedOperation {
  kind: OperationKind
  bodyText: string
  /** The connection was cut in place of an answer, so that a browser may repeat the request by itself. */
  isCut: boolean
  /** The service was told to take the same request once more. */
  isDoubled: boolean
}

export interface Books {
  kept: readonly KeptEntry[]
  /** In the service's order. */
  applied: readonly AppliedOperation[]
  arrived: readonly ArrivedOperation[]
}

/** The body without what its endpoint calls secret. */
export function withoutSecrets(kind: OperationKind, body: object): object {
  const names = endpointOf(kind).secrets.map((path) => path.split('.').at(-1))
  const text = JSON.stringify(body, (name, value: unknown) => (names.includes(name) ? undefined : value))
  return JSON.parse(text) as object
}

/**
 * Operations of one kind and body are one group: nothing else tells them apart. Secrets are erased in time, and the
 * transaction may have been filled in.
 */
function toGroup(kind: OperationKind, body: object): string {
  const text = JSON.stringify(withoutSecrets(kind, body), (name, value: unknown) => {
    if (kind === 'updateReceipt' && name === 'TransactionID') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return `${kind} ${text}`
}

interface Group {
  name: string
  kind: OperationKind
  kept: KeptEntry[]
  /** Its places in the service's order. */
  applied: number[]
  arrived: ArrivedOperation[]
}

/** What differs between the journal and the books of the service, in one line each. */
export function compareBooks(books: Books): string[] {
  const groups = gather(books)
  return [...[...groups.values()].flatMap(findFaults), ...findDisorder(books.kept, groups)]
}

function gather({ kept, applied, arrived }: Books): Map<string, Group> {
  const groups = new Map<string, Group>()
  const find = (kind: OperationKind, body: object) => {
    const name = toGroup(kind, body)
    const group = groups.get(name) ?? { name, kind, kept: [], applied: [], arrived: [] }
    groups.set(name, group)
    return group
  }
  for (const entry of kept) find(entry.kind, entry.request).kept.push(entry)
  for (const [index, { kind, body }] of applied.entries()) find(kind, body).applied.push(index)
  for (const one of arrived) find(one.kind, JSON.parse(one.bodyText) as object).arrived.push(one)
  return groups
}

function mayHaveLeft({ state, history }: KeptEntry): boolean {
  if (state === 'sending') return true
  return history.some(
    ({ what, outcome }) => what === 'recovery' || (what === 'attempt' && outcome !== 'unsent'),
  )
}

const wasDone = (entry: KeptEntry, ...acts: string[]) =>
  entry.history.filter(({ what }) => acts.includes(what)).length

function findFaults({ name, kind, kept, applied, arrived }: Group): string[] {
  const times = applied.length
  const who = `${name.slice(0, 300)} (${kept.map(({ id }) => id).join(', ')})`
  if (kept.length === 0) {
    if (times > 0) return [`was applied and is in no journal: ${who}`]
    return [`arrived and is in no journal: ${who}`]
  }
  const left = kept.filter(mayHaveLeft).length
  const acknowledged = kept.filter(
    (entry) => entry.state === 'settled' && wasDone(entry, 'mark-applied') === 0,
  ).length
  // Only a person, the fault that doubles a request, and the browser on a cut connection repeat.
  const byPerson = kept.reduce((sum, entry) => sum + wasDone(entry, 'send-again', 'take-back'), 0)
  const byOthers = arrived.filter(({ isCut, isDoubled }) => isCut || isDoubled).length
  const timesMax = kind === 'updateReceipt' ? arrived.length : left + byPerson + byOthers
  const faults: string[] = []
  if (times < acknowledged)
    faults.push(`is settled ${acknowledged} times, and was applied ${times} times: ${who}`)
  if (left === 0 && arrived.length > 0) faults.push(`arrived, and by its history was never sent: ${who}`)
  else if (times > timesMax)
    faults.push(`was applied ${times} times, and at most ${timesMax} are explained: ${who}`)
  return faults
}

/** In each lane, what was applied was applied first in the order of the journal. */
function findDisorder(kept: readonly KeptEntry[], groups: ReadonlyMap<string, Group>): string[] {
  const latest = new Map<string, { index: number; id: string }>()
  const faults: string[] = []
  for (const entry of kept) {
    const group = groups.get(toGroup(entry.kind, entry.request))
    const [index] = group?.applied ?? []
    // Of equal bodies no one knows which was applied; what was handed over left its lanes meanwhile.
    if (index === undefined || group?.kept.length !== 1 || wasDone(entry, 'handed-over') > 0) continue
    for (const lane of findLanes(entry.kind, entry.request)) {
      const before = latest.get(lane)
      if (before && before.index > index)
        faults.push(`${entry.id} was applied before ${before.id}, which stands before it in ${lane}`)
      else latest.set(lane, { index, id: entry.id })
    }
  }
  return faults
}
