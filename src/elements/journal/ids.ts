/** Ids as they stand after a reading, and whether what was known behind it still joins on. */
export interface Laid {
  ids: readonly string[]
  isJoined: boolean
}

/**
 * Lays what was read over what was known, from a place on: what has gone goes, what has come or moved stands where it
 * was found, and what lies behind stays known.
 */
export function layOver(
  known: readonly string[],
  from: number,
  found: readonly string[],
  isEnd: boolean,
): Laid {
  const fresh = new Set(found)
  const head = known.slice(0, from).filter((id) => !fresh.has(id))
  if (isEnd) return { ids: [...head, ...found], isJoined: true }
  const joint = findJoint(known, from, found)
  if (joint === undefined) return { ids: [...head, ...found], isJoined: from >= known.length }
  const tail = known.slice(joint + 1).filter((id) => !fresh.has(id))
  return { ids: [...head, ...found, ...tail], isJoined: true }
}

function findJoint(known: readonly string[], from: number, found: readonly string[]): number | undefined {
  for (const id of [...found].reverse()) {
    const index = known.indexOf(id, from)
    if (index >= 0) return index
  }
  return undefined
}
