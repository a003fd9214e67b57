import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Looks for texts and bytes in every file of a browser's profile, as somebody would who has copied the disk. */
export function findOnDisk(folder: string, wanted: Record<string, Buffer[]>): Record<string, string[]> {
  const found: Record<string, string[]> = Object.fromEntries(Object.keys(wanted).map((name) => [name, []]))
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readIfThere(path)
    for (const [name, forms] of Object.entries(wanted)) {
      if (forms.some((form) => bytes.includes(form))) found[name]?.push(path.slice(folder.length))
    }
  }
  return found
}

/** A text as browsers write it: a byte or two for each character. */
export function textToForms(text: string): Buffer[] {
  return [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
}

/** A browser that runs merges its files and deletes the old ones under our eyes. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
