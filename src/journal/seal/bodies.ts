import type { OperationKind } from '../../domain/models.js'
import { isModelOf } from '../../domain/validate.js'
import { type BodyRow, type EntryRow, isSoundBody, rowFormat } from './below.js'
import { eraseSecrets } from './secrets.js'
import type { Vault } from './vault.js'

/** The text of a sealed body, or the reason why it cannot be read. */
export type Opened = { text: string } | { unreadable: string }

/** Opens a body outside of any transaction. */
export async function readBody(vault: Vault, row: EntryRow, body: unknown): Promise<Opened> {
  if (!isSoundBody(body)) return { unreadable: 'its body is missing or damaged' }
  // Its entry is parked as unreadable, and its history says so.
  const text = await openBody(vault, body).catch(() => undefined)
  if (text === undefined) return { unreadable: 'its body cannot be opened' }
  return isBodyOf(row, text) ? { text } : { unreadable: 'its body does not have the expected form' }
}

/** Whether a text is a valid body of the entry's kind. */
export function isBodyOf({ kind }: Pick<EntryRow, 'kind'>, body: string): boolean {
  try {
    return isModelOf(kind, JSON.parse(body))
  } catch {
    // A body that is no JSON is no body, and the entry is parked as unreadable.
    return false
  }
}

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
