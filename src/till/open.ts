import { BrowserRequired, DexieConflict, LoadFailed, StorageRefused } from '../domain/errors.js'
import { readOptions, type TillOptions } from './options.js'
import type { Till } from './till.js'

const action = 'openTill'

/** Opens the till's journal, registers its worker and begins to replay waiting operations. */
export async function openTill(options: TillOptions): Promise<Till> {
  assertBrowser()
  // Browsers offer cryptography only in secure contexts. On an insecure page '/api' is an insecure address too.
  if (!globalThis.isSecureContext) throw new StorageRefused(action, undefined, 'insecure')
  const setup = readOptions(options)
  // Opening the journal reports the error.
  warmStorage().catch(() => undefined)
  const { assembleTill } = await loadAssembly()
  return assembleTill(setup)
}

/** Some servers have part of a browser's interface, but no page. */
function assertBrowser(): void {
  const missing = ['document', 'location'].find((name) => !Reflect.has(globalThis, name))
  if (missing !== undefined) throw new BrowserRequired(missing)
}

/** A browser opens its files at the first request: this happens while the code is loaded. */
async function warmStorage(): Promise<void> {
  // If storage is denied, naming `indexedDB` may throw; older browsers lack `databases`.
  const factory: Partial<IDBFactory> = indexedDB
  await factory.databases?.()
}

/** If storage is denied, loading fails with the browser's own error; a network failure is another error. */
async function loadAssembly() {
  try {
    return await import('./assembly.js')
  } catch (error) {
    if (error instanceof DOMException) throw new StorageRefused(action, error)
    throw errorToConflict(error) ?? new LoadFailed(action, error)
  }
}

/** Dexie registers itself globally, and refuses to load beside another version. */
function errorToConflict(error: unknown): DexieConflict | undefined {
  const loaded = (globalThis as Record<symbol, { semVer?: unknown } | undefined>)[Symbol.for('Dexie')]
  const found = loaded?.semVer
  if (typeof found !== 'string' || !(error instanceof Error)) return undefined
  const versions: string[] = error.message.match(/\d+\.\d+\.\d+[\w.-]*/g) ?? []
  const own = versions.find((version) => version !== found)
  return own !== undefined && versions.includes(found) ? new DexieConflict(found, own, error) : undefined
}
