import type { Happening, TillEvent } from '../domain/event.js'
import type { JournalEnd, News, ToldLine } from '../journal/news.js'
import type { TillJournal } from '../journal/journal.js'
import { reportFault } from '../platform/faults.js'
import type { Clock, Timer } from '../ports.js'
import { listChanges, statusToKnown } from './changes.js'
import { lineToHappenings } from './happenings.js'
import { cursorToStandpoint, standpointToCursor, type Standpoint } from './standpoint.js'
import type { StatusStore, TillStatus } from './status.js'

//            status changes            a moment later           more than a batch
//   (rest) ─────────────────▶ (waiting) ────────────▶ (reading) ◀──────────────┐
//     ▲                                                  │  └──────────────────┘
//     └──────────── all is told, nothing has changed ────┘

export interface FollowDoors {
  journal: Pick<TillJournal, 'readEnd' | 'readNews'>
  status: StatusStore
  clock: Pick<Clock, 'now' | 'after'>
}

/** Is told each event once; what it throws is reported and harms nobody. */
export type TillListener = (event: TillEvent) => void

/** A burst of operations is read once: whoever rings up must not wait for whoever watches. */
const pauseMs = 250

interface Follower {
  doors: FollowDoors
  listener: TillListener
  standpoint: Standpoint | undefined
  /** What has been told to be under way. */
  sending: Set<string>
  isStopped: boolean
  isReading: boolean
  /** How often there was reason to look. */
  wakes: number
  timer: Timer | undefined
}

/** A listener that is being told. */
export interface Following {
  stop: () => void
  /** Stops, with a last word to the listener. */
  close: () => void
}

/** Tells a listener of everything that happens from now on, or after a cursor. */
export function follow(doors: FollowDoors, listener: TillListener, after?: string): Following {
  const follower: Follower = {
    doors,
    listener,
    standpoint: undefined,
    sending: new Set(),
    isStopped: false,
    isReading: true,
    wakes: 0,
    timer: undefined,
  }
  const baseline = statusToKnown(doors.status.value)
  const earlier = after === undefined ? undefined : cursorToStandpoint(after)
  void begin(follower, (end) => {
    if (!earlier) follower.sending = new Set(end.sending)
    if (!earlier) return { birth: end.birth, position: end.position, known: baseline }
    // Another database stands there: all of it is news.
    const isSame = earlier.birth === end.birth
    return { ...earlier, birth: end.birth, ...(!isSame && { position: { n: 0, place: 0 } }) }
  })
  const unsubscribe = doors.status.subscribe((status) => {
    tellStatus(follower, status)
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
      tell(follower, { type: 'closed' })
      stop()
    },
  }
}

/** Until the journal can be read, it is tried at every change of its status. */
async function begin(follower: Follower, place: (end: JournalEnd) => Standpoint): Promise<void> {
  const { journal, status } = follower.doors
  const end = await journal.readEnd().catch(() => undefined)
  if (!end) {
    await untilChange(status)
    return isGone(follower) ? undefined : begin(follower, place)
  }
  follower.standpoint = place(end)
  tell(follower, { type: 'listening' })
  tellStatus(follower, status.value)
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

/** What cannot be read now is read at the next change: a journal that is back says so. */
async function serve(follower: Follower, delayMs: number): Promise<void> {
  follower.timer = follower.doors.clock.after(delayMs)
  await follower.timer.over
  const { wakes } = follower
  await read(follower).catch(() => undefined)
  follower.isReading = false
  if (follower.wakes > wakes) wake(follower)
}

async function read(follower: Follower): Promise<void> {
  for (;;) {
    if (!follower.standpoint) return
    const news = await follower.doors.journal.readNews(follower.standpoint.position)
    tellNews(follower, news)
    if (!news.isMore || isGone(follower)) return
  }
}

function tellNews(follower: Follower, { rungUp, lines, sending, position, isMore }: News): void {
  for (const { entry, at, place } of rungUp) {
    move(follower, { place })
    tell(follower, { type: 'rung-up', ...entry, attempts: 0 }, at)
  }
  for (const line of lines) tellLine(follower, line)
  for (const { entry, since } of sending) {
    if (!follower.sending.has(entry.id)) tell(follower, { type: 'sending', ...entry }, since)
  }
  if (!isMore) follower.sending = new Set(sending.map(({ entry }) => entry.id))
  move(follower, position)
}

/** With the last that a line tells of, the line has been told. */
function tellLine(follower: Follower, line: ToldLine): void {
  const happenings = lineToHappenings(line, follower.sending.delete(line.entry.id))
  for (const [index, { happening, at }] of happenings.entries()) {
    if (index === happenings.length - 1) move(follower, { n: line.n })
    tell(follower, happening, at)
  }
}

function move({ standpoint }: Follower, to: Partial<Standpoint['position']>): void {
  if (standpoint) standpoint.position = { ...standpoint.position, ...to }
}

function tellStatus(follower: Follower, status: TillStatus): void {
  const { standpoint } = follower
  if (!standpoint) return
  for (const { happening, known } of listChanges(standpoint.known, status)) {
    standpoint.known = known
    tell(follower, happening)
  }
  // What pauses stood as it began to listen is no news.
  standpoint.known = { ...standpoint.known, ...(!standpoint.known.pauses && pickPauses(status)) }
}

function pickPauses(status: TillStatus): Pick<Standpoint['known'], 'pauses'> {
  const { pauses } = statusToKnown(status)
  return pauses ? { pauses } : {}
}

/** Whatever befalls a listener is its own affair. */
function tell(follower: Follower, happening: Happening, at?: number): void {
  const { listener, standpoint, isStopped, doors } = follower
  if (isStopped || !standpoint) return
  const date = new Date(at ?? doors.clock.now())
  try {
    listener({ ...happening, at: date, cursor: standpointToCursor(standpoint) })
  } catch (fault) {
    reportFault(fault)
  }
}
