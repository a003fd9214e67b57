import { Dexie } from 'dexie'
import { isChromium } from './chromium.js'

/**
 * LevelDB drops the request to begin a new log if another write is under way at that moment: it answers both at once,
 * and nothing tells the page. Under load that is one time in thirty.
 */
const turns = 3

/**
 * Makes Chromium start a new log for all databases of this origin, which it does by itself only after megabytes:
 * deleting a database compacts the log. If a power cut has torn the last record, Chromium 156 writes on behind the
 * tear; the next start takes the whole log for damaged and silently begins with an empty one.
 * Between two attempts it waits for `rest`.
 */
export async function turnLog(name: string, rest: () => Promise<void>): Promise<void> {
  if (!isChromium()) return
  try {
    // The log belongs to the origin, so one new log serves all tabs that open now.
    await navigator.locks.request('counterfoil-turn', { ifAvailable: true }, async (lock) => {
      if (!lock) return
      await turn(name)
      for (let more = 1; more < turns; more += 1) {
        await rest()
        await turn(name)
      }
    })
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
