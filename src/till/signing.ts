import { coalesce } from '../domain/coalesce.js'
import type { Timer } from '../ports.js'
import type { DeskDeps } from './ring.js'
import type { StatusStore } from './status.js'
import { toSigningFacts } from './transfer.js'

interface SigningDeps extends Pick<DeskDeps, 'setup' | 'journal' | 'clock'> {
  status: StatusStore
}

/** It is soon enough to look so often whether a checkpoint is due. */
const restMs = 60_000

/** Signs a checkpoint whenever enough has changed since the last one; returns a function that stops it. */
export function startSigning({ status, ...deps }: SigningDeps): () => void {
  let isStopped = false
  let last: string | undefined
  let timer: Timer | undefined
  const signSoon = coalesce(async () => {
    timer = deps.clock.after(restMs)
    await timer.over
    if (isStopped) return
    try {
      await deps.journal.signDue(toSigningFacts(deps))
    } catch {
      // The next checkpoint signs what this one would have.
    }
  })
  const unsubscribe = status.subscribe(({ counts }) => {
    const present = JSON.stringify(counts)
    if (present === last) return
    last = present
    signSoon()
  })
  return () => {
    isStopped = true
    timer?.cancel()
    unsubscribe()
  }
}
