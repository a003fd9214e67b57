import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFolder, removeFolder } from './apps.js'
import { findBlock } from './blocks.js'
import { cleanEnvironment } from './vite.js'

const run = promisify(execFile)

/** A new project, outside of this one, that has the packed package from its package manager. */
export interface FreshProject {
  folder: string
  remove: () => void
}

/** What is asked of the package manager beside the package itself, as this project has it. */
const companions = ['vite', 'react', 'react-dom', 'vue', '@vitejs/plugin-vue', 'workbox-precaching']

/** Makes the project by the README's own line; in place of the package's name stands the tarball. */
export async function installFresh(tarball: string): Promise<FreshProject> {
  const folder = createFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const [command = '', ...words] = findBlock('install').code.trim().split(' ')
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const others = companions.map((name) => `${name}@${devDependencies[name] ?? 'missing'}`)
  const sources = words.map((word) => (word === 'counterfoil' ? tarball : word))
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run(command, [...sources, ...others, ...quietly], { cwd: folder, env: cleanEnvironment() })
  return {
    folder,
    remove: () => {
      removeFolder(folder)
    },
  }
}

export const frameworks = ['plain', 'react', 'vue'] as const
export const workers = ['ready', 'own', 'workbox', 'none'] as const

/** One way to put the till into a page. */
export interface Recipe {
  framework: (typeof frameworks)[number]
  worker: (typeof workers)[number]
  /** The block that opens the till. */
  till: string
  /** The block that builds it, where it is not the usual one. */
  build?: string
  /** Addresses that stand in a block for those that a test has. */
  addresses?: Record<string, string>
}

/** Writes one app down as it is told, builds it, and tells where it lies. */
export async function buildApp(project: FreshProject, name: string, recipe: Recipe): Promise<string> {
  const folder = join(project.folder, name)
  mkdirSync(join(folder, 'src'), { recursive: true })
  symlinkSync(join(project.folder, 'node_modules'), join(folder, 'node_modules'), 'junction')
  cpSync(join(project.folder, 'package.json'), join(folder, 'package.json'))
  const write = (path: string, code: string) => {
    writeFileSync(join(folder, path), code)
  }
  writeFramework(recipe, write)
  // The one line that is not told: the test must see the till.
  const till = `${findBlock(recipe.till).code}\nvoid opening.then((till) => Object.assign(globalThis, { counterfoilTill: till }))\n`
  write('src/till.ts', replaceAddresses(till, recipe.addresses))
  if (recipe.worker === 'ready') await obey('ready-worker', folder)
  if (recipe.worker === 'own' || recipe.worker === 'workbox') {
    write('src/your-worker.ts', findBlock(`${recipe.worker}-worker`).code)
    write('vite.worker.config.ts', findBlock('own-config').code)
    await obey('own-build', folder)
  } else {
    await obey(recipe.build ?? 'build', folder)
  }
  if (recipe.worker === 'workbox') fillManifest(join(folder, 'dist'))
  return join(folder, 'dist')
}

function writeFramework({ framework }: Recipe, write: (path: string, code: string) => void): void {
  const page = findBlock('page').code
  write('index.html', framework === 'react' ? page.replace('main.ts', 'main.tsx') : page)
  switch (framework) {
    case 'plain':
      write('src/main.ts', findBlock('plain').code)
      return
    case 'react':
      write('src/Counter.tsx', findBlock('react').code)
      write('src/main.tsx', findBlock('react-main').code)
      return
    case 'vue':
      write('src/App.vue', findBlock('vue').code)
      write('src/main.ts', findBlock('vue-main').code)
      write('vite.config.ts', findBlock('vue-config').code)
  }
}

export function replaceAddresses(text: string, addresses: Record<string, string> = {}): string {
  return Object.entries(addresses).reduce((told, [from, to]) => told.replaceAll(from, to), text)
}

/** Does what the lines of a block tell a person to do. */
async function obey(name: string, folder: string): Promise<void> {
  await run('sh', ['-ec', findBlock(name).code], { cwd: folder, env: cleanEnvironment() })
}

/** What Workbox's own tools do once everything is built. */
function fillManifest(folder: string): void {
  const worker = join(folder, 'your-worker.js')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name !== 'your-worker.js')
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
  const manifest = JSON.stringify(files.map((url) => ({ url, revision: '1' })))
  const code = readFileSync(worker, 'utf8')
  const filled = code.replace('self.__WB_MANIFEST', manifest)
  if (filled === code) throw new Error('the built worker has no place for its manifest')
  writeFileSync(worker, filled)
}
