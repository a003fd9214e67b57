import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFileSync } from 'node:child_process'
import { findFreePort } from '../support/programs.js'

const run = promisify(execFile)
const installations = '/usr/lib/postgresql'

/** A PostgreSQL of its own, on loopback, with its data in a temporary folder. */
export interface PostgresServer {
  url: string
  stop: () => Promise<void>
}

/** Why there can be no PostgreSQL here; undefined if there can. */
export function findPostgresObstacle(): string | undefined {
  return findBinaries() === undefined
    ? 'there is no PostgreSQL: apt-get install -y --no-install-recommends postgresql'
    : undefined
}

/** Whether the tests on PostgreSQL are skipped, with a word; where all engines are required, that is a failure. */
export function isPostgresMissing(): boolean {
  const obstacle = findPostgresObstacle()
  if (obstacle !== undefined && process.env.REQUIRE_ENGINES) throw new Error(obstacle)
  if (obstacle !== undefined) console.warn(`Skipping the tests on PostgreSQL: ${obstacle}`)
  return obstacle !== undefined
}

function findBinaries(): string | undefined {
  if (!existsSync(installations)) return undefined
  const versions = readdirSync(installations).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(installations, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root. */
function asUser(program: string, words: string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ['runuser', ['-u', 'postgres', '--', program, ...words]]
    : [program, words]
}

/** Starts a server; it ends with `stop`. */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = findBinaries() ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-postgres-'))
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    )
    chownSync(folder, uid ?? 0, gid ?? 0)
  }
  const data = join(folder, 'data')
  const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await run(...asUser(join(binaries, 'initdb'), words), { cwd: folder })
  const port = await findFreePort()
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60']
  const [program, given] = asUser(join(binaries, 'postgres'), [
    ...['-D', data, '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const server = spawn(program, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  await waitUntilReady(server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run(...asUser(join(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate']), { cwd: folder })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (part: Buffer) => {
      said += String(part)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${said}`))
    })
  })
}
