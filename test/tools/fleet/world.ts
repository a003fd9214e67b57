import type { Timer } from '../../../src/ports.js'

interface Event {
  at: number
  order: number
  happen: () => void
}

/** Time that passes only from one event to the next, so that a day of ten thousand tills takes a minute. */
export interface World {
  now: () => number
  after: (delayMs: number, happen: () => void) => Timer
  wait: (delayMs: number) => Promise<void>
  /** Lives until nothing is to happen any more, or until then. */
  live: (untilMs: number) => Promise<void>
}

export function createWorld(): World {
  const events: Event[] = []
  let now = 0
  let orders = 0

  function schedule(delayMs: number, happen: () => void): Event {
    orders += 1
    const event = { at: now + Math.max(0, Math.round(delayMs)), order: orders, happen }
    push(events, event)
    return event
  }

  return {
    now: () => now,
    after(delayMs, happen) {
      let resolve: () => void = () => undefined
      const over = new Promise<void>((ring) => {
        resolve = ring
      })
      const event = schedule(delayMs, () => {
        happen()
        resolve()
      })
      return {
        over,
        cancel() {
          event.happen = () => undefined
        },
      }
    },
    wait: (delayMs) =>
      new Promise((resolve) => {
        schedule(delayMs, resolve)
      }),
    async live(untilMs) {
      for (;;) {
        const next = events[0]
        if (!next || next.at > untilMs) return
        now = next.at
        while (events[0]?.at === now) pop(events)?.happen()
        // Whatever follows from it at once has happened when this comes back.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const isBefore = (one: Event, other: Event) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** A heap: the next event is always the first. */
function push(heap: Event[], event: Event): void {
  let at = heap.length
  heap.push(event)
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || !isBefore(event, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = event
}

function pop(heap: Event[]): Event | undefined {
  const [first] = heap
  const last = heap.pop()
  if (!first || !last || heap.length === 0) return first
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    const right = left + 1
    const [one, two] = [heap[left], heap[right]]
    if (!one) break
    const [below, child] = two && isBefore(two, one) ? [right, two] : [left, one]
    if (!isBefore(child, last)) break
    heap[at] = child
    at = below
  }
  heap[at] = last
  return first
}
