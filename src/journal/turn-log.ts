import { Dexie } from 'dexie'
import { isChromium } from './chromium.js'

/**
 * Makes Chromium leave the log in which it keeps all databases of this origin for a new one, as it does by itself
 * only after megabytes: it compacts what a deleted database has left. Where a power cut has torn the last record,
 * Chromium 156 goes on writing behind the tear, and at the start after that takes the whole log for damaged and
 * silently begins anew, empty.
 */
export async function turnLog(name: string): Promise<void> {
  if (!isChromium()) return
  try {
    // The log is the origin's, so that one turn serves all who open just now.
    await navigator.locks.request('counterfoil-turn', { ifAvailable: true }, (lock) => lock && turn(name))
  } catch {
    // Leaving, or no room after all: the log stays as it was, and the next opening tries again.
  }
}

async function turn(name: string): Promise<void> {
  const scratch = new Dexie(`${name}:turn`)
  scratch.version(1).stores({ scratch: '' })
  try {
    await scratch.table('scratch').put(0, 0)
    await scratch.delete()
  } finally {
    scratch.close()
  }
}
