import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The package as a registry would hand it out. */
export interface Tarball {
  path: string
  /** The files in it, by their path in the package. */
  files: string[]
  remove: () => void
}

/** An app of a host, in a folder far from this project, with the packed package installed. */
export interface InstalledApp {
  folder: string
  remove: () => void
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Emits the declarations and packs what has been built. */
export function packPackage(): Tarball {
  const folder = createFolder()
  execFileSync('npm', ['run', 'declarations'], { stdio: 'pipe' })
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed] = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', stdio: 'pipe' })) as [
    { filename: string; files: { path: string }[] },
  ]
  return {
    path: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    remove: () => {
      removeFolder(folder)
    },
  }
}

/** Copies an app out of this project and installs what it asks for: the tarball, and links for all else. */
export function installApp(name: string, tarball: Pick<Tarball, 'path'>): InstalledApp {
  const folder = createFolder()
  cpSync(join('test/apps', name), folder, { recursive: true })
  const home = join(folder, 'node_modules/counterfoil')
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-xzf', tarball.path, '-C', home, '--strip-components', '1'])
  const { dependencies, devDependencies } = readManifest(folder)
  const asked = Object.keys({ ...dependencies, ...devDependencies, ...readManifest(home).dependencies })
  for (const dependency of findAll(asked.filter((one) => one !== 'counterfoil'))) link(dependency, folder)
  mkdirSync(join(folder, 'public'), { recursive: true })
  return {
    folder,
    remove: () => {
      removeFolder(folder)
    },
  }
}

/** Puts the ready-made worker where the till looks for it. */
export function copyWorker({ folder }: Pick<InstalledApp, 'folder'>, where = ''): void {
  const worker = 'counterfoil-sw.js'
  cpSync(join(folder, 'node_modules/counterfoil/dist/lib', worker), join(folder, where, worker))
}

/** What they need in turn, as a package manager lays it flat; what an optional one lacks is left out. */
function findAll(names: readonly string[], found: Set<string> = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name) || !existsSync(join('node_modules', name))) continue
    found.add(name)
    findAll(Object.keys(readManifest(join('node_modules', name)).dependencies ?? {}), found)
  }
  return found
}

function link(name: string, folder: string): void {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(resolve('node_modules', name), path, 'junction')
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** A folder far from this project. */
export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'counterfoil-app-'))
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}
