import { closeSync, type Dirent, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** What a profile keeps its databases in; a profile of one is no use to another. */
export type Store = 'leveldb' | 'sqlite' | 'firefox' | 'webkit'

/** What a profile's databases lie in, by the files that are there; nothing where there are none yet. */
export function findStore(profile: string): Store | undefined {
  return listStores(profile)[0]
}

/** Everything that a profile's databases lie in: while Chromium moves them, or has left some of them, that is two. */
export function listStores(profile: string): Store[] {
  const files = listFiles(profile)
  const isAny = (pattern: RegExp) => files.some((path) => pattern.test(path.slice(profile.length)))
  const plain = files.filter((path) => /\/Default\/IndexedDB\/[^/.]+[^/]*\/[^/]+$/.test(path))
  const found: Record<Store, boolean> = {
    leveldb: isAny(/\/IndexedDB\/[^/]+\.indexeddb\.leveldb\/\d+\.(log|ldb)$/),
    sqlite: plain.some(isSqlite),
    firefox: isAny(/\/storage\/default\/[^/]+\/idb\/[^/]+\.sqlite$/),
    webkit: isAny(/\/indexeddb\/.+\/IndexedDB\.sqlite3$/),
  }
  return (Object.keys(found) as Store[]).filter((store) => found[store])
}

function listFiles(folder: string): string[] {
  const found = orIfGone((): Dirent[] => readdirSync(folder, { withFileTypes: true }), [])
  return found.flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : []
  })
}

/** A browser that runs deletes files and folders under our eyes. */
function orIfGone<Result>(look: () => Result, otherwise: Result): Result {
  try {
    return look()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}

/** By its first bytes: the engine gives its files names that tell nothing. */
function isSqlite(path: string): boolean {
  const head = Buffer.alloc(15)
  const file = orIfGone(() => openSync(path, 'r'), undefined)
  if (file === undefined) return false
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  return head.toString() === 'SQLite format 3'
}
