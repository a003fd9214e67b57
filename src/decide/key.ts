import type { Policy } from './policy.js'

/** The key of a new operation, if the service recognises keys. */
export function createKey({ key }: Policy, createId: () => string): { key?: string } {
  return key ? { key: createId() } : {}
}
