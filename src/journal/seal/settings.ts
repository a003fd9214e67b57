import { type SettingRow } from './below.js'
import type { Store, Vault } from './vault.js'

/** Stores a value sealed, since it may contain credentials. */
export async function writeSetting({ database, vault }: Store, name: string, value: unknown): Promise<void> {
  await database.settings.put(await sealSetting(vault, name, value))
}

/** The value of a setting; undefined if it cannot be opened. */
export async function readSetting({ database, vault }: Store, name: string): Promise<unknown> {
  const row = await database.settings.get(name)
  if (!(row?.value instanceof Uint8Array)) return undefined
  // A setting under other keys counts as not set.
  const text = await vault.open(labelOf(name), row.value as Uint8Array<ArrayBuffer>).catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

/** Deletes a setting, if there is one. */
export function deleteSetting({ database }: Store, name: string): Promise<void> {
  return database.settings.delete(name)
}

/** The sealed row of a setting. */
export async function sealSetting(vault: Vault, name: string, value: unknown): Promise<SettingRow> {
  return { name, value: await vault.seal(labelOf(name), JSON.stringify(value)) }
}

function labelOf(name: string): string {
  return `setting/${name}`
}
