import { isModelOf } from '../../domain/validate.js'
import { type EntryRow, isSoundBody } from './below.js'
import { openBody } from './bodies.js'
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
