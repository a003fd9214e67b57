import { StorageRefused } from '../domain/errors.js'
import type { Standing } from '../journal/connection.js'
import { requestPersistence, watchEstimate, type StorageEstimated } from '../platform/storage.js'

/** How the till's data stands; `low` is open, with too little room left to promise more. */
export type StorageState = Standing | 'low'

export interface StorageStatus {
  state: StorageState
  /** Whether the browser has promised to keep the data; missing until it has said so either way. */
  isPersistent?: boolean
  usageBytes?: number
  quotaBytes?: number
  /** What last went wrong, for support. */
  fault?: string
}

/** Knows how much room there is, so that no sale is told safe that could not be delivered. */
export interface StorageCare {
  readonly isLow: boolean
  /** Takes on a new promise, or throws if it would reach into what is kept free for those that stand. */
  keep<Result>(action: string, write: () => Promise<Result>): Promise<Result>
  noteStanding(standing: Standing): void
  /** What went wrong on a person's or nobody's behalf, by where it happened; nothing if it is well again. */
  noteFault(source: string, error?: unknown): void
  stop(): void
}

const reserveBytesMax = 8_000_000
const reserveShare = 0.1

/** An estimate of a moment ago is stale after as many operations. */
const keptMax = 32

interface Facts {
  standing: Standing
  isPersistent?: boolean
  estimated?: StorageEstimated
  /** The browser itself has refused for want of room, and has not taken anything since. */
  isFull: boolean
  keptSinceLook: number
  faults: Map<string, string>
}

/** Watches the room, and tells the whole of what is known at every change. */
export function createStorageCare(tell: (status: StorageStatus) => void): StorageCare {
  const facts: Facts = { standing: 'open', isFull: false, keptSinceLook: 0, faults: new Map() }
  const change = (news: Partial<Facts>) => {
    Object.assign(facts, news)
    tell(factsToStatus(facts))
  }
  const watch = watchEstimate((estimated) => {
    change({ estimated })
  })
  requestPersistence((isPersistent) => {
    change({ isPersistent })
  })
  const look = () => {
    facts.keptSinceLook = 0
    watch.look()
  }
  return {
    get isLow() {
      return isReserveTouched(facts.estimated)
    },
    async keep(action, write) {
      if (isReserveTouched(facts.estimated)) {
        look()
        throw new StorageRefused(`${action} was not kept`, estimateToText(facts.estimated))
      }
      try {
        const kept = await write()
        facts.keptSinceLook += 1
        if (facts.keptSinceLook >= keptMax) look()
        if (facts.isFull) change({ isFull: false })
        return kept
      } catch (error) {
        const isFull = isQuotaExceeded(error)
        if (isFull) change({ isFull })
        if (isFull || error instanceof StorageRefused) look()
        throw isFull && !(error instanceof StorageRefused)
          ? new StorageRefused(`${action} was not kept`, error)
          : error
      }
    },
    noteStanding(standing) {
      change({ standing })
    },
    noteFault(source, error) {
      if (error === undefined && !facts.faults.has(source)) return
      if (error === undefined) facts.faults.delete(source)
      else facts.faults.set(source, error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
      change({})
    },
    stop: watch.stop,
  }
}

/** Rows, indexes and replies of what already waits must still find room. */
function isReserveTouched(estimated: StorageEstimated | undefined): boolean {
  if (!estimated) return false
  const { usageBytes, quotaBytes } = estimated
  return quotaBytes - usageBytes < Math.min(reserveBytesMax, quotaBytes * reserveShare)
}

function estimateToText(estimated: StorageEstimated | undefined): string {
  if (!estimated) return 'there is no room'
  const { usageBytes, quotaBytes } = estimated
  return `only ${Math.max(0, quotaBytes - usageBytes)} of ${quotaBytes} bytes are free, which what waits may need; make room on this device`
}

/** Dexie wraps what aborts a transaction; the reason lies within. */
function isQuotaExceeded(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner, cause } = error as { name?: unknown; inner?: unknown; cause?: unknown }
  if (name === 'QuotaExceededError') return true
  return (inner !== error && isQuotaExceeded(inner)) || isQuotaExceeded(cause)
}

function factsToStatus({ standing, isPersistent, estimated, isFull, faults }: Facts): StorageStatus {
  const isShort = isFull || isReserveTouched(estimated)
  const [fault] = faults.values()
  return {
    state: standing === 'open' && isShort ? 'low' : standing,
    ...(isPersistent !== undefined && { isPersistent }),
    ...estimated,
    ...(fault !== undefined && { fault }),
  }
}
