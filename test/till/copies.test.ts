import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CopyInfo, CopyOptions, TillEvent } from '../../src/index.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { openFile } from '../../src/journal/seal/index.js'
import type { Transfer } from '../../src/journal/transfer/index.js'
import { follow } from '../../src/till/follow.js'
import { startCopying } from '../../src/till/copies.js'
import { createStatusStore, type OpenStatusStore } from '../../src/till/status.js'
import { freshName } from '../support/journals.js'
import { createShelf, ring } from '../support/lives.js'
import { createFakeLocks, type Locks } from '../support/locks.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'
import { createFakeClock, type FakeClock } from '../support/replay.js'
import { createShopKeys, type ShopKeys } from '../support/shop-keys.js'

const minuteMs = 60_000
const shelf = createShelf()
let keys: ShopKeys
let clock: FakeClock
let locks: Locks

/** How many pages look whether a copy is due, or make one. */
let looking = 0

beforeAll(async () => {
  standInForPage()
  keys = await createShopKeys()
})
beforeEach(() => {
  clock = createFakeClock(Date.now())
  const { request } = createFakeLocks() as { request: (...words: unknown[]) => Promise<unknown> }
  const counted = (...words: unknown[]) => {
    looking += 1
    return request(...words).finally(() => {
      looking -= 1
    })
  }
  locks = { request: counted }
})
afterEach(() => {
  looking = 0
  vi.restoreAllMocks()
  shelf.closeAll()
})

interface Page {
  status: OpenStatusStore
  stop: () => void
}

/** A page of a till with that option, whose first look is due after its first wait. */
function openPage(journal: TillJournal, options: Partial<CopyOptions> & Pick<CopyOptions, 'to'>): Page {
  const status = createStatusStore({ state: 'starting' })
  const copies = { everyMinutes: 10, publicKey: keys.publicKey, ...options }
  const setup = { copies, name: 'till', shop: 'S01', terminal: 'T1', policy: { replay: {} } }
  const giveWay = () => Promise.resolve()
  const stop = startCopying({ setup, journal, status, clock, giveWay, locks })
  onTestFinished(stop)
  return { status, stop }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1))

/** Time passes, minute by minute; what comes due is done before the next one begins. */
async function pass(minutes: number): Promise<void> {
  for (let count = 0; count < minutes; count += 1) {
    clock.advance(minuteMs)
    await settle()
    while (looking > 0) await settle()
  }
}

/** The first look is due, and something takes for ever. */
async function passUntil(isThere: () => boolean): Promise<void> {
  clock.advance(minuteMs)
  while (!isThere()) await settle()
}

async function readCopy(file: Blob): Promise<Transfer> {
  const opened = await openFile(file, { privateKey: keys.privateKey })
  if (opened.tag !== 'opened') throw new Error(opened.tag)
  return opened.content as Transfer
}

const untilCopied = (page: Page, operations: number) =>
  vi.waitFor(() => {
    expect(page.status.value.copies).toMatchObject({ operations })
    expect(page.status.value.copies?.failing).toBeUndefined()
  })

const untilFailed = (page: Page, failing: object) =>
  vi.waitFor(() => {
    expect(page.status.value.copies?.failing).toMatchObject(failing)
  })

interface Arrived {
  method: string
  headers: IncomingMessage['headers']
  body: Blob
}

/** A receiver on this machine. */
async function receive(
  answer: (response: ServerResponse) => void,
): Promise<{ url: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', headers } = request
      arrived.push({ method, headers, body: new Blob([Buffer.concat(parts)]) })
      answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/copy`, arrived }
}

/** A host's function that takes what it is given. */
function collect(): { to: (file: Blob, info: CopyInfo) => void; taken: { file: Blob; info: CopyInfo }[] } {
  const taken: { file: Blob; info: CopyInfo }[] = []
  return { taken, to: (file, info) => void taken.push({ file, info }) }
}

describe('a copy off the device', () => {
  it('is pushed with what is unresolved, and opens with the shop’s private key alone', async () => {
    const { url, arrived } = await receive((response) => response.writeHead(204).end())
    const journal = await shelf.open()
    await ring(journal, 'refund', refundOf('A'), { id: 'a' })
    const headers = { authorization: 'Bearer 1', 'Content-Type': 'application/x-counterfoil' }
    const page = openPage(journal, { to: url, headers: () => headers })
    await pass(1)
    await untilCopied(page, 1)
    const [copy] = arrived
    expect(copy).toMatchObject({
      method: 'PUT',
      headers: { authorization: 'Bearer 1', 'content-type': 'application/octet-stream' },
    })
    const content = await readCopy(copy?.body ?? new Blob())
    expect(content).toMatchObject({ kind: 'copy', shop: 'S01', terminal: 'T1', entries: [{ id: 'a' }] })
    expect(await openFile(copy?.body ?? new Blob(), 'seven green bottles')).toEqual({ tag: 'needs-key' })
  })

  it('is made at the time asked for, and only if something has changed', async () => {
    const { to, taken } = collect()
    const journal = await shelf.open()
    const page = openPage(journal, { to })
    await pass(1)
    await untilCopied(page, 0)
    await pass(25)
    expect(taken).toHaveLength(1)
    await ring(journal, 'refund', refundOf('A'), { id: 'a' })
    await ring(journal, 'refund', refundOf('B'), { id: 'b' })
    await pass(12)
    await untilCopied(page, 2)
    await journal.act('a', { tag: 'void', by: 'Ada', reason: 'a mistake' }, clock.now())
    await pass(12)
    await untilCopied(page, 1)
    expect(taken.map(({ info }) => info.operations)).toEqual([0, 2, 1])
    expect(taken[2]?.info).toMatchObject({ shop: 'S01', terminal: 'T1' })
  })

  it('is made by one of several pages, and each says so', async () => {
    const { to, taken } = collect()
    const name = freshName()
    const pages = await Promise.all([1, 2, 3].map(async () => openPage(await shelf.open(name), { to })))
    await pass(1)
    for (const page of pages) await untilCopied(page, 0)
    expect(taken).toHaveLength(1)
  })

  it('is made anew for another key or another place, and not for the same ones after a load', async () => {
    const { to, taken } = collect()
    const journal = await shelf.open()
    const first = openPage(journal, { to })
    await pass(1)
    await untilCopied(first, 0)
    first.stop()
    const same = openPage(journal, { to })
    await pass(1)
    await untilCopied(same, 0)
    expect(taken).toHaveLength(1)
    same.stop()
    const other = await createShopKeys()
    const changed = openPage(journal, { to, publicKey: other.publicKey })
    await pass(1)
    expect(taken).toHaveLength(2)
    expect(await openFile(taken[1]?.file ?? new Blob(), { privateKey: other.privateKey })).toMatchObject({
      tag: 'opened',
    })
    changed.stop()
    const { url, arrived } = await receive((response) => response.writeHead(200).end())
    const moved = openPage(journal, { to: url, publicKey: other.publicKey })
    await pass(1)
    await untilCopied(moved, 0)
    expect(arrived).toHaveLength(1)
  })

  it('leaves out nothing of a long queue, in order', async () => {
    const { to, taken } = collect()
    const journal = await shelf.openPlain()
    const ids = Array.from({ length: 600 }, (_, index) => `id-${index}`)
    for (const [index, id] of ids.entries()) await ring(journal, 'refund', refundOf(`card-${index}`), { id })
    const page = openPage(journal, { to })
    await pass(1)
    await untilCopied(page, 600)
    const { entries } = await readCopy(taken[0]?.file ?? new Blob())
    expect(entries.map(({ id }) => id)).toEqual(ids)
  })
})

const answers: [string, string, (response: ServerResponse) => void][] = [
  ['a refusal', 'refused', (response) => response.writeHead(403).end()],
  ['a fault', 'refused', (response) => response.writeHead(503).end()],
  [
    'the page of a portal',
    'page',
    (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Sign in'),
  ],
  ['a redirect', 'redirect', (response) => response.writeHead(302, { location: '/login' }).end()],
  ['a cut line', 'unreachable', (response) => response.destroy()],
]

describe('a copy that is not taken', () => {
  it.each(answers)('for %s is told, and tried again later until it is', async (_name, reason, answer) => {
    let isMended = false
    const { url, arrived } = await receive((response) => {
      if (isMended) response.writeHead(201).end()
      else answer(response)
    })
    const journal = await shelf.open()
    const page = openPage(journal, { to: url, method: 'POST' })
    await pass(1)
    await untilFailed(page, { times: 1, reason })
    const before = arrived.length
    expect(before).toBeGreaterThan(0)
    isMended = true
    await pass(3)
    await untilCopied(page, 0)
    expect(arrived.slice(before)).toMatchObject([{ method: 'POST' }])
    expect(await journal.readSetting('copies')).not.toHaveProperty('failed')
  })

  it('waits longer after each failure', async () => {
    const { url, arrived } = await receive((response) => response.writeHead(500).end())
    const page = openPage(await shelf.open(), { to: url })
    await pass(1)
    await untilFailed(page, { times: 1 })
    await pass(20)
    expect(arrived.length).toBeGreaterThan(3)
    expect(arrived.length).toBeLessThan(7)
  })

  it('by a receiver that never answers is given up', async () => {
    const { url, arrived } = await receive(() => undefined)
    const page = openPage(await shelf.open(), { to: url })
    await passUntil(() => arrived.length > 0)
    await pass(1)
    await untilFailed(page, { times: 1, reason: 'timeout' })
  })

  it.each([
    ['throws', () => Promise.reject(new Error('no room')), 'function'],
    ['never ends', () => new Promise<void>(() => undefined), 'timeout'],
  ])('because the host’s function %s stops nothing', async (_name, to, reason) => {
    const called = vi.fn(to)
    const page = openPage(await shelf.open(), { to: called })
    await passUntil(() => called.mock.calls.length > 0)
    await pass(1)
    await untilFailed(page, { times: 1, reason })
  })

  it('for a header that cannot be sent names it, and sends nothing', async () => {
    const { url, arrived } = await receive((response) => response.writeHead(204).end())
    const page = openPage(await shelf.open(), { to: url, headers: () => ({ 'x-shop': 'a\nb' }) })
    await pass(1)
    await untilFailed(page, { reason: 'function' })
    expect(arrived).toEqual([])
  })

  it('is an event, and so is the one that is taken', async () => {
    let isMended = false
    const journal = await shelf.open()
    const page = openPage(journal, {
      to: () => (isMended ? undefined : Promise.reject(new Error('no room'))),
    })
    const heard: TillEvent[] = []
    const following = follow({ journal, status: page.status, clock }, (event) => heard.push(event))
    onTestFinished(following.stop)
    await vi.waitFor(() => {
      expect(heard[0]?.type).toBe('listening')
    })
    await pass(1)
    await untilFailed(page, { times: 1 })
    isMended = true
    await pass(3)
    await untilCopied(page, 0)
    expect(heard.filter(({ type }) => type === 'copy')).toMatchObject([
      { state: 'failed', reason: 'function' },
      { state: 'made', operations: 0 },
    ])
  })
})

describe('a till with the option', () => {
  it('copies, says so in its status, and another till takes the copy over with the private key', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { to, taken } = collect()
    const copies = { to, everyMinutes: 1, publicKey: keys.publicKey }
    const name = freshName()
    const first = await openNodeTill('http://127.0.0.1:9', { name })
    await first.refund(refundOf('A'))
    first.close()
    const till = await openNodeTill('http://127.0.0.1:9', { name, copies })
    await vi.waitFor(() => {
      expect(till.status.value.copies).toMatchObject({ operations: 1 })
    })
    const file = taken[0]?.file ?? new Blob()
    const other = await openNodeTill('http://127.0.0.1:9', { terminal: 'T2' })
    await expect(other.importJournal(file, 'seven green bottles')).rejects.toMatchObject({
      code: 'transfer-refused',
      params: { reason: 'needs-key' },
    })
    const wrong = await createShopKeys()
    await expect(other.importJournal(file, { privateKey: wrong.privateKey })).rejects.toMatchObject({
      params: { reason: 'wrong-key' },
    })
    const secret = { privateKey: keys.privateKey }
    expect(await other.importJournal(file, secret)).toMatchObject({ kind: 'copy', imported: 0 })
    const takeOver = { by: 'Ada', reason: 'the tablet is gone' }
    expect(await other.importJournal(file, secret, { takeOver })).toMatchObject({ imported: 1 })
    expect(await other.entries({})).toMatchObject([{ state: 'parked', reason: 'unknown' }])
  })

  it('exports to the same key by hand, and refuses what is no public one', async () => {
    const till = await openNodeTill('http://127.0.0.1:9')
    const file = await till.exportJournal({ publicKey: keys.publicKey })
    expect(await till.importJournal(file, { privateKey: keys.privateKey })).toMatchObject({ kind: 'copy' })
    for (const publicKey of [keys.privateKey, {}])
      await expect(till.exportJournal({ publicKey })).rejects.toMatchObject({ code: 'invalid-options' })
  })

  it('is refused where it cannot be meant', async () => {
    const sound = { to: '/copies', everyMinutes: 5, publicKey: keys.publicKey }
    const { publicKey, ...keyless } = sound
    const wrong: object[] = [
      keyless,
      { ...sound, publicKey: keys.privateKey },
      { ...sound, everyMinutes: 0 },
      { ...sound, everyMinutes: 0.5 },
      { ...sound, everyMinutes: 20_000 },
      { ...sound, to: 'http://elsewhere.example/copies' },
      { ...sound, to: 7 },
      { ...sound, method: 'DELETE' },
      { ...sound, headers: { 'x-shop': 'a\nb' } },
    ]
    expect(publicKey).toBeDefined()
    for (const copies of wrong) {
      const opening = openNodeTill('http://127.0.0.1:9', { copies: copies as CopyOptions })
      await expect(opening, JSON.stringify(copies)).rejects.toMatchObject({ code: 'invalid-options' })
    }
  })
})
