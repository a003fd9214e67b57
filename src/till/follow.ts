import type { UndatedEvent, TillEvent } from '../domain/event.js'
import { pickGiven } from '../domain/given.js'
import type { JournalEnd, News, NewsLine } from '../journal/views/index.js'
import type { TillJournal } from '../journal/journal.js'
import { reportFault } from '../platform/faults.js'
import type { Clock, Timer } from '../ports.js'
import { listChanges, statusToKnown } from './changes.js'
import { lineToEvents } from './line-events.js'
import { cursorToCheckpoint, checkpointToCursor, type Checkpoint } from './checkpoint.js'
import type { StatusStore, TillStatus } from './status.js'

//            status changes            a moment later           more than a batch
//   (rest) ─────────────────▶ (waiting) ────────────▶ (reading) ◀──────────────┐
//     ▲                                                  │  └──────────────────┘
//     └──────────── all is reported, nothing has changed ────┘

export interface FollowDeps {
  journal: Pick<TillJournal, 'readEnd' | 'readNews'>
  status: StatusStore
  clock: Pick<Clock, 'now' | 'after'>
}

/** Receives each event once; what it throws is reported to the page. */
export type TillListener = (event: TillEvent) => void

/** A burst of operations is read once, so that following does not slow down saving. */
const pauseMs = 250

interface Follower {
  deps: FollowDeps
  listener: TillListener
  checkpoint: Checkpoint | undefined
  /** The journal's end at the listener's beginning, if it was asked for early. */
  earlyEnd: Promise<JournalEnd | undefined> | undefined
  /** Ids of the entries reported as sending. */
  sending: Set<string>
  isStopped: boolean
  isReading: boolean
  /** The number of wakes, to notice one that comes during a read. */
  wakes: number
  timer: Timer | undefined
}

/** A listener that receives events. */
export interface Following {
  stop: () => void
  /** Reports `closed` to the listener and stops. */
  close: () => void
}

/** The moment from which a listener follows, if it has passed already. */
export interface Begun {
  status: TillStatus
  end: Promise<JournalEnd | undefined> | undefined
}

/** Reports every event to a listener, from now on, from a moment that has passed, or after a cursor. */
export function follow(
  deps: FollowDeps,
  listener: TillListener,
  after?: string,
  { status, end: earlyEnd }: Begun = { status: deps.status.value, end: undefined },
): Following {
  const follower: Follower = {
    deps,
    listener,
    checkpoint: undefined,
    earlyEnd,
    sending: new Set(),
    isStopped: false,
    isReading: true,
    wakes: 0,
    timer: undefined,
  }
  const baseline = statusToKnown(status)
  const earlier = after === undefined ? undefined : cursorToCheckpoint(after)
  void begin(follower, (end) => {
    if (!earlier) follower.sending = new Set(end.sending)
    if (!earlier) return { birth: end.birth, position: end.position, known: baseline }
    // With another database everything is new.
    const isSame = earlier.birth === end.birth
    return { ...earlier, birth: end.birth, ...(!isSame && { position: { n: 0, place: 0 } }) }
  })
  const unsubscribe = deps.status.subscribe((present) => {
    reportStatus(follower, present)
    wake(follower)
  })
  const stop = () => {
    follower.isStopped = true
    follower.timer?.cancel()
    unsubscribe()
  }
  return {
    stop,
    close() {
      report(follower, { type: 'closed' })
      stop()
    },
  }
}

/** Until the journal can be read, every change of the status starts another attempt. */
async function begin(follower: Follower, place: (end: JournalEnd) => Checkpoint): Promise<void> {
  const { journal, status } = follower.deps
  // The status says that the journal cannot be read.
  const end = (await follower.earlyEnd) ?? (await journal.readEnd().catch(() => undefined))
  follower.earlyEnd = undefined
  if (!end) {
    await untilChange(status)
    return isGone(follower) ? undefined : begin(follower, place)
  }
  follower.checkpoint = place(end)
  report(follower, { type: 'listening' })
  reportStatus(follower, status.value)
  follower.isReading = false
  wake(follower, 0)
}

function isGone({ isStopped }: Follower): boolean {
  return isStopped
}

function untilChange(status: StatusStore): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true
    const stop = status.subscribe(() => {
      if (!isFirst) {
        stop()
        resolve()
      }
      isFirst = false
    })
  })
}

function wake(follower: Follower, delayMs = pauseMs): void {
  follower.wakes += 1
  if (follower.isReading || follower.isStopped) return
  follower.isReading = true
  void serve(follower, delayMs)
}

/** A failed read is repeated at the next change: a journal that is back changes its status. */
async function serve(follower: Follower, delayMs: number): Promise<void> {
  follower.timer = follower.deps.clock.after(delayMs)
  await follower.timer.over
  const { wakes } = follower
  // The status says that the journal cannot be read.
  await read(follower).catch(() => undefined)
  follower.isReading = false
  if (follower.wakes > wakes) wake(follower)
}

async function read(follower: Follower): Promise<void> {
  for (;;) {
    if (!follower.checkpoint) return
    const news = await follower.deps.journal.readNews(follower.checkpoint.position)
    reportNews(follower, news)
    if (!news.isMore || isGone(follower)) return
  }
}

function reportNews(follower: Follower, { rungUp, lines, sending, position, isMore }: News): void {
  for (const { entry, at, place } of rungUp) {
    move(follower, { place })
    report(follower, { type: 'rung-up', ...entry, attempts: 0 }, at)
  }
  for (const line of lines) reportLine(follower, line)
  for (const { entry, since } of sending) {
    if (!follower.sending.has(entry.id)) report(follower, { type: 'sending', ...entry }, since)
  }
  if (!isMore) follower.sending = new Set(sending.map(({ entry }) => entry.id))
  move(follower, position)
}

/** The position moves on with the last event of a line, so that a cursor before it repeats the line. */
function reportLine(follower: Follower, line: NewsLine): void {
  const events = lineToEvents(line, follower.sending.delete(line.entry.id))
  for (const [index, { event, at }] of events.entries()) {
    if (index === events.length - 1) move(follower, { n: line.n })
    report(follower, event, at)
  }
}

function move({ checkpoint }: Follower, to: Partial<Checkpoint['position']>): void {
  if (checkpoint) checkpoint.position = { ...checkpoint.position, ...to }
}

function reportStatus(follower: Follower, status: TillStatus): void {
  const { checkpoint } = follower
  if (!checkpoint) return
  for (const { event, known } of listChanges(checkpoint.known, status)) {
    checkpoint.known = known
    report(follower, event)
  }
  // Pauses and copies from before the listener began are not events.
  const { pauses, copies } = statusToKnown(status)
  checkpoint.known = { ...pickGiven({ pauses, copies }, ['pauses', 'copies']), ...checkpoint.known }
}

/** Calls the listener; an error of the listener does not affect the till. */
function report(follower: Follower, event: UndatedEvent, at?: number): void {
  const { listener, checkpoint, isStopped, deps } = follower
  if (isStopped || !checkpoint) return
  const date = new Date(at ?? deps.clock.now())
  try {
    listener({ ...event, at: date, cursor: checkpointToCursor(checkpoint) })
  } catch (fault) {
    reportFault(fault)
  }
}
