import type { Dexie } from 'dexie'

/** This table is rarely read, so that only writers wait for it. */
const writerTable = 'keys'

/**
 * Allows one writing transaction at a time: each adds one table that all have in common. If Chromium 156 dies while
 * two transactions write to different tables, it finds after the restart that both had locked the database, takes
 * that for damage, and silently starts with an empty one.
 */
export function useSingleWriter(database: Dexie): void {
  database.use({
    stack: 'dbcore',
    name: 'writerTable',
    create: (core) => ({
      ...core,
      transaction: (tables, mode, options) =>
        core.transaction(
          mode === 'readwrite' ? [...new Set([...tables, writerTable])] : tables,
          mode,
          options,
        ),
    }),
  })
}
