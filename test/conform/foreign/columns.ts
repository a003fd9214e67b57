import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createHandler } from '../../../src/sandbox/handler.js'
import { createSandboxService } from '../../../src/sandbox/http.js'
import { exampleConfig } from '../../../src/conform/example.js'
import { kitConfig, startKitOnPostgres, startKitOnSqlite } from '../kit.js'
import { shopConfig, startShop, type Handler, type Life } from '../shop.js'
import { createExpressApp } from './express-idempotency.js'
import { createNodeIdempotencyApp } from './node-idempotency.js'
import { createPowertoolsApp } from './powertools.js'

/** A column of the matrix: a service, and how it is started; `config` is what the check is told of it. */
export interface Column {
  name: string
  start: () => Promise<{ url: string; config: object }>
}

/** Conditions and origins are no business of a middleware for keys. */
const plain = { conditions: false, origin: undefined, endpoints: ['refund', 'associate'], patienceSeconds: 3 }

function foreign(name: string, createApp: (life: Life) => Handler): Column {
  const { version } = createRequire(import.meta.url)(`../../../node_modules/${name}/package.json`) as {
    version: string
  }
  return {
    name: `${name} ${version}`,
    start: async () => ({ url: await startShop(createApp), config: { ...shopConfig, ...plain } }),
  }
}

const sandboxMs = 25

const sandbox: Column = {
  name: 'the sandbox with `--keys`',
  start: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-conform-'))
    onTestFinished(() => {
      rmSync(folder, { recursive: true })
    })
    const parts = { settings: { keys: true }, ledgerFile: join(folder, 'ledger.jsonl') }
    const url = await startShop((life) => {
      const handle = createHandler(createSandboxService(parts))
      return async (request, response) => {
        // It does an operation within a moment, in which no crash would find it.
        await life.wait(sandboxMs)
        handle(request, response)
      }
    })
    const hooks = { ...exampleConfig.hooks, restart: shopConfig.hooks.restart }
    return { url, config: { ...plain, hooks } }
  },
}

function kit(name: string, start: typeof startKitOnSqlite): Column {
  return {
    name: `the kit on ${name}`,
    start: async () => {
      const { url, restart } = await start()
      return { url, config: { ...kitConfig, ...plain, hooks: { restart: { url: restart } } } }
    },
  }
}

export const columns: readonly Column[] = [
  sandbox,
  kit('SQLite', startKitOnSqlite),
  kit('PostgreSQL', startKitOnPostgres),
  foreign('express-idempotency', createExpressApp),
  foreign('@node-idempotency/core', createNodeIdempotencyApp),
  foreign('@aws-lambda-powertools/idempotency', createPowertoolsApp),
]
