import type { ListedEntry } from '../../index.js'
import { maskCard } from '../words.js'
import type { LedgerArrival } from './control.js'
import type { Sightings } from './history.js'

/**
 * When each operation set out. The journal keeps when an attempt ended; when it began is told by whoever saw it
 * leave, and by the service that saw it come.
 */
export function findDepartures(
  entries: readonly ListedEntry[],
  seen: Sightings,
  arrivals: readonly LedgerArrival[],
): Sightings {
  const came = new Map<string, number[]>()
  for (const { operation, bodyText, at } of arrivals) {
    if (operation === undefined) continue
    const name = nameOf(operation, readCards(bodyText))
    came.set(name, [...(came.get(name) ?? []), Date.parse(at)])
  }
  return new Map(
    entries.map(({ id, kind, cards }) => {
      const all = [...(seen.get(id) ?? []), ...(came.get(nameOf(kind, cards)) ?? [])]
      return [id, all.sort((one, other) => one - other)]
    }),
  )
}

/** Operations on one card go one after the other, so card and moment together tell which one came. */
function nameOf(kind: string, cards: readonly string[]): string {
  return [kind, ...[...cards].sort()].join(' ')
}

const cardFields = /"(?:Card|CardCode|StoredValueCardCode|OldCardCode)":"([^"]*)"/g

function readCards(bodyText: string): string[] {
  const codes = [...bodyText.matchAll(cardFields)].map(([, code = '']) => code)
  return [...new Set(codes)].map(maskCard)
}
