import type { Kept } from '../decide/mirror.js'
import type { Loss } from '../decide/witness.js'
import { errorToText, isQuotaExceeded, StorageRefused } from '../domain/errors.js'
import type { ConnectionState } from '../journal/store/index.js'
import type { Reserve } from '../platform/reserve.js'
import { requestPersistence, watchEstimate, type StorageEstimated } from '../platform/storage.js'

/**
 * The state of the till's storage. `low` is open, with too little space for new operations; `replaced` is open, and
 * the browser has lost what was saved before, which no person has acknowledged yet.
 */
export type StorageState = ConnectionState | 'low' | 'replaced'

/** Saved operations that the browser has lost. */
export interface StorageLoss {
  /** `replaced`: an empty database was in the place of the till's; `set-back`: an older state of it was. */
  how: 'replaced' | 'set-back'
  recognisedAt: Date
  /** When the lost data was last seen. */
  knownUntil: Date
  /** How many operations are missing: the unresolved ones, or those saved since the older state. */
  missing: number
}

/** The state of the till's storage, and the space that it takes. */
export interface StorageStatus {
  state: StorageState
  /** Losses that no person has acknowledged; missing if there are none. */
  losses?: StorageLoss[]
  /** How many operations of what was lost can be brought back, and whether that takes the shop's private key. */
  kept?: { operations: number; needsKey: boolean }
  /** Whether the browser has promised to keep the data; missing until it has answered. */
  isPersistent?: boolean
  usageBytes?: number
  quotaBytes?: number
  /** The last fault, for support. */
  fault?: string
}

/** Watches the free space, so that an operation is saved only if it can be delivered. */
export interface StorageCare {
  readonly isLow: boolean
  /** Saves something new, or throws if that needs the space reserved for what is saved already. */
  keep<Result>(action: string, write: () => Promise<Result>): Promise<Result>
  noteState(state: ConnectionState): void
  noteLosses(losses: readonly Loss[]): void
  /** Ends the noted losses: they are on record as acknowledged, and a witness from before does not bring them back. */
  endLosses(): void
  /** What can be brought back, as a person has been told. */
  readonly kept: Kept | undefined
  noteKept(kept: Kept | undefined): void
  /** How many lost operations can be brought back; all that are missing until that is known, undefined if none is. */
  countRecoverable(): number | undefined
  /** Records a fault by its source; without an error, the source's fault is over. */
  noteFault(source: string, error?: unknown): void
  stop(): void
}

const reserveBytesMax = 8_000_000
const reserveShare = 0.1

/** The number of saved operations after which an estimate is out of date. */
const keptMax = 32

interface Facts {
  state: ConnectionState
  isPersistent?: boolean
  losses: readonly Loss[]
  /** As JSON. */
  endedLosses: Set<string>
  kept: Kept | undefined
  /** Whether it is known what can be brought back. */
  isKeptKnown: boolean
  estimated: StorageEstimated | undefined
  keptSinceEstimate: number
  faults: Map<string, string>
}

function createFacts(): Facts {
  return {
    state: 'open',
    losses: [],
    endedLosses: new Set(),
    kept: undefined,
    isKeptKnown: false,
    estimated: undefined,
    keptSinceEstimate: 0,
    faults: new Map(),
  }
}

/** Watches the free space, and reports the whole storage status at every change. */
export function createStorageCare(reserve: Reserve, report: (status: StorageStatus) => void): StorageCare {
  const facts = createFacts()
  const isLow = () => reserve.isThere === false || isReserveTouched(facts.estimated)
  const change = (news: Partial<Facts>) => {
    Object.assign(facts, news)
    report(factsToStatus(facts, isLow()))
  }
  reserve.watch(() => {
    change({})
  })
  const watch = watchEstimate((estimated) => {
    if (facts.state === 'open') reserve.take()
    change({ estimated })
  })
  requestPersistence((isPersistent) => {
    change({ isPersistent })
  })
  const estimateNow = () => {
    facts.keptSinceEstimate = 0
    watch.estimateNow()
  }
  return {
    get isLow() {
      return isLow()
    },
    keep: (action, write) => keep({ facts, isLow, reserve, estimateNow }, action, write),
    noteState(state) {
      if (state === 'deleted') void reserve.release()
      if (state === 'deleted' || state === 'outdated') reserve.stop()
      change({ state })
    },
    noteLosses(given) {
      const losses = given.filter((loss) => !facts.endedLosses.has(JSON.stringify(loss)))
      if (JSON.stringify(losses) !== JSON.stringify(facts.losses)) change({ losses })
    },
    endLosses() {
      for (const loss of facts.losses) facts.endedLosses.add(JSON.stringify(loss))
      change({ losses: [] })
    },
    get kept() {
      return facts.kept
    },
    noteKept(kept) {
      facts.isKeptKnown = true
      if (kept ?? facts.kept) change({ kept })
    },
    countRecoverable: () => countRecoverable(facts),
    noteFault(source, error) {
      if (error === undefined && !facts.faults.has(source)) return
      if (error === undefined) facts.faults.delete(source)
      else facts.faults.set(source, errorToText(error))
      change({})
    },
    stop() {
      watch.stop()
      reserve.stop()
    },
  }
}

function countRecoverable({ kept, isKeptKnown, losses }: Facts): number | undefined {
  if (kept || isKeptKnown || losses.length === 0) return kept?.operations
  return losses.reduce((sum, { missing }) => sum + missing, 0)
}

interface Keeping {
  facts: Facts
  isLow: () => boolean
  reserve: Reserve
  estimateNow: () => void
}

async function keep<Result>(
  { facts, isLow, reserve, estimateNow }: Keeping,
  action: string,
  write: () => Promise<Result>,
): Promise<Result> {
  if (isLow()) {
    estimateNow()
    throw new StorageRefused(action, undefined, 'reserved')
  }
  try {
    const kept = await write()
    facts.keptSinceEstimate += 1
    if (facts.keptSinceEstimate >= keptMax) estimateNow()
    return kept
  } catch (error) {
    // Waiting operations need the space more than new ones.
    if (isQuotaExceeded(error)) await reserve.release()
    if (error instanceof StorageRefused) estimateNow()
    throw error
  }
}

/** Waiting operations still need space for rows, indexes and replies. */
function isReserveTouched(estimated: StorageEstimated | undefined): boolean {
  if (!estimated) return false
  const { usageBytes, quotaBytes } = estimated
  return quotaBytes - usageBytes < Math.min(reserveBytesMax, quotaBytes * reserveShare)
}

function factsToStatus(facts: Facts, isLow: boolean): StorageStatus {
  const { isPersistent, estimated, faults, losses, kept } = facts
  const [fault] = faults.values()
  return {
    state: findState(facts, isLow),
    ...(losses.length > 0 && { losses: losses.map(toStorageLoss) }),
    ...(kept && { kept }),
    ...(isPersistent !== undefined && { isPersistent }),
    ...estimated,
    ...(fault !== undefined && { fault }),
  }
}

function findState({ state, losses }: Facts, isLow: boolean): StorageState {
  if (state !== 'open') return state
  if (isLow) return 'low'
  return losses.length > 0 ? 'replaced' : 'open'
}

function toStorageLoss({ how, recognisedAt, knownUntil, missing }: Loss): StorageLoss {
  return { how, recognisedAt: new Date(recognisedAt), knownUntil: new Date(knownUntil), missing }
}
