/** What the browser says of the room that this origin takes and may take; an estimate, as it says itself. */
export interface StorageEstimated {
  usageBytes: number
  quotaBytes: number
}

export interface EstimateWatch {
  /** Asks the browser now, and waits for nothing. */
  look: () => void
  stop: () => void
}

const lookMs = 60_000

/** Asks the browser to keep the data for good; in Firefox the answer may never come, so nobody waits for it. */
export function requestPersistence(tell: (isPersistent: boolean) => void): void {
  findStorage()
    ?.persist?.()
    .then(tell, () => {
      tell(false)
    })
}

/** Tells the estimate at once, every minute and when asked; nothing where the browser makes none. */
export function watchEstimate(tell: (estimated: StorageEstimated | undefined) => void): EstimateWatch {
  let isStopped = false
  const look = () => {
    void readEstimate().then((estimated) => {
      if (!isStopped) tell(estimated)
    })
  }
  look()
  const timer = setInterval(look, lookMs)
  return {
    look,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

async function readEstimate(): Promise<StorageEstimated | undefined> {
  try {
    const { usage, quota } = (await findStorage()?.estimate?.()) ?? {}
    return usage === undefined || quota === undefined ? undefined : { usageBytes: usage, quotaBytes: quota }
  } catch {
    // An estimate that cannot be had is no estimate; the next may come.
    return undefined
  }
}

/** Absent in WebKitGTK, and in part wherever the page is not secure. */
function findStorage(): Partial<StorageManager> | undefined {
  return (navigator as { storage?: Partial<StorageManager> }).storage
}

/** Why nothing can be kept here at all; none if it can. Browsers lend their cryptography to secure contexts alone. */
export function findStorageObstacle(): string | undefined {
  return globalThis.isSecureContext
    ? undefined
    : 'this page comes neither over https nor from this machine, and nothing could be sealed; serve it over https'
}
