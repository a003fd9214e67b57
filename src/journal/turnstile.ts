import type { Dexie } from 'dexie'

/** Hardly ever read, so that nobody waits at it but writers. */
const turnstile = 'keys'

/**
 * Lets one transaction at a time write to a database, whatever tables it is for: each takes one table along that all
 * have in common. Where a browser dies in the midst of two that write to different tables, Chromium 156 finds on disk
 * that both had locked the database's name, which only one may after a restart, takes that for damage, and silently
 * begins anew, empty.
 */
export function passOneByOne(database: Dexie): void {
  database.use({
    stack: 'dbcore',
    name: 'turnstile',
    create: (core) => ({
      ...core,
      transaction: (tables, mode, options) =>
        core.transaction(mode === 'readwrite' ? [...new Set([...tables, turnstile])] : tables, mode, options),
    }),
  })
}
