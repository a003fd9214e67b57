import type { Store } from './prepare.js'
import type { SettingRow } from './rows.js'
import type { Vault } from './vault.js'

/** Keeps something of the till's own, sealed: there may be credentials in it. */
export async function writeSetting({ database, vault }: Store, name: string, value: unknown): Promise<void> {
  await database.settings.put(await sealSetting(vault, name, value))
}

/** What was kept under a name; nothing if it cannot be opened. */
export async function readSetting({ database, vault }: Store, name: string): Promise<unknown> {
  const row = await database.settings.get(name)
  if (!(row?.value instanceof Uint8Array)) return undefined
  const text = await vault.open(labelOf(name), row.value as Uint8Array<ArrayBuffer>).catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

/** The row of a setting. */
export async function sealSetting(vault: Vault, name: string, value: unknown): Promise<SettingRow> {
  return { name, value: await vault.seal(labelOf(name), JSON.stringify(value)) }
}

function labelOf(name: string): string {
  return `setting/${name}`
}
