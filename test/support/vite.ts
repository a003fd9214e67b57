import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { resolve as resolvePath } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from './programs.js'

const command = resolvePath('node_modules/vite/bin/vite.js')

/** Vite as a person runs it: the test runner's own variables would change its configuration. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { VITEST: _, NODE_ENV: __, ...environment } = process.env
  return environment
}

/** Builds library, workers and demo, as `npm run build` does; or an app in a folder of its own. */
export function buildWithVite(folder = '.', ...words: string[]): void {
  const options = { cwd: folder, env: cleanEnvironment(), encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'build', '--logLevel', 'warn', ...words],
    options,
  )
  if (status !== 0) throw new Error(`vite build failed:\n${stdout}${stderr}`)
}

export interface Server {
  url: string
  /** Takes the whole server away, as a power cut would. */
  stop: () => Promise<void>
}

/** The demo and the sandbox together, as `npm start` serves them; or an app elsewhere. */
export async function startPreview(folder = '.'): Promise<Server> {
  const chosen = await findFreePort()
  const words = [command, 'preview', '--port', String(chosen), '--strictPort', '--host', '127.0.0.1']
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilListening(child)
  return {
    url: `http://127.0.0.1:${chosen}`,
    stop: () => stopChild(child),
  }
}

async function untilListening(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('the server has no output to read')
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('127.0.0.1')) return
  }
  throw new Error('the server ended before it listened')
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    child.once('exit', () => {
      resolve()
    })
    child.kill('SIGKILL')
  })
}
