import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { findFreePort } from '../../support/programs.js'
import { startPostgres } from '../../service/postgres-server.js'
import { openBooks } from './books.js'
import { startInstance } from './instance.js'

/** What the service and its database are able to do, without proxies, tills or faults. */
export interface Measure {
  instances: number
  perSecond: number
  /** Milliseconds of a processor for each operation. */
  instanceMs: number
  databaseMs: number
  /** The same for a repeat of it. */
  repeatInstanceMs: number
  repeatDatabaseMs: number
  /** What one key takes on the disk, with its reply and indexes. */
  keyBytes: number
}

type Round = Pick<Measure, 'perSecond' | 'instanceMs' | 'databaseMs'>

const atOnce = 16
const warmUp = 200
/** Of several rounds the best counts: what else the machine does only adds to them. */
const rounds = 3

/** Sends refunds with keys, each once, to some instances on one database, and reads what their processes have used. */
export async function measure(command: string, instances: number, operations: number): Promise<Measure> {
  const server = await startPostgres()
  const closers: (() => unknown)[] = [server.stop]
  try {
    const books = await openBooks(server.url, 'measure')
    closers.push(books.close)
    const ports: number[] = []
    const pids: number[] = []
    for (let index = 0; index < instances; index += 1) {
      const port = await findFreePort()
      const instance = await startInstance({ command, port, database: books.url })
      closers.push(instance.kill)
      ports.push(port)
      pids.push(instance.pid() ?? 0)
    }
    await books.makeCards(Array.from({ length: 1_000 }, (_, index) => `card ${index}`))
    await refundAll(ports, 0, warmUp)
    const play = (from: number) => playRound(ports, pids, books.url, from, operations)
    const first: Round[] = []
    const again: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      first.push(await play(warmUp + round * operations))
      again.push(await play(warmUp + round * operations))
    }
    return {
      instances,
      perSecond: Math.max(...first.map(({ perSecond }) => perSecond)),
      instanceMs: Math.min(...first.map(({ instanceMs }) => instanceMs)),
      databaseMs: Math.min(...first.map(({ databaseMs }) => databaseMs)),
      repeatInstanceMs: Math.min(...again.map(({ instanceMs }) => instanceMs)),
      repeatDatabaseMs: Math.min(...again.map(({ databaseMs }) => databaseMs)),
      keyBytes: await books.readKeyBytes(),
    }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function playRound(
  ports: readonly number[],
  pids: readonly number[],
  database: string,
  from: number,
  operations: number,
): Promise<Round> {
  const before = await readUse(pids, database)
  const began = performance.now()
  await refundAll(ports, from, operations)
  const seconds = (performance.now() - began) / 1_000
  const after = await readUse(pids, database)
  return {
    perSecond: operations / seconds,
    instanceMs: (after.instances - before.instances) / operations,
    databaseMs: (after.database - before.database) / operations,
  }
}

async function refundAll(ports: readonly number[], from: number, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  let next = from
  const work = async () => {
    while (next < from + count) {
      const index = next
      next += 1
      await refund(ports[index % ports.length] ?? 0, agent, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  agent.destroy()
}

function refund(port: number, agent: Agent, index: number): Promise<void> {
  const body = JSON.stringify({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: `card ${index % 1_000}` }],
    StoredValueCardReceipt: { Total: 5, SenderData: { Shop: 'S01', Terminal: 'T1' } },
  })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'idempotency-key': `"measure-${index}"`,
  }
  const path = '/v1.0/svc/refund'
  return new Promise((resolve, reject) => {
    const to = { port, host: '127.0.0.1', method: 'PUT', path, headers, agent }
    const outgoing = request(to, (incoming) => {
      incoming.resume().on('end', () => {
        if (incoming.statusCode === 200) resolve()
        else reject(new Error(`a refund was answered ${incoming.statusCode ?? 0}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

interface Use {
  instances: number
  database: number
}

/** The processor time of the instances, and of all processes of the database's server, in milliseconds. */
async function readUse(pids: readonly number[], database: string): Promise<Use> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = readParent(String(rows[0]?.pid))
  const ofServer = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readParent(name) === server)
  const use = {
    instances: sumProcessorMs(pids),
    database: sumProcessorMs([server, ...ofServer]) + readEndedMs(server),
  }
  await client.end()
  return use
}

function sumProcessorMs(pids: readonly (number | string)[]): number {
  return pids.reduce<number>((total, pid) => total + readProcessorMs(pid), 0)
}

/** The fields of a process after its name; none if it has ended. */
function readFields(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

function readParent(pid: string): string {
  return readFields(pid)[1] ?? ''
}

/** Linux counts in hundredths of a second. */
function readProcessorMs(pid: number | string): number {
  const fields = readFields(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** That of the children that a process has outlived: the pool closes connections that it does not need. */
function readEndedMs(pid: string): number {
  const fields = readFields(pid)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * 10
}

/** One row for each number of instances, in Markdown. */
export function writeMeasures(measures: readonly Measure[]): string {
  const columns: readonly [string, (measure: Measure) => string][] = [
    ['instances', ({ instances }) => String(instances)],
    ['operations a second', ({ perSecond }) => String(Math.round(perSecond))],
    ['processor time of an instance', ({ instanceMs }) => `${instanceMs.toFixed(2)} ms`],
    ['of PostgreSQL', ({ databaseMs }) => `${databaseMs.toFixed(2)} ms`],
    [
      'a second and core, both together',
      (one) => String(Math.round(1_000 / (one.instanceMs + one.databaseMs))),
    ],
    ['of an instance for a repeat', ({ repeatInstanceMs }) => `${repeatInstanceMs.toFixed(2)} ms`],
    ['of PostgreSQL', ({ repeatDatabaseMs }) => `${repeatDatabaseMs.toFixed(2)} ms`],
    ['a key on the disk', ({ keyBytes }) => `${Math.round(keyBytes)} bytes`],
  ]
  return [
    columns.map(([name]) => name),
    columns.map(() => '---:'),
    ...measures.map((measure) => columns.map(([, read]) => read(measure))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
