import { operationKinds } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Reachability } from '../domain/outcome.js'
import type { Signs, Suspicion } from '../domain/signs.js'
import { isAddressSuspect } from './existence.js'

/** Notes an answer to one kind: the browser lets the till read it. */
export function noteHeard(signs: Signs, kind: OperationKind, isVeiled: boolean, now: number): Signs {
  const { [kind]: _, ...unheard } = signs.unheard
  const { veiledSince: __, ...others } = signs
  return { ...others, unheard, ...(isVeiled && { veiledSince: signs.veiledSince ?? now }) }
}

/** Notes kinds whose sendings ended at once, after a probe that got through. */
export function noteUnheard(signs: Signs, kinds: Iterable<OperationKind>, now: number): Signs {
  const unheard = { ...signs.unheard }
  for (const kind of kinds) {
    const { since, times } = unheard[kind] ?? { since: now, times: 0 }
    unheard[kind] = { since, times: times + 1 }
  }
  return { ...signs, unheard }
}

/** Notes whether the browser blocked a probe. */
export function noteProbe(signs: Signs, found: Reachability, now: number): Signs {
  const { blockedSince = now, ...others } = signs
  return found === 'blocked' ? { ...others, blockedSince } : others
}

/** A service that has taken operations is not suspected the first time, since connections break as well. */
export function suspect(signs: Signs, hasAcknowledged: boolean): Suspicion[] {
  const { unheard, veiledSince, blockedSince } = signs
  const timesMin = hasAcknowledged ? 2 : 1
  const kinds = operationKinds.filter((kind) => (unheard[kind]?.times ?? 0) >= timesMin)
  const sinces = kinds.flatMap((kind) => unheard[kind]?.since ?? [])
  return [
    ...suspectAddress(signs),
    ...(kinds.length > 0 ? [{ likely: 'cors' as const, kinds, since: Math.min(...sinces) }] : []),
    ...(veiledSince === undefined ? [] : [{ likely: 'hidden-headers' as const, since: veiledSince }]),
    ...(blockedSince === undefined ? [] : [{ likely: 'csp' as const, since: blockedSince }]),
  ]
}

function suspectAddress(signs: Signs): Suspicion[] {
  const kinds = operationKinds.filter((kind) => isAddressSuspect(signs, kind))
  const sinces = kinds.flatMap((kind) => signs.missing?.[kind]?.since ?? [])
  return kinds.length > 0 ? [{ likely: 'address', kinds, since: Math.min(...sinces) }] : []
}
