/** The browser's estimate of the space that this origin uses and may use. */
export interface StorageEstimated {
  usageBytes: number
  quotaBytes: number
}

export interface EstimateWatch {
  /** Asks the browser for an estimate now, without waiting. */
  estimateNow: () => void
  stop: () => void
}

const intervalMs = 60_000

/** Asks the browser to keep the data for good; Firefox may never answer, so no caller waits for it. */
export function requestPersistence(report: (isPersistent: boolean) => void): void {
  findStorage()
    ?.persist?.()
    .then(report, () => {
      report(false)
    })
}

/** Reports the estimate at once, every minute and on request; undefined if the browser has none. */
export function watchEstimate(report: (estimated: StorageEstimated | undefined) => void): EstimateWatch {
  let isStopped = false
  const estimateNow = () => {
    void readEstimate().then((estimated) => {
      if (!isStopped) report(estimated)
    })
  }
  estimateNow()
  const timer = setInterval(estimateNow, intervalMs)
  return {
    estimateNow,
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
    // A failed estimate counts as none; the next one may succeed.
    return undefined
  }
}

/** Missing in WebKitGTK, and in part on pages that are not secure. */
function findStorage(): Partial<StorageManager> | undefined {
  return (navigator as { storage?: Partial<StorageManager> }).storage
}
