import type { TillEvent } from '../domain/event.js'
import type { Till } from '../till/till.js'
import type { Bookmark } from './bookmark.js'
import type { Speaker } from './encode.js'
import { eventsToLogs, type Heard } from './logs.js'
import { createMeter, type Meter } from './metrics.js'
import { post, type Posted, type TelemetryHeaders } from './post.js'

export interface DeskTerms {
  till: Pick<Till, 'on' | 'status'>
  logsUrl: string
  metricsUrl: string
  headers: TelemetryHeaders
  resource: Speaker
  bookmark: Bookmark
  intervalMs: number
  bufferMax: number
  /** Told that the till has been closed. */
  onClosed: () => void
}

/** Where a tab hears, keeps and sends while it is its turn. */
export interface Desk {
  readonly terms: DeskTerms
  /** Events refused by the receiver, and what last went wrong. */
  lost: number
  fault: string | undefined
  /** Until then the receiver wants to be left alone. */
  quietUntil: number
  turn: Turn | undefined
  underWay: Promise<void>
}

interface Turn {
  meter: Meter
  heard: Heard[]
  /** Where to go on listening. */
  cursor: string | undefined
  stopListening: (() => void) | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

const batch = 200
/** A browser takes 64 kB along when a page goes. */
const farewellMax = 50
/** Tills that lost a receiver together are not to come back together. */
const backOffFirstMs = 1_000
const backOffSpreadMs = 59_000

export function createDesk(terms: DeskTerms): Desk {
  return {
    terms,
    lost: 0,
    fault: undefined,
    quietUntil: 0,
    turn: undefined,
    underWay: Promise.resolve(),
  }
}

/** Begins a turn where the last one left off, whoever's it was; returns how to end it. */
export function openDesk(desk: Desk): () => void {
  const { bookmark, intervalMs } = desk.terms
  const meter = createMeter(Date.now())
  const turn: Turn = {
    meter,
    heard: [],
    cursor: bookmark.read(),
    stopListening: undefined,
    timer: undefined,
  }
  desk.turn = turn
  listen(desk, turn)
  wait(desk, turn, Math.random() * intervalMs)
  return () => {
    if (desk.turn === turn) desk.turn = undefined
    clearTimeout(turn.timer)
    rest(turn)
  }
}

function listen({ terms }: Desk, turn: Turn): void {
  try {
    turn.stopListening ??= terms.till.on(
      'event',
      (event) => {
        hear(terms, turn, event)
      },
      { after: turn.cursor },
    )
  } catch {
    // It was closed while nobody listened.
    terms.onClosed()
  }
}

function hear({ bookmark, bufferMax, onClosed }: DeskTerms, turn: Turn, event: TillEvent): void {
  turn.meter.note(event)
  turn.heard.push({ event, at: Date.now() })
  turn.cursor = event.cursor
  // From the first word on nothing is missed, though nothing has been sent yet.
  if (event.type === 'listening' && bookmark.read() === undefined) bookmark.write(event.cursor)
  if (event.type === 'closed') onClosed()
  // The journal keeps what follows until there is room.
  else if (turn.heard.length >= bufferMax) rest(turn)
}

function rest(turn: Turn): void {
  turn.stopListening?.()
  turn.stopListening = undefined
}

/** Sends what has been heard, one message after the other, unless the receiver has asked to be left alone. */
export function send(desk: Desk): Promise<void> {
  desk.underWay = desk.underWay.then(async () => {
    const { turn, terms, quietUntil } = desk
    if (!turn || Date.now() < quietUntil) return
    wait(desk, turn, terms.intervalMs)
    if (await sendEvents(desk, turn)) await sendFigures(desk, turn)
  })
  return desk.underWay
}

/** Tells whether all have been sent; the first that has to wait makes all others wait. */
async function sendEvents(desk: Desk, turn: Turn): Promise<boolean> {
  const { logsUrl: url, resource, headers, bookmark } = desk.terms
  while (turn.heard.length > 0) {
    const some = turn.heard.slice(0, batch)
    const posted = await post({ url, headers, message: eventsToLogs(resource, some) })
    note(desk, turn, posted)
    if (posted.tag === 'later') return false
    desk.lost += posted.tag === 'refused' ? some.length : posted.refused
    // Given up meanwhile, the place is kept by another.
    if (desk.turn !== turn) return false
    turn.heard.splice(0, some.length)
    bookmark.write(some.at(-1)?.event.cursor ?? '')
  }
  listen(desk, turn)
  return true
}

/** Figures that do not arrive are not kept: the next message carries all that they said. */
async function sendFigures(desk: Desk, turn: Turn): Promise<void> {
  const { metricsUrl: url, resource, headers, till } = desk.terms
  const message = turn.meter.read(resource, till.status.value, desk.lost, Date.now())
  note(desk, turn, await post({ url, headers, message }))
}

function note(desk: Desk, turn: Turn, posted: Posted): void {
  desk.fault = posted.fault
  if (posted.tag !== 'later') return
  const { afterMs } = posted
  if (afterMs === undefined) {
    wait(desk, turn, backOffFirstMs + Math.random() * backOffSpreadMs)
  } else {
    desk.quietUntil = Date.now() + afterMs
    wait(desk, turn, afterMs + Math.random() * Math.min(afterMs, backOffSpreadMs))
  }
}

function wait(desk: Desk, turn: Turn, delayMs: number): void {
  clearTimeout(turn.timer)
  if (desk.turn === turn) turn.timer = setTimeout(() => void send(desk), delayMs)
}

/** Gives the browser what it may still send when the page has gone; the next page sends again what did not arrive. */
export function bidFarewell({ turn, terms, quietUntil }: Desk): void {
  const { logsUrl: url, resource, headers } = terms
  const some = turn?.heard.slice(0, farewellMax) ?? []
  if (some.length === 0 || Date.now() < quietUntil) return
  void post({ url, headers, message: eventsToLogs(resource, some), isFarewell: true })
}
