import type { UndatedEvent } from '../domain/event.js'
import type { Known, KnownPause } from './checkpoint.js'
import type { TillPause, TillStatus } from './status.js'

/** A change of the whole till, and what is known after its event. */
export interface Change {
  event: UndatedEvent
  known: Known
}

/** The facts of a status about the whole till; without its pauses while the journal cannot be read. */
export function statusToKnown({ pauses, counts, storage, worker, stalledSince, copies }: TillStatus): Known {
  return {
    ...(counts.queued !== undefined && { pauses: pauses.map(pauseToKnown) }),
    storage: storageToText(storage),
    worker: worker.state,
    ...(stalledSince && { stalledSince: stalledSince.getTime() }),
    ...(copies && { copies: copiesToText(copies) }),
  }
}

/** The changes of a status that are new to a listener, one after the other. */
export function listChanges(known: Known, status: TillStatus): Change[] {
  const changes: Change[] = []
  let after = known
  const note: Note = (event, news) => {
    after = { ...after, ...news }
    changes.push({ event, known: after })
  }
  if (known.pauses) notePauses(known.pauses, status, note)
  noteStall(known, status, note)
  noteStorage(known, status, note)
  noteCopies(known, status, note)
  const { state } = status.worker
  if (state !== known.worker) note({ type: 'worker', state }, { worker: state })
  return changes
}

type Note = (event: UndatedEvent, news: Partial<Known>) => void

function notePauses(known: readonly KnownPause[], { pauses, counts }: TillStatus, note: Note): void {
  // While the journal cannot be read, no pause is known to have ended.
  if (counts.queued === undefined) return
  let left = [...known]
  for (const pause of known) {
    if (pauses.some((other) => isSame(pauseToKnown(other), pause))) continue
    left = left.filter((other) => other !== pause)
    const [scope, reason, since] = pause
    note({ type: 'resumed', scope, reason, since: new Date(since) }, { pauses: left })
  }
  for (const pause of pauses) {
    if (left.some((other) => isSame(other, pauseToKnown(pause)))) continue
    left = [...left, pauseToKnown(pause)]
    const { scope, reason, since, until } = pause
    note({ type: 'paused', scope, reason, since, ...(until && { until }) }, { pauses: left })
  }
}

/** A pause that is prolonged is the same pause. */
function isSame(left: KnownPause, right: KnownPause): boolean {
  return left.every((fact, index) => fact === right[index])
}

function pauseToKnown({ scope, reason, since }: TillPause): KnownPause {
  return [scope, reason, since.getTime()]
}

function noteStall(known: Known, { stalledSince, oldestQueuedAt, counts }: TillStatus, note: Note): void {
  if (stalledSince && oldestQueuedAt && known.stalledSince === undefined) {
    const waiting = counts.queued === undefined ? {} : { waiting: counts.queued }
    note({ type: 'stalled', oldestQueuedAt, ...waiting }, { stalledSince: stalledSince.getTime() })
  }
  if (!stalledSince && known.stalledSince !== undefined && counts.queued !== undefined) {
    note({ type: 'flowing', since: new Date(known.stalledSince) }, { stalledSince: undefined })
  }
}

function noteStorage(known: Known, { storage }: TillStatus, note: Note): void {
  const text = storageToText(storage)
  if (text === known.storage) return
  const { state, isPersistent, fault } = storage
  const promise = isPersistent === undefined ? {} : { isPersistent }
  note({ type: 'storage', state, ...promise, isFaulty: fault !== undefined }, { storage: text })
}

/** The fault is text of the browser with any content, so it is left out. */
function storageToText({ state, isPersistent, fault }: TillStatus['storage']): string {
  return [state, isPersistent ?? 'unknown', fault !== undefined].join(' ')
}

/** What was copied before a listener began is no news. */
function noteCopies(known: Known, { copies }: TillStatus, note: Note): void {
  const text = copies && copiesToText(copies)
  if (text === undefined || known.copies === undefined || text === known.copies) return
  const { operations, failing } = copies ?? {}
  const event: UndatedEvent = failing
    ? { type: 'copy', state: 'failed', reason: failing.reason }
    : { type: 'copy', state: 'made', ...(operations !== undefined && { operations }) }
  note(event, { copies: text })
}

function copiesToText({ lastAt, failing }: NonNullable<TillStatus['copies']>): string {
  return [lastAt?.getTime() ?? 0, failing?.lastAt.getTime() ?? 0].join(' ')
}
