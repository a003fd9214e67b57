import { StorageRefused } from '../domain/errors.js'
import { findStorageObstacle } from '../platform/storage.js'
import { readOptions, type TillOptions } from './options.js'
import type { Till } from './till.js'

const action = 'the till was not opened'

/** Opens the till's journal, registers its worker and begins to replay whatever waits. */
export async function openTill(options: TillOptions): Promise<Till> {
  const setup = readOptions(options)
  const refusal = findStorageObstacle()
  if (refusal !== undefined) throw new StorageRefused(action, refusal)
  // What is wrong with it, the opening tells.
  warmStorage().catch(() => undefined)
  const { assembleTill } = await loadAssembly()
  return assembleTill(setup)
}

/** A browser opens its files when it is first asked anything about them: while the code is loaded, it has the time. */
async function warmStorage(): Promise<void> {
  // Where storage is denied, the name alone may throw; older browsers have no such question.
  const factory: Partial<IDBFactory> = indexedDB
  await factory.databases?.()
}

/** Where storage is denied, loading ends in the browser's own error; what a server failed to send is another matter. */
async function loadAssembly() {
  try {
    return await import('./assembly.js')
  } catch (error) {
    if (error instanceof DOMException) throw new StorageRefused(action, error)
    throw error
  }
}
