import type { Till } from '../till/till.js'
import { createBookmark } from './bookmark.js'
import { bidFarewell, createDesk, openDesk, send } from './desk.js'
import { factsToAttributes } from './encode.js'
import type { TelemetryHeaders } from './post.js'
import { takeTurn } from './turn.js'

/** Where a till's telemetry goes, and what it says of itself. */
export interface TelemetryOptions {
  /** The receiver's address; `/v1/logs` and `/v1/metrics` lie below it. */
  url: string
  /** Headers of every message, or how to get them. */
  headers?: TelemetryHeaders
  /** `counterfoil`, unless set. */
  serviceName?: string
  /** Attributes of the resource, beside shop, terminal and profile. */
  resource?: Record<string, string>
  /** How often what has come up is sent: every 30 s, unless set. */
  intervalMs?: number
  /** How many events wait in memory for a receiver that takes none; all others wait in the journal. */
  bufferMax?: number
}

/** What sends a till's events and figures to a receiver. */
export interface Telemetry {
  /** Events that the receiver refused; they are not sent again. */
  readonly lost: number
  /** What last went wrong, until it goes well again. */
  readonly fault: string | undefined
  /** Sends what this tab has heard, unless the receiver has asked to be left alone. Never rejects. */
  flush: () => Promise<void>
  /** Sends what this tab has heard, once, and ends. */
  stop: () => Promise<void>
}

type Sending = Pick<Till, 'name' | 'shop' | 'terminal' | 'on' | 'status'>

/** Sends a till's events and figures over OTLP/HTTP, from one tab of the origin at a time. */
export function sendTelemetry(till: Sending, options: TelemetryOptions): Telemetry {
  const { url, headers = {}, intervalMs = 30_000, bufferMax = 1_000 } = options
  const name = `counterfoil-telemetry:${till.name}:${url}`
  const base = url.replace(/\/+$/, '')
  const desk = createDesk({
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
  const begin = () => takeTurn(name, () => openDesk(desk))
  let giveUp = begin()
  listenForLeaving(leaving.signal, {
    onLeave() {
      bidFarewell(desk)
      // A page that goes into the back-forward cache must not keep the turn from the others.
      giveUp()
    },
    onReturn() {
      giveUp = begin()
    },
  })

  async function stop(): Promise<void> {
    leaving.abort()
    await send(desk)
    giveUp()
  }

  return {
    get lost() {
      return desk.lost
    },
    get fault() {
      return desk.fault
    },
    flush: () => send(desk),
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

/** Outside of a page nobody leaves. */
function listenForLeaving(signal: AbortSignal, { onLeave, onReturn }: Leaving): void {
  const { addEventListener: listen } = globalThis as Partial<Pick<Window, 'addEventListener'>>
  listen?.('pagehide', onLeave, { signal })
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onReturn()
  }
  listen?.('pageshow', onShow, { signal })
}
