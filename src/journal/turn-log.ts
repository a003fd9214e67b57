import { Dexie } from 'dexie'
import { isChromium } from './chromium.js'

/**
 * Makes Chromium start a new log for all databases of this origin, which it does by itself only after megabytes:
 * deleting a database compacts the log. If a power cut has torn the last record, Chromium 156 writes on behind the
 * tear; the next start takes the whole log for damaged and silently begins with an empty one.
 */
export async function turnLog(name: string): Promise<void> {
  if (!isChromium()) return
  try {
    // The log belongs to the origin, so one new log serves all tabs that open now.
    await navigator.locks.request('counterfoil-turn', { ifAvailable: true }, (lock) => lock && turn(name))
  } catch {
    // The page is left, or the disk is full: the old log stays, and the next opening tries again.
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
