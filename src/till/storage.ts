import { isQuotaExceeded, StorageRefused } from '../domain/errors.js'
import type { Standing } from '../journal/connection.js'
import type { Reserve } from '../platform/reserve.js'
import { requestPersistence, watchEstimate, type StorageEstimated } from '../platform/storage.js'

/** How the till's data stands; `low` is open, with too little room left to promise more. */
export type StorageState = Standing | 'low'

/** How the till's own data stands, and how much room it takes. */
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
  estimated: StorageEstimated | undefined
  keptSinceLook: number
  faults: Map<string, string>
}

/** Watches the room, and tells the whole of what is known at every change. */
export function createStorageCare(reserve: Reserve, tell: (status: StorageStatus) => void): StorageCare {
  const facts: Facts = { standing: 'open', estimated: undefined, keptSinceLook: 0, faults: new Map() }
  const isLow = () => reserve.isThere === false || isReserveTouched(facts.estimated)
  const change = (news: Partial<Facts>) => {
    Object.assign(facts, news)
    tell(factsToStatus(facts, isLow()))
  }
  reserve.watch(() => {
    change({})
  })
  const watch = watchEstimate((estimated) => {
    if (facts.standing === 'open') reserve.take()
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
      return isLow()
    },
    async keep(action, write) {
      if (isLow()) {
        look()
        throw new StorageRefused(`${action} was not kept`, estimateToText(facts.estimated))
      }
      try {
        const kept = await write()
        facts.keptSinceLook += 1
        if (facts.keptSinceLook >= keptMax) look()
        return kept
      } catch (error) {
        // What waits needs the room more than what comes.
        if (isQuotaExceeded(error)) await reserve.release()
        if (error instanceof StorageRefused) look()
        throw error
      }
    },
    noteStanding(standing) {
      if (standing === 'deleted') void reserve.release()
      if (standing === 'deleted' || standing === 'outdated') reserve.stop()
      change({ standing })
    },
    noteFault(source, error) {
      if (error === undefined && !facts.faults.has(source)) return
      if (error === undefined) facts.faults.delete(source)
      else facts.faults.set(source, error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
      change({})
    },
    stop() {
      watch.stop()
      reserve.stop()
    },
  }
}

/** Rows, indexes and replies of what already waits must still find room. */
function isReserveTouched(estimated: StorageEstimated | undefined): boolean {
  if (!estimated) return false
  const { usageBytes, quotaBytes } = estimated
  return quotaBytes - usageBytes < Math.min(reserveBytesMax, quotaBytes * reserveShare)
}

function estimateToText(estimated: StorageEstimated | undefined): string {
  const told = isReserveTouched(estimated) && estimated ? ` of ${estimated.quotaBytes} bytes` : ''
  return `the room${told} that is left is kept for what waits already; make room on this device`
}

function factsToStatus({ standing, isPersistent, estimated, faults }: Facts, isLow: boolean): StorageStatus {
  const [fault] = faults.values()
  return {
    state: standing === 'open' && isLow ? 'low' : standing,
    ...(isPersistent !== undefined && { isPersistent }),
    ...estimated,
    ...(fault !== undefined && { fault }),
  }
}
