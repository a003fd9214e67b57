import { Dexie } from 'dexie'
import { isChromium } from './chromium.js'
import type { Database } from './database.js'

/**
 * LevelDB drops the request to begin a new log if another write is under way at that moment: it answers both at once,
 * and nothing tells the page. On a busy machine that was 83 times in 291.
 */
const turns = 5

/** Chromium may answer a deletion before the new log begins: on a busy machine up to 46 ms before. */
const settleMs = 100

/**
 * Makes Chromium start a new log for all databases of this origin, which it does by itself only after megabytes:
 * deleting a database compacts the log. If a power cut has torn the last record, Chromium 156 writes on behind the
 * tear; the next start takes the whole log for damaged and silently begins with an empty one.
 * Between two attempts it waits for `rest`.
 *
 * LevelDB does not sync the log that it leaves: of a transaction that is written to both logs, a power cut may take away
 * the first half. So no transaction of the till writes while the log changes.
 */
export async function turnLog(database: Database, rest?: () => Promise<void>): Promise<void> {
  if (!isChromium()) return
  try {
    // The log belongs to the origin, so one new log serves all tabs that open now.
    await navigator.locks.request('counterfoil-turn', { ifAvailable: true }, async (lock) => {
      if (!lock) return
      for (let done = 0; done < turns; done += 1) {
        if (done > 0) await rest?.()
        await turn(database)
      }
    })
  } catch {
    // The page is left, or the disk is full: the old log stays, and the next opening tries again.
  }
}

async function turn(database: Database): Promise<void> {
  const { name, keys } = database
  const scratch = new Dexie(`${name}:turn`)
  scratch.version(1).stores({ scratch: '' })
  // Says nothing, as the journal's own connection: a host may delete every database of its origin at any moment.
  scratch.on('versionchange', () => {
    scratch.close()
    return false
  })
  try {
    await database.transaction('rw', keys, async () => {
      // Created in here, so that nothing of it is left beside a till that was closed meanwhile.
      await Dexie.waitFor(Dexie.ignoreTransaction(() => scratch.table('scratch').put(0, 0)))
      await Dexie.waitFor(Dexie.ignoreTransaction(() => scratch.delete()))
      const until = performance.now() + settleMs
      // A page that is hidden may wait long for a timer, and would keep all others from writing.
      while (performance.now() < until) await keys.count()
    })
  } finally {
    scratch.close()
  }
}
