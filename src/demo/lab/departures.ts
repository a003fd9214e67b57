import type { ListedEntry } from '../../index.js'
import { maskCard } from '../words.js'
import type { LedgerArrival } from './control.js'
import type { Sightings } from './history.js'

/**
 * Finds when each operation was sent. The journal stores only the end of an attempt, so this uses the times at which
 * the page saw it in flight and the sandbox received it.
 */
export function findDepartures(
  entries: readonly ListedEntry[],
  seen: Sightings,
  arrivals: readonly LedgerArrival[],
): Sightings {
  const received = new Map<string, number[]>()
  for (const { operation, bodyText, at } of arrivals) {
    if (operation === undefined) continue
    const name = nameOf(operation, readCards(bodyText))
    received.set(name, [...(received.get(name) ?? []), Date.parse(at)])
  }
  return new Map(
    entries.map(({ id, kind, cards }) => {
      const all = [...(seen.get(id) ?? []), ...(received.get(nameOf(kind, cards)) ?? [])]
      return [id, all.sort((one, other) => one - other)]
    }),
  )
}

/** A name for matching requests with entries: operations of one card are sent one at a time, so kind and cards are enough. */
function nameOf(kind: string, cards: readonly string[]): string {
  return [kind, ...[...cards].sort()].join(' ')
}

const cardFields = /"(?:Card|CardCode|StoredValueCardCode|OldCardCode)":"([^"]*)"/g

function readCards(bodyText: string): string[] {
  const codes = [...bodyText.matchAll(cardFields)].map(([, code = '']) => code)
  return [...new Set(codes)].map(maskCard)
}
