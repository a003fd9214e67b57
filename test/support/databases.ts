import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where each engine keeps databases inside its profile; files and caches of a page lie elsewhere. */
const folderNames = ['IndexedDB', 'idb', 'indexeddb']

function findFolders(profile: string): string[] {
  const folders = readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && folderNames.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  if (folders.length === 0) throw new Error(`no databases in ${profile}`)
  return folders
}

/** Takes the databases of a browser that is closed away, as browsers do by themselves; nothing else. */
export function razeDatabases(profile: string): void {
  for (const folder of findFolders(profile)) rmSync(folder, { recursive: true })
}

/** Copies the databases of a browser that is closed; the result puts the copy in the place of what is there then. */
export function copyDatabases(profile: string): { putBack: () => void; remove: () => void } {
  const place = mkdtempSync(join(tmpdir(), 'counterfoil-databases-'))
  const folders = findFolders(profile)
  for (const [index, folder] of folders.entries())
    cpSync(folder, join(place, String(index)), { recursive: true })
  return {
    putBack() {
      razeDatabases(profile)
      for (const [index, folder] of folders.entries())
        cpSync(join(place, String(index)), folder, { recursive: true })
    },
    remove() {
      rmSync(place, { recursive: true })
    },
  }
}
