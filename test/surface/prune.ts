import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNeededTypes } from './needed.js'

// The compiler declares every file it met; a host needs those that an entry's types lead to.

const needed = new Set(findNeededTypes())
for (const file of readdirSync('dist/types', { recursive: true, withFileTypes: true })) {
  const path = join(file.parentPath, file.name)
  if (file.isFile() && !needed.has(path.replaceAll('\\', '/'))) rmSync(path)
}
