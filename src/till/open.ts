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
  const { assembleTill } = await loadAssembly()
  return assembleTill(setup)
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
