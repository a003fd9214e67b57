import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFolder, removeFolder } from './apps.js'
import { findBlock } from './blocks.js'
import { cleanEnvironment } from './vite.js'

const run = promisify(execFile)

/** An app of a shop that had its own tools and its own worker before the till came, built with all of them. */
export interface ExistingApp {
  folder: string
  /** Where its build lies. */
  site: string
  remove: () => void
}

/** The bundlers that it may be built with, by their major release. */
export const bundlers = { 5: 'vite', 6: 'vite-6', 7: 'vite-7', 8: 'vite-8' } as const
export type Bundler = keyof typeof bundlers

/** Copies it out of this project and installs what it asks for, in its versions, and the packed package beside that. */
export async function installExisting(tarball: string): Promise<ExistingApp> {
  const folder = createFolder()
  cpSync('test/apps/existing', folder, { recursive: true })
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', tarball, ...quietly], { cwd: folder, env: cleanEnvironment() })
  for (const told of ['ready-worker', 'folder-worker']) {
    await run('sh', ['-ec', findBlock(told).code], { cwd: folder, env: cleanEnvironment() })
  }
  writeFileSync(join(folder, 'public/your-worker.js'), findBlock('hand-written').code)
  await bundle(folder, folder, 5)
  await bundle(folder, folder, 5, '--config', 'vite.worker.config.ts')
  return {
    folder,
    site: join(folder, 'dist'),
    remove: () => {
      removeFolder(folder)
    },
  }
}

async function bundle(home: string, folder: string, bundler: Bundler, ...words: string[]): Promise<void> {
  const command = join(home, 'node_modules', bundlers[bundler], 'bin/vite.js')
  const options = { cwd: folder, env: cleanEnvironment() }
  await run(process.execPath, [command, 'build', '--logLevel', 'warn', ...words], options)
}

/** Builds what README and guide tell of a page in plain TypeScript, with a bundler's defaults; tells where it lies. */
export async function buildWithBundler({ folder: home }: ExistingApp, bundler: Bundler): Promise<string> {
  const folder = join(home, `told-${bundler}`)
  mkdirSync(join(folder, 'src'), { recursive: true })
  mkdirSync(join(folder, 'public'))
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'), 'junction')
  cpSync(join(home, 'public/counterfoil-sw.js'), join(folder, 'public/counterfoil-sw.js'))
  writeFileSync(join(folder, 'package.json'), readFileSync(join(home, 'package.json')))
  writeFileSync(join(folder, 'index.html'), findBlock('page').code)
  writeFileSync(join(folder, 'src/main.ts'), findBlock('plain').code)
  writeFileSync(join(folder, 'src/till.ts'), findBlock('till').code)
  await bundle(home, folder, bundler)
  return join(folder, 'dist')
}

/** What the app's own compiler has to say. */
export async function checkTypes({ folder }: ExistingApp): Promise<string> {
  const command = join(folder, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [command, '-p', folder], { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout
}
