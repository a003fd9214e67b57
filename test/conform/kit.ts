import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { startPostgres } from '../service/postgres-server.js'
import { buildProgram } from '../support/program.js'

/** The example service as a program, which `restart` kills and starts again on the same port. */
interface RunningKit {
  url: string
  /** Answers once the service is up again. */
  restart: string
}

/** What the check is told of the example service. */
export const kitConfig = {
  cards: {
    pattern: '9900{number}',
    make: {
      method: 'POST',
      url: '/v1.0/svc/associate',
      body: { Card: '{card}', Shop: 'S01', Terminal: 'T1' },
    },
    unknown: '9999',
  },
  readBack: { url: '/ledger?key={key}', gives: 'ledger', match: '{key}' },
  keys: { lifetimeHours: 168 },
}

/** Starts it with its books in a new file of SQLite. */
export function startKitOnSqlite(): Promise<RunningKit> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-kit-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return startKit('--sqlite', join(folder, 'cards.db'))
}

/** Starts it with its books in a PostgreSQL of its own. */
export async function startKitOnPostgres(): Promise<RunningKit> {
  const server = await startPostgres()
  onTestFinished(server.stop)
  return startKit('--postgres', server.url)
}

async function startKit(...books: string[]): Promise<RunningKit> {
  const { path, remove } = await buildProgram('src/service/example/cli.ts')
  onTestFinished(remove)
  let port = '0'
  let child: ChildProcess | undefined

  async function start(): Promise<string> {
    child = spawn(process.execPath, [path, ...books, '--port', port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('the service has no output to read')
    for await (const line of createInterface(child.stdout)) {
      const url = /http:\S+$/.exec(line)?.[0]
      if (url !== undefined) return url
    }
    throw new Error('the service ended before it listened')
  }

  async function kill(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  onTestFinished(kill)
  const url = await start()
  port = new URL(url).port
  const desk = createServer((_, response) => {
    kill()
      .then(start)
      .then(() => response.end('{}'))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    desk.closeAllConnections()
    await new Promise((resolve) => desk.close(resolve))
  })
  return { url, restart: `http://127.0.0.1:${(desk.address() as AddressInfo).port}/restart` }
}
