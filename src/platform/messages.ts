import { boolean, literal, number, object, optional, string, type, union, type Infer } from 'superstruct'
import { is } from '../domain/is.js'
import { Pause } from '../domain/outcome.js'

/** What a page says to the worker. */
export const WakeMessage = object({
  counterfoil: literal('wake'),
  name: string(),
  isWish: boolean(),
})
export type WakeMessage = Infer<typeof WakeMessage>

/** What the worker answers: at once that it has heard, and later what the run did. */
export type WakeAnswer<Result> =
  | { tag: 'heard' }
  | { tag: 'done'; result: Result }
  | { tag: 'declined'; option: string }
  | { tag: 'failed'; detail: string }

/** How asking the worker ended. */
export type Woken<Result> = Exclude<WakeAnswer<Result>, { tag: 'heard' }> | { tag: 'silent' }

const hearMsMax = 5_000
const runMsMax = 120_000

const result = type({
  settled: number(),
  parked: number(),
  requeued: number(),
  voided: number(),
  isCut: boolean(),
  nextDueAt: optional(number()),
  paused: optional(Pause),
})

const Answers = union([
  type({ tag: literal('heard') }),
  type({ tag: literal('done'), result }),
  type({ tag: literal('declined'), option: string() }),
  type({ tag: literal('failed'), detail: string() }),
])

/** Whether a message is one of ours and well formed. */
export function isWakeMessage(data: unknown): data is WakeMessage {
  return is(data, WakeMessage)
}

/** Wakes the worker's replay and waits for the run to end; a worker that dies on the way falls silent. */
export function wakeWorker<Result>(worker: ServiceWorker, message: WakeMessage): Promise<Woken<Result>> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const give = (woken: Woken<Result>) => {
      clearTimeout(timer)
      port1.close()
      resolve(woken)
    }
    let isHeard = false
    const fallSilent = () => {
      give({ tag: 'silent' })
    }
    let timer = setTimeout(fallSilent, hearMsMax)
    port1.onmessage = ({ data }: MessageEvent<WakeAnswer<Result>>) => {
      // A worker of another make says nothing that we understand: it is as silent as one that is dead.
      if (!is(data, Answers)) return
      if (data.tag !== 'heard') {
        give(data)
        return
      }
      if (isHeard) return
      isHeard = true
      clearTimeout(timer)
      timer = setTimeout(fallSilent, runMsMax)
    }
    worker.postMessage(message, [port2])
  })
}
