import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { readScripts } from './entries.js'
import { findNeededTypes } from './needed.js'
import { findMiskept, type Kept } from './precache.js'
import { compareTypes, findMapped, findUnneeded, findUnlicensed, findUnpictured } from './tarball.js'

// Packs what has been built and looks at the tarball as a registry, a bundler and a compiler would.

interface Packed {
  filename: string
  files: { path: string }[]
}

/** What is built into which script, by the file that holds the licences. */
const bundled = {
  'dist/lib/licenses.md': ['ky'],
  'dist/lib/counterfoil-sw.licenses.md': ['dexie', 'ky', 'superstruct'],
  'dist/lib/standalone-counterfoil.licenses.md': ['dexie', 'ky', 'superstruct', 'workbox-window'],
  'dist/lib/standalone-elements.licenses.md': ['dexie', 'ky', 'lit', 'superstruct', 'workbox-window'],
  'dist/lib/counterfoil-open.html': ['lit', 'superstruct'],
}

/** What is copied and never imported has no types; and the lists are data. */
const untyped = [
  '--exclude-entrypoints',
  './counterfoil-sw.js',
  './precache.json',
  './standalone/counterfoil.js',
  './standalone/elements.js',
  './integrity.json',
  './counterfoil-open.html',
]

function checkTypes(tarball: string): { status: number | null; stdout: string } {
  const words = [
    'node_modules/@arethetypeswrong/cli/dist/index.js',
    tarball,
    '--profile',
    'esm-only',
    ...untyped,
  ]
  return spawnSync(process.execPath, words, { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } })
}

const library = (path: string) => readFileSync(join('dist/lib', path))

function checkPrecaching(): string[] {
  const list = JSON.parse(library('precache.json').toString()) as Kept[]
  const digest = (path: string) => createHash('sha256').update(library(path)).digest('hex').slice(0, 16)
  return findMiskept(list, 'index.js', (path) => library(path).toString(), digest)
}

/** A service worker may not load a part of itself later. */
function checkWorkers(): string[] {
  const scripts = ['worker.js', 'counterfoil-sw.js']
  return scripts
    .filter((path) => /\bimport\(/.test(library(path).toString()))
    .map((path) => `${path} loads a part of itself later, which no service worker may`)
}

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-package-'))
try {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed] = JSON.parse(
    execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [Packed]
  const tarball = join(folder, packed.filename)
  const files = packed.files.map(({ path }) => path)
  const read = (path: string) => readFileSync(path, 'utf8')
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true })
  const attw = checkTypes(tarball)
  const complaints = [
    ...findUnneeded(files, readScripts()).map(
      (path) => `${path} is in the tarball, and no pattern in tarball.ts allows it`,
    ),
    ...findMapped(files, read).map((path) => `${path} names a source map, and none is in the tarball`),
    ...findUnpictured(files, read).map((one) => `${one}, which is not in the tarball`),
    ...findUnlicensed(bundled, read),
    ...compareTypes(files, findNeededTypes()),
    ...checkPrecaching(),
    ...checkWorkers(),
    ...messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`),
    ...(attw.status === 0 ? [] : [`attw: ${attw.stdout}`]),
  ]
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
  else console.log(`${files.length} files in the tarball, each needed; publint and attw have nothing to say`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
