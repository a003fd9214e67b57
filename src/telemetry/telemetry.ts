import type { Till } from '../till/till.js'
import { createBookmark } from './bookmark.js'
import { sendOnLeave, createSender, listenEarly, beginTurn, send, stopEarly } from './sender.js'
import { factsToAttributes } from './encode.js'
import type { TelemetryHeaders } from './post.js'
import { takeTurn } from './turn.js'

/** Where a till's telemetry is sent, and its attributes. */
export interface TelemetryOptions {
  /** The receiver's address; `/v1/logs` and `/v1/metrics` are below it. */
  url: string
  /** Headers of every message, or a function that returns them. */
  headers?: TelemetryHeaders
  /** `counterfoil` by default. */
  serviceName?: string
  /** Attributes of the resource, in addition to shop, terminal and till name. */
  resource?: Record<string, string>
  /** The interval of sending: 30 s by default. */
  intervalMs?: number
  /** How many events are buffered in memory while the receiver takes none; the others stay in the journal. */
  bufferMax?: number
}

/** Sends a till's events and figures to a receiver. */
export interface Telemetry {
  /** The number of events that the receiver refused; they are not sent again. */
  readonly lost: number
  /** The last fault, until a message succeeds. */
  readonly fault: string | undefined
  /** Sends the events that this tab has received, unless the receiver asked for no messages. Never rejects. */
  flush: () => Promise<void>
  /** Sends the events that this tab has received, once, and ends. */
  stop: () => Promise<void>
}

type Sending = Pick<Till, 'name' | 'shop' | 'terminal' | 'on' | 'status' | 'handOvers'>

/** Sends a till's events and figures over OTLP/HTTP, from one tab of the origin at a time. */
export function sendTelemetry(till: Sending, options: TelemetryOptions): Telemetry {
  const { url, headers = {}, intervalMs = 30_000, bufferMax = 1_000 } = options
  const name = `counterfoil-telemetry:${till.name}:${url}`
  const base = url.replace(/\/+$/, '')
  const sender = createSender({
    till,
    logsUrl: `${base}/v1/logs`,
    metricsUrl: `${base}/v1/metrics`,
    headers,
    resource: { attributes: factsToAttributes(nameResource(till, options)) },
    bookmark: createBookmark(name),
    intervalMs,
    bufferMax,
    onClosed: () => void stop(),
  })
  const leaving = new AbortController()
  listenEarly(sender)
  const waitForTurn = () => takeTurn(name, () => beginTurn(sender))
  let endTurn = waitForTurn()
  listenForLeaving(leaving.signal, {
    onLeave() {
      sendOnLeave(sender)
      // A page that enters the back-forward cache must not keep the turn from other tabs.
      endTurn()
    },
    onReturn() {
      endTurn = waitForTurn()
    },
  })

  async function stop(): Promise<void> {
    leaving.abort()
    sender.isEnding = true
    await send(sender)
    endTurn()
    stopEarly(sender)
  }

  return {
    get lost() {
      return sender.lost
    },
    get fault() {
      return sender.fault
    },
    flush: () => send(sender),
    stop,
  }
}

function nameResource(
  { name, shop, terminal }: Sending,
  { serviceName = 'counterfoil', resource = {} }: TelemetryOptions,
): Record<string, string> {
  return {
    'service.name': serviceName,
    'service.instance.id': `${shop}/${terminal}/${name}`,
    'counterfoil.shop': shop,
    'counterfoil.terminal': terminal,
    'counterfoil.profile': name,
    ...resource,
  }
}

interface Leaving {
  onLeave: () => void
  onReturn: () => void
}

/** Outside of a page there are no such events. */
function listenForLeaving(signal: AbortSignal, { onLeave, onReturn }: Leaving): void {
  const { addEventListener: listen } = globalThis as Partial<Pick<Window, 'addEventListener'>>
  listen?.('pagehide', onLeave, { signal })
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onReturn()
  }
  listen?.('pageshow', onShow, { signal })
}
