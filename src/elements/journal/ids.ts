/** The ids after a read, and whether the known ids behind it still follow. */
export interface Laid {
  ids: readonly string[]
  isJoined: boolean
}

/**
 * Merges a read into the known ids from a place on: missing ids are removed, new or moved ones go where they were
 * found, and the ids behind stay.
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
