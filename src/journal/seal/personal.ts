import { endpointOf } from '../../domain/endpoints.js'
import type { OperationKind } from '../../domain/models.js'
import { erasePath } from '../../domain/paths.js'

/** A body without its personal data, as retention leaves it. */
export function erasePersonal(kind: OperationKind, body: string): string {
  const { personal } = endpointOf(kind)
  return JSON.stringify(personal.reduce<unknown>(erasePath, JSON.parse(body)))
}
