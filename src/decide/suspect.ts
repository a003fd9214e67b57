import { operationKinds } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Signs, Suspicion } from '../domain/signs.js'

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

/** Whether two operations in a row had such an outcome. */
export function isAddressSuspect({ missing }: Signs, kind: OperationKind): boolean {
  return (missing?.[kind]?.ids.length ?? 0) >= suspectMin
}

/** A single operation may be at fault itself. */
export const suspectMin = 2
