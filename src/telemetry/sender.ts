import type { TillEvent } from '../domain/event.js'
import type { Till } from '../till/till.js'
import type { Bookmark } from './bookmark.js'
import type { Resource } from './encode.js'
import { eventsToLogs, type ReceivedEvent } from './logs.js'
import { createMeter, type Figures, type Meter } from './metrics.js'
import { post, type PostResult, type TelemetryHeaders } from './post.js'

export interface SenderOptions {
  till: Pick<Till, 'on' | 'status' | 'handOvers'>
  logsUrl: string
  metricsUrl: string
  headers: TelemetryHeaders
  resource: Resource
  bookmark: Bookmark
  intervalMs: number
  bufferMax: number
  onClosed: () => void
}

/** The state of a tab that listens, buffers and sends while it has the turn. */
export interface Sender {
  readonly options: SenderOptions
  /** The number of events that the receiver refused, and the last fault. */
  lost: number
  fault: string | undefined
  /** The receiver asked for no messages until then, by the page's own ticks, which no change of the clock moves. */
  quietUntil: number
  /** This tab sends no more after the next message. */
  isEnding: boolean
  turn: Turn | undefined
  /** Events received before the turn, if nothing was ever sent and so no position is stored. */
  early: Turn | undefined
  inFlight: Promise<void>
}

interface Turn {
  meter: Meter
  received: ReceivedEvent[]
  /** The cursor at which listening continues. */
  cursor: string | undefined
  stopListening: (() => void) | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

const batch = 200
/** A browser accepts 64 kB with `keepalive` when a page closes. */
const leavingMax = 50
/** Tills that lost a receiver at the same time must not return at the same time. */
const backOffFirstMs = 1_000
const backOffSpreadMs = 59_000

export function createSender(options: SenderOptions): Sender {
  return {
    options,
    lost: 0,
    fault: undefined,
    quietUntil: 0,
    isEnding: false,
    turn: undefined,
    early: undefined,
    inFlight: Promise.resolve(),
  }
}

/** Begins a turn at the position of the last one, of any tab; returns a function that ends it. */
export function beginTurn(sender: Sender): () => void {
  const { bookmark, intervalMs } = sender.options
  const cursor = bookmark.read()
  const turn = (cursor === undefined ? sender.early : undefined) ?? createTurn(cursor)
  if (turn !== sender.early) stopEarly(sender)
  sender.early = undefined
  sender.turn = turn
  listen(sender, turn)
  wait(sender, turn, Math.random() * intervalMs)
  return () => {
    if (sender.turn === turn) sender.turn = undefined
    clearTimeout(turn.timer)
    stopListening(turn)
  }
}

/** Without a stored position everything from now on is sent, however long the turn takes to come. */
export function listenEarly(sender: Sender): void {
  if (sender.options.bookmark.read() !== undefined) return
  sender.early = createTurn(undefined)
  listen(sender, sender.early)
}

/** Drops the events received early: the stored position yields them all again. */
export function stopEarly({ early }: Sender): void {
  if (early) stopListening(early)
}

function createTurn(cursor: string | undefined): Turn {
  return { meter: createMeter(Date.now()), received: [], cursor, stopListening: undefined, timer: undefined }
}

function listen({ options }: Sender, turn: Turn): void {
  try {
    turn.stopListening ??= options.till.on(
      'event',
      (event) => {
        receive(options, turn, event)
      },
      { after: turn.cursor },
    )
  } catch {
    // The till was closed while the tab did not listen.
    options.onClosed()
  }
}

function receive({ bookmark, bufferMax, onClosed }: SenderOptions, turn: Turn, event: TillEvent): void {
  turn.meter.note(event)
  turn.received.push({ event, at: Date.now() })
  turn.cursor = event.cursor
  // The first event stores the position, so that nothing is missed before the first message.
  if (event.type === 'listening' && bookmark.read() === undefined) bookmark.write(event.cursor)
  if (event.type === 'closed') onClosed()
  // The journal has the later events until there is room in the buffer.
  else if (turn.received.length >= bufferMax) stopListening(turn)
}

function stopListening(turn: Turn): void {
  turn.stopListening?.()
  turn.stopListening = undefined
}

/** Sends the received events, one message after the other, unless the receiver asked for no messages. */
export function send(sender: Sender): Promise<void> {
  sender.inFlight = sender.inFlight.then(async () => {
    const { turn, options } = sender
    if (!turn) return
    const quietMs = findQuietMs(sender)
    if (quietMs > 0) {
      waitOut(sender, turn, quietMs)
      return
    }
    wait(sender, turn, options.intervalMs)
    if (await sendEvents(sender, turn)) await sendFigures(sender, turn)
  })
  return sender.inFlight
}

/**
 * Sends the events in order; returns false if one has to wait. What is too large for the receiver is sent in parts, down
 * to one event.
 */
async function sendEvents(sender: Sender, turn: Turn): Promise<boolean> {
  const { logsUrl: url, resource, headers, bookmark } = sender.options
  let size = batch
  while (turn.received.length > 0) {
    const events = turn.received.slice(0, size)
    const result = await post({ url, headers, message: eventsToLogs(resource, events) })
    handleResult(sender, turn, result)
    if (result.tag === 'later') return false
    const isHalved = result.tag === 'refused' && result.isTooLarge && events.length > 1
    if (!isHalved) sender.lost += result.tag === 'refused' ? events.length : result.refused
    // If the turn has ended meanwhile, another tab stores the position.
    if (sender.turn !== turn) return false
    size = isHalved ? Math.ceil(events.length / 2) : Math.min(batch, 2 * size)
    if (isHalved) continue
    turn.received.splice(0, events.length)
    bookmark.write(events.at(-1)?.event.cursor ?? '')
  }
  listen(sender, turn)
  return true
}

/** Figures that do not arrive are not stored: the next message includes them. */
async function sendFigures(sender: Sender, turn: Turn): Promise<void> {
  const { metricsUrl: url, headers, till } = sender.options
  const handedOverSince = await findHandedOver(till)
  const message = readFigures(sender, turn, { isOpen: !sender.isEnding, handedOverSince })
  handleResult(sender, turn, await post({ url, headers, message }))
}

function readFigures(
  { options: { resource, till }, lost }: Sender,
  { meter }: Turn,
  figures: Pick<Figures, 'isOpen' | 'handedOverSince'>,
): object {
  return meter.read(resource, { status: till.status.value, lost, now: Date.now(), ...figures })
}

/** Handed-over operations are parked: where none is, nothing needs to be read. */
async function findHandedOver({
  status,
  handOvers,
}: SenderOptions['till']): Promise<Figures['handedOverSince']> {
  const { parked } = status.value.counts
  if (parked === undefined) return undefined
  if (parked === 0) return 'none'
  try {
    const times = (await handOvers()).flatMap(({ at, acknowledged }) => (acknowledged ? [] : [at.getTime()]))
    return times.length > 0 ? new Date(Math.min(...times)) : 'none'
  } catch {
    // A figure that cannot be read is left out; the till itself reports the fault.
    return undefined
  }
}

function handleResult(sender: Sender, turn: Turn, result: PostResult): void {
  sender.fault = result.fault
  if (result.tag !== 'later') return
  const { afterMs } = result
  if (afterMs === undefined) {
    wait(sender, turn, backOffFirstMs + Math.random() * backOffSpreadMs)
  } else {
    sender.quietUntil = performance.now() + afterMs
    waitOut(sender, turn, afterMs)
  }
}

function findQuietMs({ quietUntil }: Sender): number {
  return quietUntil - performance.now()
}

function waitOut(sender: Sender, turn: Turn, quietMs: number): void {
  wait(sender, turn, quietMs + Math.random() * Math.min(quietMs, backOffSpreadMs))
}

function wait(sender: Sender, turn: Turn, delayMs: number): void {
  clearTimeout(turn.timer)
  if (sender.turn === turn) turn.timer = setTimeout(() => void send(sender), delayMs)
}

/**
 * Gives the browser what to send after the page has closed: the events, of which the next page repeats those that did
 * not arrive, and figures that say that the page is going.
 */
export function sendOnLeave(sender: Sender): void {
  const { turn, options } = sender
  if (!turn || findQuietMs(sender) > 0) return
  const { metricsUrl, headers } = options
  const events = turn.received.slice(0, leavingMax)
  if (events.length > 0) void sendLast(sender, events)
  const message = readFigures(sender, turn, { isOpen: false })
  void post({ url: metricsUrl, headers, message, isLeaving: true })
}

/** An answer that comes while the page still is there spares the next page from repeating the events. */
async function sendLast({ options }: Sender, events: readonly ReceivedEvent[]): Promise<void> {
  const { logsUrl: url, resource, headers, bookmark } = options
  const before = bookmark.read()
  const { tag } = await post({ url, headers, message: eventsToLogs(resource, events), isLeaving: true })
  if (tag === 'taken' && bookmark.read() === before) bookmark.write(events.at(-1)?.event.cursor ?? '')
}
