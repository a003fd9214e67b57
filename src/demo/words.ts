/** The end of an id; the part before it is mostly the time. */
export function idToText(id: string): string {
  return id.slice(-8)
}

/** The last digits of a card's code. */
export function maskCard(code: string): string {
  return showLast(code, 4)
}

function showLast(code: string, shown: number): string {
  return `••••${code.slice(Math.max(4, code.length - shown))}`
}

/** The last digits of two cards' codes, as many as tell them apart; whole codes where that takes their first digits. */
export function maskApart(left: string, right: string): [left: string, right: string] {
  for (let shown = 4; shown < Math.max(left.length, right.length); shown += 1) {
    const [one, other] = [showLast(left, shown), showLast(right, shown)]
    if (one !== other) return [one, other]
  }
  return [left, right]
}
