import { type Database } from './below.js'

/** Raise it when lanes, fingerprints or the marks of cards are derived in another way. */
const derivation = 1

const rowName = 'derived'

/** Records the place after which rows are derived as by this release. */
export async function noteDerivation({ settings, entries }: Database): Promise<void> {
  if ((await readDerivation({ settings })).isPresent) return
  await settings.db.transaction('rw', [settings, entries], async () => {
    const [after = 0] = await entries.toCollection().reverse().limit(1).primaryKeys()
    await settings.put({ name: rowName, value: { derivation, after } })
  })
}

/** The place after which rows were derived as by this release; Infinity if it was not recorded. */
export async function readDerivation({
  settings,
}: Pick<Database, 'settings'>): Promise<{ isPresent: boolean; after: number }> {
  const value: unknown = (await settings.get(rowName))?.value
  const { derivation: found, after } = (value ?? {}) as { derivation?: unknown; after?: unknown }
  const isPresent = found === derivation && typeof after === 'number'
  return { isPresent, after: isPresent ? after : Infinity }
}
