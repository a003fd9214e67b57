/** Which unknown outcomes a supervisor cannot look up yet. */
export interface Doubts {
  /** Whether all has ended by now that was on the line when this one was first asked after. */
  isOver: (id: string) => boolean
  forget: (id: string) => void
}

/**
 * A request may reach the service long after its sender has given it up: the books tell what became of it only once
 * whatever was on the line has ended. Sent again before, a refund was applied twice, and rightly so.
 */
export function createDoubts(inFlight: ReadonlySet<number>): Doubts {
  const doubts = new Map<string, readonly number[]>()
  return {
    isOver(id) {
      const then = doubts.get(id)
      if (!then) doubts.set(id, [...inFlight])
      return then?.every((index) => !inFlight.has(index)) ?? false
    },
    forget(id) {
      doubts.delete(id)
    },
  }
}
