import {
  boolean,
  literal,
  number,
  object,
  optional,
  string,
  type,
  union,
  unknown,
  type Infer,
} from 'superstruct'
import { is } from '../domain/is.js'
import { Pause } from '../domain/outcome.js'

/** The message by which a page wakes the worker. */
export const WakeMessage = object({
  counterfoil: literal('wake'),
  name: string(),
  isWish: boolean(),
})
export type WakeMessage = Infer<typeof WakeMessage>

/**
 * The message that goes before an eager wake: the service is asked now, although the next probe is not due. A message
 * of its own, because a worker of an earlier release leaves a wake with another field unanswered.
 */
const HurryMessage = object({ counterfoil: literal('hurry'), name: string() })
type HurryMessage = Infer<typeof HurryMessage>

/** The message that asks the worker whether it can replay this till, without a run. */
const HailMessage = object({ counterfoil: literal('hail'), name: string() })
type HailMessage = Infer<typeof HailMessage>

/** The worker's answers: at once that it received the message, and later the result of the run. */
export type WakeAnswer<Result> =
  /** Only from the ready-made script as the whole worker: it handles no requests. */
  | { tag: 'ready-made' }
  | { tag: 'heard' }
  /** It can replay this till: the answer to a hail. */
  | { tag: 'able' }
  | { tag: 'done'; result: Result }
  | { tag: 'declined'; option: string }
  | { tag: 'failed'; detail: string }

/** The result of a message to the worker; `wasHeard` if `installReplay` answered before it fell silent. */
export type Woken<Result> =
  Exclude<WakeAnswer<Result>, { tag: 'heard' | 'ready-made' }> | { tag: 'silent'; wasHeard: boolean }

/** How long the page waits for the worker's first answer, and a callback for a ready-made worker. */
export interface Asking {
  hearMsMax?: number
  onReadyMade?: () => void
}

/** The page does not wait longer for a worker's first answer. */
export const hearMsMax = 5_000
const runMsMax = 120_000

const result = type({
  settled: number(),
  parked: number(),
  requeued: number(),
  voided: number(),
  isCut: boolean(),
  nextDueAt: optional(number()),
  paused: unknown(),
})

const Answers = union([
  type({ tag: literal('ready-made') }),
  type({ tag: literal('heard') }),
  type({ tag: literal('able') }),
  type({ tag: literal('done'), result }),
  type({ tag: literal('declined'), option: string() }),
  type({ tag: literal('failed'), detail: string() }),
])

/** The wake message of a till. */
export function toWakeMessage(name: string, isWish: boolean): WakeMessage {
  return { counterfoil: 'wake', name, isWish }
}

/** Whether a message is a valid wake message. */
export function isWakeMessage(data: unknown): data is WakeMessage {
  return is(data, WakeMessage)
}

/** Whether a message is a valid hurry message. */
export function isHurryMessage(data: unknown): data is HurryMessage {
  return is(data, HurryMessage)
}

/** Whether a message is a valid hail message. */
export function isHailMessage(data: unknown): data is HailMessage {
  return is(data, HailMessage)
}

/** Asks whether the worker can replay a till. */
export function hailWorker(worker: ServiceWorker, name: string, asking?: Asking): Promise<Woken<never>> {
  return ask<never>(worker, { counterfoil: 'hail', name }, asking)
}

/** Makes the next wake of a till an eager one. */
export function hurryWorker(worker: ServiceWorker, name: string): void {
  const message: HurryMessage = { counterfoil: 'hurry', name }
  worker.postMessage(message)
}

/** Wakes the worker's replay and waits for the run to end; a worker that dies meanwhile counts as silent. */
export function wakeWorker<Result>(
  worker: ServiceWorker,
  message: WakeMessage,
  asking?: Asking,
): Promise<Woken<Result>> {
  return ask<Result>(worker, message, asking)
}

function ask<Result>(
  worker: ServiceWorker,
  message: WakeMessage | HailMessage,
  { hearMsMax: patienceMs = hearMsMax, onReadyMade }: Asking = {},
): Promise<Woken<Result>> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let isHeard = false
    const finish = (woken: Woken<Result>) => {
      clearTimeout(timer)
      port1.close()
      resolve(woken)
    }
    const fallSilent = () => {
      finish({ tag: 'silent', wasHeard: isHeard })
    }
    let timer = setTimeout(fallSilent, patienceMs)
    port1.onmessage = ({ data }: MessageEvent<WakeAnswer<Result>>) => {
      // Another worker's answer is not understood: the worker counts as silent.
      if (!is(data, Answers)) return
      if (data.tag === 'ready-made') onReadyMade?.()
      else if (data.tag !== 'heard') finish(withKnownPause(data))
      else if (!isHeard) {
        isHeard = true
        clearTimeout(timer)
        timer = setTimeout(fallSilent, runMsMax)
      }
    }
    worker.postMessage(message, [port2])
  })
}

/** A worker of a newer release may pause for a reason that is not known here: then its answer tells of no pause. */
function withKnownPause<Answer extends object>(answer: Answer): Answer {
  if (!('result' in answer)) return answer
  const { paused, ...result } = answer.result as { paused?: unknown }
  return { ...answer, result: is(paused, Pause) ? { ...result, paused } : result }
}
