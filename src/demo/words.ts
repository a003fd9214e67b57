/** The end of an id: what comes before it is mostly the time. */
export function idToText(id: string): string {
  return id.slice(-8)
}

/** Enough of a card's code to tell it from its neighbour. */
export function maskCard(code: string): string {
  return `••••${code.slice(Math.max(4, code.length - 4))}`
}
