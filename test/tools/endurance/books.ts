import type { Till } from '../../../src/index.js'
import { endpoints } from '../../../src/domain/endpoints.js'
import type { Models, OperationKind } from '../../../src/domain/models.js'
import { effectToMarker, markerOf } from '../../simulation/bodies.js'
import type { ArrivedOperation, Books, Difference } from './compare.js'
import type { Counter, JournalEntry } from './counter.js'
import type { Site } from './site.js'

declare const counterfoilTill: Till

export interface TimedArrival extends ArrivedOperation {
  at: number
  isApplied: boolean
}

/** The ledger of the service and the journals of all tills, as they are compared. */
export function gatherBooks(
  { service, arrivals }: Site,
  counters: readonly Counter[],
  journals: ReadonlyMap<string, readonly JournalEntry[]>,
): Books & { arrivals: readonly TimedArrival[] } {
  return {
    confirmed: counters.flatMap(({ confirmed }) => confirmed),
    unheard: new Set(counters.flatMap(({ unheard }) => [...unheard])),
    kept: counters.flatMap(({ name, resent }) =>
      (journals.get(name) ?? []).map(({ id, kind, state, request, attempts }) => ({
        till: name,
        marker: id,
        kind: kind as OperationKind,
        state,
        request,
        attempts: attempts.reduce((sum, count) => sum + count, 0),
        resent: (resent.get(id) ?? []).map((at, index) => ({ at, attempts: attempts[index + 1] ?? 0 })),
      })),
    ),
    effects: service.bank.effects.map((effect) => ({ marker: effectToMarker(effect), body: effect.body })),
    arrivals: arrivals.flatMap(({ operation, bodyText, at, effect }) =>
      operation
        ? [
            {
              marker: textToMarker(operation, bodyText),
              bodyText,
              at: Date.parse(at),
              isApplied: effect !== undefined,
            },
          ]
        : [],
    ),
    isRepeatable: (kind) => endpoints[kind].replay === 'idempotent',
  }
}

function textToMarker(kind: OperationKind, bodyText: string): string {
  try {
    return markerOf(kind, JSON.parse(bodyText) as object)
  } catch {
    return 'unreadable'
  }
}

/** What a till says of its own journal, and whether a receipt's number was given twice. */
export async function examine({ name, device }: Counter): Promise<Difference[]> {
  const verification = await device.ask(() => counterfoilTill.verifyJournal())
  const numbers = await device.ask(async () => {
    const found: string[] = []
    let after: string | undefined
    for (;;) {
      const entries = await counterfoilTill.entries({
        kind: 'refund',
        limit: 500,
        ...(after !== undefined && { after }),
      })
      for (const { request } of entries) {
        const { SenderData: sender } = (request as Models['refund']).StoredValueCardReceipt ?? {}
        found.push(`${sender?.Shop} ${sender?.Terminal} ${sender?.Number}`)
      }
      after = entries.at(-1)?.id
      if (after === undefined) return found
    }
  })
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  return [
    ...(verification.isIntact
      ? []
      : [{ marker: verification.altered.id ?? name, what: `is altered: ${verification.altered.what}` }]),
    ...twice.map((number) => ({ marker: name, what: `gave the receipt number ${number} twice` })),
  ]
}

/** For each time the line came back, how long until the last was applied of what was confirmed as saved and waited then. */
export function measureRecoveries(
  arrivals: readonly TimedArrival[],
  { counters, returns }: { counters: readonly Counter[]; returns: readonly number[] },
): number[] {
  const firstEffects = new Map<string, number>()
  for (const { marker, at, isApplied } of arrivals)
    if (isApplied && !firstEffects.has(marker)) firstEffects.set(marker, at)
  const longest = returns.map(() => 0)
  for (const { marker, at } of counters.flatMap(({ confirmed }) => confirmed)) {
    const appliedAt = firstEffects.get(marker)
    if (appliedAt === undefined) continue
    const index = returns.findLastIndex((back) => back > at && back <= appliedAt)
    longest[index] = Math.max(longest[index] ?? 0, appliedAt - (returns[index] ?? appliedAt))
  }
  return longest
}
