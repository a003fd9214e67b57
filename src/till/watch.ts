import type { FirstJournal } from '../journal/first.js'
import { clock, delay } from '../platform/clock.js'
import { nothingKnown, summaryToStatus, type OpenStatusStore } from './status.js'
import type { StorageCare } from './storage.js'

/** Five updates a second are enough for a person. */
const restMs = 200

/** Browsers delay timers in a hidden tab, so it does not rest. */
async function restWhileSeen(): Promise<void> {
  if (document.visibilityState === 'visible') await delay(restMs)
}

/** Keeps the status as the journal has it; returns a function that stops it. */
export function watchJournal(
  journal: FirstJournal,
  status: OpenStatusStore,
  storage: StorageCare,
  isNetworkDenied: () => boolean,
): () => void {
  const stopSummary = journal.watchSummary(
    (summary) => {
      storage.noteFault('summary')
      status.change(summaryToStatus(summary, clock.now(), isNetworkDenied()))
    },
    (error) => {
      status.change(nothingKnown)
      storage.noteFault('summary', error)
    },
    restWhileSeen,
  )
  const stopState = journal.onState((state) => {
    if (state !== 'open') status.change(nothingKnown)
    storage.noteState(state)
  })
  return () => {
    stopSummary()
    stopState()
  }
}
