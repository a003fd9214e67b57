import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/service/example/command.js'
import { isPostgresMissing, startPostgres } from './postgres-server.js'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-service-'))
const endings: (() => Promise<unknown>)[] = []
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

interface Running {
  url: string
  end: () => Promise<number>
}

async function start(...args: string[]): Promise<Running> {
  const stopping = new AbortController()
  let code: Promise<number> = Promise.resolve(NaN)
  const url = await new Promise<string>((resolve, reject) => {
    code = runCommand(args, {
      print: (line) => {
        resolve(line.split(' ').at(-1) ?? '')
      },
      printError: (line) => {
        reject(new Error(line))
      },
      stop: stopping.signal,
    })
  })
  const end = () => {
    stopping.abort()
    return code
  }
  endings.push(end)
  return { url, end }
}

function put(url: string, path: string, key: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `"${key}"` }
  return fetch(`${url}/v1.0/svc/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
}

const associate = { Shop: 'S01', Terminal: 'T1', Card: '9001' }
const refund = {
  StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001' }],
  StoredValueCardReceipt: { Total: 12.5 },
}

async function readLedger(url: string, key: string): Promise<unknown> {
  return (await fetch(`${url}/ledger?key=${key}`)).json()
}

async function expectOneEffect(open: () => Promise<Running>): Promise<void> {
  const first = await open()
  const made = await fetch(`${first.url}/v1.0/svc/associate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': '"key-1"' },
    body: JSON.stringify(associate),
  })
  expect(made.status).toBe(200)
  const answers = await Promise.all([1, 2, 3].map(() => put(first.url, 'refund', 'key-2', refund)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
  expect(await first.end()).toBe(0)
  const second = await open()
  const again = await put(second.url, 'refund', 'key-2', refund)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toMatchObject({ Balance: 12.5 })
  expect(await readLedger(second.url, 'key-2')).toMatchObject([{ operation: 'refund', cents: 1250 }])
  const other = { ...refund, StoredValueCardReceipt: { Total: 13 } }
  expect((await put(second.url, 'refund', 'key-2', other)).status).toBe(422)
}

describe('counterfoil-service', () => {
  it('keeps its books in a file, and takes a repeat for what it is after a restart', async () => {
    await expectOneEffect(() => start('--sqlite', join(folder, 'cards.db')))
  })

  it.skipIf(isPostgresMissing())('keeps them in PostgreSQL as well', async () => {
    const server = await startPostgres()
    endings.push(server.stop)
    await expectOneEffect(() => start('--postgres', server.url))
  })

  it('answers a page of another origin that it was told of', async () => {
    const { url } = await start('--sqlite', ':memory:', '--origin', 'https://till.example/')
    const asked = { method: 'OPTIONS', headers: { origin: 'https://till.example' } }
    const { headers } = await fetch(`${url}/v1.0/svc/refund`, asked)
    expect(headers.get('access-control-allow-origin')).toBe('https://till.example')
  })

  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  it.skipIf(!hasIpv6)('prints an address of IPv6 that can be opened', async () => {
    const { url } = await start('--sqlite', ':memory:', '--host', '::1')
    expect((await fetch(url)).status).toBe(200)
  })

  it.each([
    [[], 'give either --sqlite FILE or --postgres URL'],
    [['--sqlite', 'a', '--postgres', 'b'], 'give either'],
    [['--sqlite', 'a', '--port', '70000'], '--port takes 0 to 65535'],
    [['--sqlite', ':memory:', '--origin', 'till.example'], '"till.example" is no origin'],
    [['--books', 'a'], "Unknown option '--books'"],
  ])('refuses %j by name', async (args, words) => {
    await expect(start(...args)).rejects.toThrow(words)
  })
})
