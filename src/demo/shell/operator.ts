/** The person who is at the till. */
export interface Operator {
  name(): string
  set(name: string): void
  /** Calls back with each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

export function createOperator(name: string): Operator {
  const listeners = new Set<() => void>()
  let present = name
  return {
    name: () => present,
    set(next) {
      present = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Fills in the present name, now and at each change, until a person has written another one. */
export function fillIn(operator: Omit<Operator, 'set'>, input: HTMLInputElement): () => void {
  let filled = ''
  const fill = () => {
    const name = operator.name()
    const isWritten = input.value !== filled && input.value.trim() !== name
    if (isWritten) return
    filled = name
    input.value = name
  }
  fill()
  return operator.subscribe(fill)
}
