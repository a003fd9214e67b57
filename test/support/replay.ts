import type { Answer, Reachability } from '../../src/domain/outcome.js'
import type { Conditions } from '../../src/domain/conditions.js'
import type { OperationKind } from '../../src/domain/models.js'
import type { Clock, Gate, Lock, ReadyClaim, Transport } from '../../src/ports.js'

export interface Sent {
  id: string
  kind: OperationKind
  body: string
  key?: string
  conditions?: Conditions
}

/** A line that notes what is sent over it and answers as it is told. */
export function createFakeTransport(
  answer: (sent: Sent, count: number) => Answer | Promise<Answer> = () => json200(),
  probe: () => Reachability = () => 'reachable',
  tellDate: () => [date: string, at: number] | undefined = () => undefined,
): Transport & { sent: Sent[]; probes: number } {
  const transport = {
    sent: [] as Sent[],
    probes: 0,
    canRenew: false,
    async send({ ticket, body, conditions }: ReadyClaim, gate: Gate) {
      if (!(await gate())) return { tag: 'unsent', why: 'not ours', at: 1 } as const
      const sent = {
        id: ticket.id,
        kind: ticket.kind,
        body,
        ...(conditions && { conditions }),
        ...(ticket.key !== undefined && { key: ticket.key }),
      }
      transport.sent.push(sent)
      return answer(sent, transport.sent.length)
    },
    probe(hear?: (date: string, at: number) => void) {
      transport.probes += 1
      const [found, told] = [probe(), tellDate()]
      if (found === 'reachable' && told) hear?.(...told)
      return Promise.resolve(found)
    },
  }
  return transport
}

/** A reply of the service, as the line brings it. */
export function reply(status: number, text = '{}', headers: Record<string, string> = {}): Answer {
  return { tag: 'reply', status, headers, text, at: 1, credentialsAt: 1 }
}

export function json200(): Answer {
  return reply(200, '{"TransactionID":1}')
}

export interface FakeClock extends Clock {
  /** Time passes, or the clock is set back by so much; timers ring as they fall due. */
  advance: (ms: number) => void
  /** Somebody sets the clock; no time passes. */
  set: (byMs: number) => void
  /** How long each running timer has to go. */
  waits: () => number[]
}

/** A clock that only moves when told. */
export function createFakeClock(start = 1_000_000): FakeClock {
  let now = start
  let ticks = 0
  let ids = 0
  let timers: { at: number; ring: () => void }[] = []
  return {
    now: () => now,
    ticks: () => ticks,
    after(delayMs) {
      const timer = { at: ticks + delayMs, ring: (): void => undefined }
      const over = new Promise<void>((resolve) => {
        timer.ring = resolve
      })
      timers.push(timer)
      return {
        over,
        cancel() {
          timers = timers.filter((other) => other !== timer)
        },
      }
    },
    random: () => 0.5,
    id: () => {
      ids += 1
      return `id-${ids}`
    },
    advance(ms) {
      now += ms
      ticks += Math.max(0, ms)
      const due = timers.filter(({ at }) => at <= ticks)
      timers = timers.filter(({ at }) => at > ticks)
      for (const { ring } of due) ring()
    },
    set(byMs) {
      now += byMs
    },
    waits: () => timers.map(({ at }) => at - ticks),
  }
}

/** One holder at a time, first come first served. */
export function createFakeLock(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return {
    hold(work) {
      const held = last.then(() => work())
      last = held.catch(() => undefined)
      return held
    },
  }
}
