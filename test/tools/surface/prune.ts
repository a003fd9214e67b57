import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEntries } from './entries.js'
import { shakeTypes } from './shake.js'

// The compiler declares every file it met; a host needs those declarations that an entry's types lead to.

const folder = 'dist/types'
const entries = readEntries().map(({ types }) => resolve(types).replaceAll('\\', '/'))
const texts = shakeTypes(entries, resolve(folder))
for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = resolve(join(file.parentPath, file.name)).replaceAll('\\', '/')
  if (!file.isFile()) continue
  const text = texts.get(path)
  if (text === undefined) rmSync(path)
  else writeFileSync(path, text)
}
