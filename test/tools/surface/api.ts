import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeReport, readTold, toldToMark } from './changelog.js'
import { readSurfaces } from './declarations.js'
import { readEntries } from './entries.js'
import { createOpenApi } from './openapi.js'
import { surfacesToReference } from './reference.js'
import { surfaceToReport, tidy } from './report.js'

// Compares what is written down of the package's surface with what has been built; with --write, writes it down.

const folder = 'docs/api'
const isWriting = process.argv.includes('--write')
const surfaces = readSurfaces(readEntries(), 'dist/types')
const told = readTold(readFileSync('CHANGELOG.md', 'utf8'))
const complaints: string[] = []

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

function complain(path: string, names: readonly string[], isUntold: boolean): void {
  const changed = names.length > 0 ? `: ${names.join(', ')}` : ''
  const tell = isUntold
    ? `, once a new line of the list under "### Interface" in CHANGELOG.md, section "${told.section}", names each in backticks`
    : ''
  complaints.push(`${path} is not what the types say${changed}.\n  Run: npm run api -- --write${tell}`)
}

const reports = await Promise.all(
  surfaces.map(async (surface) => {
    const path = join(folder, `${surface.entry.name.replaceAll('/', '-')}.api.md`)
    const fresh = await tidy(`${toldToMark(told)}\n\n${surfaceToReport(surface)}`, path)
    return { path, fresh, judged: judgeReport(surface.entry.specifier, read(path), fresh, told) }
  }),
)
const pages = [
  { path: 'docs/reference.md', fresh: await tidy(surfacesToReference(surfaces), 'docs/reference.md') },
  { path: 'docs/openapi.json', fresh: await tidy(JSON.stringify(createOpenApi()), 'docs/openapi.json') },
]

const isUntold = reports.some(({ judged }) => judged.tag === 'untold')
for (const { path, judged } of reports) {
  if (judged.tag === 'untold' || (judged.tag === 'writable' && !isWriting))
    complain(path, judged.names, judged.tag === 'untold')
}
if (isWriting && !isUntold) {
  mkdirSync(folder, { recursive: true })
  for (const { path, fresh } of [...reports, ...pages]) writeFileSync(path, fresh)
}
for (const { path, fresh } of isWriting ? [] : pages) if (read(path) !== fresh) complain(path, [], false)

const known = reports.map(({ path }) => path)
const stray = existsSync(folder)
  ? readdirSync(folder).filter((name) => !known.includes(join(folder, name)))
  : []
for (const name of stray) {
  if (isWriting) rmSync(join(folder, name))
  else complaints.push(`${join(folder, name)} belongs to no entry.\n  Run: npm run api -- --write`)
}

for (const { entry, exports } of surfaces) {
  const bare = exports.filter(({ comment }) => comment === '').map(({ name }) => name)
  if (bare.length > 0)
    complaints.push(`${entry.specifier} says nothing of ${bare.join(', ')}.\n  Write a comment above each`)
}
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
else console.log(`${reports.length} reports, the reference and the OpenAPI file stand as the types say`)
