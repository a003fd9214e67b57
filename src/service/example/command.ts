import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { toNodeListener } from '../node.js'
import { openPostgresStore } from '../postgres.js'
import { createCardService, type CardService } from '../service.js'
import { openSqliteStore, type SqliteDatabase } from '../sqlite.js'
import type { Store } from '../store.js'
import { exampleHandlers } from './handlers.js'
import { migrateExample } from './tables.js'

/** What the command needs from its process. */
export interface CommandContext {
  print: (line: string) => void
  printError: (line: string) => void
  /** Aborts to stop the service. */
  stop: AbortSignal
}

const help = `counterfoil-service: a card service to start from, with its books in a database

  --sqlite FILE     keep the books in this file of SQLite
  --postgres URL    keep them in this database of PostgreSQL
  --port N          listen on this port (default: any free port)
  --host NAME       listen on this address (default: 127.0.0.1)
  --origin URL      a till's page may come from this origin; may be repeated
  --help            show this

SQLite needs the package better-sqlite3, or a Node that has node:sqlite; PostgreSQL needs pg.
It takes every caller: it is an example, and not a service for the open net.

  GET /ledger?key=K shows the entries of its ledger that a key has made`

interface Flags {
  sqlite?: string | undefined
  postgres?: string | undefined
  port: number
  host: string
  origin: string[]
}

/** Runs the example service until `stop` aborts, and returns the exit code. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { print, printError, stop } = context
  try {
    const flags = readFlags(args)
    if (!flags) {
      print(help)
      return 0
    }
    const books = await openBooks(flags)
    const { server, url } = await listen(books.store, flags)
    print(`The example service listens on ${url}`)
    await aborted(stop)
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await books.close()
    return 0
  } catch (error) {
    printError(`counterfoil-service: ${error instanceof Error ? error.message : String(error)}`)
    printError('Try counterfoil-service --help')
    return 2
  }
}

function readFlags(args: readonly string[]): Flags | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sqlite: { type: 'string' },
      postgres: { type: 'string' },
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      origin: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new Error(`--port takes 0 to 65535, not "${values.port}"`)
  if ((values.sqlite === undefined) === (values.postgres === undefined))
    throw new Error('give either --sqlite FILE or --postgres URL')
  return { ...values, port }
}

interface Books {
  store: Store
  close: () => Promise<void>
}

async function openBooks({ sqlite, postgres }: Flags): Promise<Books> {
  if (sqlite !== undefined) {
    const database = await openSqlite(sqlite)
    const store = await openSqliteStore(database)
    await migrateExample(store, 'sqlite')
    return {
      store,
      close: () => {
        database.close()
        return Promise.resolve()
      },
    }
  }
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: postgres })
  const store = await openPostgresStore(pool)
  await migrateExample(store, 'postgres')
  return { store, close: () => pool.end() }
}

type ClosableDatabase = SqliteDatabase & { close: () => unknown }

const bundled = 'node:sqlite'

/** The driver that is installed, or the one that newer Nodes bring along. */
async function openSqlite(file: string): Promise<ClosableDatabase> {
  try {
    const { default: Database } = await import('better-sqlite3')
    return new Database(file)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const { DatabaseSync } = (await import(bundled)) as {
      DatabaseSync: new (file: string) => ClosableDatabase
    }
    return new DatabaseSync(file)
  }
}

async function listen(store: Store, { host, port, origin }: Flags): Promise<{ server: Server; url: string }> {
  const service = createCardService({ store, handlers: exampleHandlers, origins: origin })
  const server = createServer(toNodeListener(withLedger(service, store)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const authority = host.includes(':') ? `[${host}]` : host
  return { server, url: `http://${authority}:${taken}` }
}

/** The books can be read back, so that a check of the service can count effects. */
function withLedger({ fetch }: CardService, store: Store): Pick<CardService, 'fetch'> {
  return {
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (request.method !== 'GET' || pathname !== '/ledger') return fetch(request)
      const rows = await store.transact((transaction) =>
        transaction.query('select id, operation, card, cents, key from ledger where key = $1 order by id', [
          searchParams.get('key') ?? '',
        ]),
      )
      return Response.json(
        rows.map(({ id, cents, ...row }) => ({ id: Number(id), ...row, cents: Number(cents) })),
      )
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => {
      resolve()
    })
  })
}
