import type { OperationKind } from '../../domain/models.js'
import { type BodyRow, rowFormat } from './below.js'
import { eraseSecrets } from './secrets.js'
import type { Vault } from './vault.js'

/** Seals a body without its secrets, and also the whole body if it has secrets. */
export async function sealBody(
  vault: Vault,
  id: string,
  kind: OperationKind,
  text: string,
): Promise<BodyRow> {
  const erased = eraseSecrets(kind, text)
  const [kept, secret] = await Promise.all([
    vault.seal(labelOf(id, 'kept'), erased),
    erased === text ? undefined : vault.seal(labelOf(id, 'secret'), text),
  ])
  return { v: rowFormat, id, kept, ...(secret && { secret }) }
}

/** The body of an entry as it would be sent, without the secrets once they are erased. */
export async function openBody(vault: Vault, { id, kept, secret }: BodyRow): Promise<string> {
  return secret ? vault.open(labelOf(id, 'secret'), secret) : vault.open(labelOf(id, 'kept'), kept)
}

/** The label of a sealed text, which opens under no other label. */
export function labelOf(id: string, part: 'kept' | 'secret' | 'reply'): string {
  return `${part}/${id}`
}
