/** The end of an id; the part before it is mostly the time. */
export function idToText(id: string): string {
  return id.slice(-8)
}

/** The last digits of a card's code. */
export function maskCard(code: string): string {
  return `••••${code.slice(Math.max(4, code.length - 4))}`
}
