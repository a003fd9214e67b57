import { endpointOf } from '../../domain/endpoints.js'
import type { OperationKind } from '../../domain/models.js'
import { erasePath } from '../../domain/paths.js'

/** A body without its secrets; the same text if it has none. */
export function eraseSecrets(kind: OperationKind, body: string): string {
  const { secrets } = endpointOf(kind)
  if (secrets.length === 0) return body
  return JSON.stringify(secrets.reduce<unknown>(erasePath, JSON.parse(body)))
}
