/** The receipt numbers of this till: the next one, and the last one used. */
export interface Counter {
  readonly next: number
  /** Notes that a number has been used, so that the next is above it. */
  use(number: number): void
}

const firstNumber = 1

/** Counts in the page's local storage; where that is denied, for as long as the page lives. */
export function createCounter(storage: () => Pick<Storage, 'getItem' | 'setItem'>, key: string): Counter {
  let next = firstNumber
  const counter = {
    get next() {
      next = Math.max(next, readNumber(storage, key))
      return next
    },
    use(number: number) {
      if (!Number.isSafeInteger(number) || number < counter.next) return
      next = number + 1
      writeNumber(storage, key, next)
    },
  }
  return counter
}

function readNumber(storage: () => Pick<Storage, 'getItem'>, key: string): number {
  try {
    const kept = Number(storage().getItem(key))
    return Number.isSafeInteger(kept) && kept >= firstNumber ? kept : firstNumber
  } catch {
    return firstNumber
  }
}

function writeNumber(storage: () => Pick<Storage, 'setItem'>, key: string, number: number): void {
  try {
    storage().setItem(key, String(number))
  } catch {
    // Denied or full: the number stays in this page's memory.
  }
}
