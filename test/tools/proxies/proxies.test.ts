import { rmSync } from 'node:fs'
import pg from 'pg'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateExample } from '../../../src/service/example/tables.js'
import { openPostgresStore } from '../../../src/service/postgres.js'
import { isPostgresMissing, startPostgres, type PostgresServer } from '../../service/postgres-server.js'
import { openBooks } from './books.js'
import { findProxyObstacle, proxyNames, type ProxyName } from './proxy.js'
import { cases, settings, tryFailure } from './settings.js'
import { writeTable } from './table.js'
import { writeOperations } from './tills.js'
import { runTrial } from './trial.js'

const isDatabaseMissing = isPostgresMissing()

/** A proxy that is missing is passed over by name; where all are required, that is a failure. */
function isMissing(name: ProxyName): boolean {
  const obstacle = findProxyObstacle(name)
  if (obstacle !== undefined && process.env.REQUIRE_ENGINES) throw new Error(obstacle)
  if (obstacle !== undefined) console.warn(`Skipping the tests behind ${name}: ${obstacle}`)
  return obstacle !== undefined
}

const missing = proxyNames.filter(isMissing)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const operations = Number(process.env.OPERATIONS ?? 1_000)

describe.skipIf(isDatabaseMissing)('two instances on one PostgreSQL', () => {
  // Inside the repository, so that the process finds `pg`.
  const folder = `dist/proxies-test-${process.pid}`
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    await build({
      configFile: false,
      logLevel: 'warn',
      build: { ssr: 'src/service/example/cli.ts', outDir: folder, emptyOutDir: true, copyPublicDir: false },
    })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(proxyNames.filter((name) => !missing.includes(name)))(
    `do each operation once behind %s, while they are killed and lines are cut (SEED=${seed})`,
    async (proxy) => {
      const count = Math.ceil(operations / proxyNames.length)
      const figures = await runTrial({
        proxy,
        server: server.url,
        command: `${folder}/cli.js`,
        operations: count,
        tills: Math.ceil(count / 10),
        seed,
        killEvery: 50,
      })
      const said = writeTable([figures])
      expect(figures.differences, said).toEqual([])
      const { effects, settled, unknown } = figures
      expect({ effects, settled, unknown }, said).toEqual({ effects: count, settled: count, unknown: 0 })
      expect(figures.kills, said).toBeGreaterThan(0)
      expect(figures.cuts, said).toBeGreaterThan(0)
      expect(figures.repeatsByTills, said).toBeGreaterThan(0)
      if (proxy === 'squid') expect(figures.repeatsByProxy, said).toBe(0)
      else expect(figures.repeatsByProxy, said).toBeGreaterThan(0)
    },
  )

  it('have books in which a missing, a double, a strange and a disordered line are found', async () => {
    const books = await openBooks(server.url, 'planted')
    const pool = new pg.Pool({ connectionString: books.url })
    try {
      await migrateExample(await openPostgresStore(pool), 'postgres')
      const operations = writeOperations('till', 5, 'shared').filter(({ key }) => key !== 'till-2')
      const line = (key: string, card: string | null, cents = 0) =>
        pool.query("insert into ledger (at, operation, card, cents, key) values (0, 'refund', $1, $2, $3)", [
          card,
          cents,
          key,
        ])
      await books.makeCards(['card till/0'])
      await line('till-3', 'card till/0')
      await line('till-1', 'card till/0', 101)
      await line('till-1', 'card till/0', 101)
      await line('nobody-1', null)
      await line('till-4', null)
      expect(await books.compare(operations)).toEqual({
        effects: 5,
        differences: [
          'till-0 was done 0 times',
          'till-1 was done 2 times',
          'nobody-1 is nobody’s',
          'till-1 was done out of order',
          'the cards have 0 cents, not 101',
          'card till/0 has another balance than its lines',
          '0 keys with a reply, not 4',
        ],
      })
    } finally {
      await pool.end()
      await books.close()
    }
  })
})

/** How often a PUT and a POST arrive of a service that dies, one of a service that answers 503, and of one that is late. */
const arrivals: Record<ProxyName, number[][]> = {
  nginx: [
    [2, 1, 1, 1],
    [2, 2, 2, 2],
    [1, 1, 1, 1],
    [2, 1, 1, 1],
  ],
  haproxy: [
    [1, 1, 1, 1],
    [4, 4, 4, 4],
    [4, 1, 1, 1],
  ],
  squid: [
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ],
}

describe.each(proxyNames.filter((name) => !missing.includes(name)))('%s', (name) => {
  const own = settings.filter(({ proxy }) => proxy === name)

  it.each(own.map((setting, index) => ({ setting, expected: arrivals[name][index] })))(
    'repeats what the guide says: $setting.name',
    async ({ setting, expected }) => {
      const found = await Promise.all(
        cases.map(({ method, failure }) => tryFailure(setting, method, failure)),
      )
      expect(found.map((one) => one.arrivals)).toEqual(expected)
    },
  )
})
