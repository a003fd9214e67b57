import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { HeadersAsked, HeadersSource, TraceLine } from '../../src/index.js'
import { openReplayJournal } from '../../src/journal/replay-journal.js'
import type { WorkerSetup } from '../../src/ports.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

const secret = 'Bearer of-this-till'

beforeEach(standInForPage)
const open = async (headers: HeadersSource) => {
  const { url } = await startTestSandbox()
  return openNodeTill(url, { service: { baseUrl: url, headers } })
}

const fail = (error: unknown): never => {
  throw error
}

describe('a header that cannot be sent', () => {
  it('keeps the till from opening, by its name and without its value', async () => {
    const refused = await open({ Authorization: `${secret}\nmore` }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'invalid-options',
      failures: [{ path: 'service.headers: Authorization' }],
    })
    expect(JSON.stringify(refused) + String(refused)).not.toContain('Bearer')
  })

  it('keeps the till from opening where the key of each operation is to go in it', async () => {
    const service = { baseUrl: 'http://127.0.0.1:9', idempotencyKey: { header: 'X Key' } }
    await expect(openNodeTill(service.baseUrl, { service })).rejects.toMatchObject({
      failures: expect.arrayContaining([
        { path: 'service.idempotencyKey.header', expected: 'the name of a header', found: 'something else' },
      ]) as unknown[],
    })
  })

  it('does not take the place of those that stand', async () => {
    const till = await open({ 'X-Till': 'one' })
    const refused = await till.setHeaders({ 'X-Till': 'two\n\nthree' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'invalid-options',
      message: expect.not.stringContaining('three') as string,
    })
    const { id } = await till.refund(refundOf('A'))
    await till.settled(id)
  })
})

describe('a headers function that fails with its token in the words', () => {
  it.each<[string, () => never]>([
    ['an error', () => fail(new TypeError(`no use: ${secret}`))],
    ['a text', () => fail(secret)],
  ])('as %s shows it nowhere', async (_, headers) => {
    const till = await open(headers)
    const { id } = await till.refund(refundOf('A'))
    const report = await till.replay()
    expect(report.paused).toMatchObject({ reason: 'unsent' })
    const told = JSON.stringify([await till.entry(id), till.status.value, report])
    expect(told).toContain('the headers function failed')
    expect(told).not.toContain('Bearer')
  })
})

describe('a token that was revoked', () => {
  it('is sent once: the function hears of it, and the operation goes with the next', async () => {
    const { url, faults, service } = await startTestSandbox()
    faults.script([{ kind: 'status', status: 401, operation: 'refund' }])
    const heard: HeadersAsked[] = []
    let token = 'revoked'
    const headers = (asked: HeadersAsked) => {
      heard.push(asked)
      if (asked.refused) token = 'fresh'
      return { Authorization: token }
    }
    const till = await openNodeTill(url, { service: { baseUrl: url, headers } })
    const { id } = await till.refund(refundOf('A'))
    await till.settled(id)
    expect(heard).toEqual([{ refused: false }, { refused: true, status: 401 }])
    const sent = service.arrivals.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ status }) => status)).toEqual([401, 200])
  })
})

/** Holds the reply to the first operation until it is released. */
function holdFirstReply(): { held: Promise<void>; release: () => void } {
  let hold = (): void => undefined
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (request: Request) => {
    const response = await fetch(request)
    if (request.method !== 'PUT') return response
    hold()
    await released
    return response
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', fetch)
  })
  return {
    held,
    release: () => {
      release()
    },
  }
}

describe('headers that are set while the old ones are on the line', () => {
  it('are tried at once, though the service then refuses the old ones', async () => {
    const { url, faults, service } = await startTestSandbox()
    faults.script([{ kind: 'status', status: 401, operation: 'refund' }])
    const lines: TraceLine[] = []
    const trace = (line: TraceLine) => lines.push(line)
    const { held, release } = holdFirstReply()
    const till = await openNodeTill(url, {
      trace,
      service: { baseUrl: url, headers: { Authorization: 'old' } },
    })
    await till.refund(refundOf('A'))
    await held
    await till.setHeaders({ Authorization: 'new' })
    release()
    await vi.waitFor(() => {
      const next = lines.findIndex((line) => line.what === 'wake' && line.why === 'cut')
      expect(next).toBeGreaterThan(-1)
      expect(lines.slice(next)).toContainEqual(expect.objectContaining({ what: 'run-ended' }))
    })
    const sent = service.arrivals.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ status, headers }) => [status, headers.authorization])).toEqual([
      [401, 'old'],
      [200, 'new'],
    ])
  })
})

describe('headers that a page sets which was opened before the options changed', () => {
  it.each<[string, HeadersSource, object]>([
    ['plain ones', { Authorization: 'new' }, { headers: { Authorization: 'new' } }],
    ['a function', () => ({ Authorization: 'new' }), {}],
  ])('leave the worker the newer options: %s', async (_, headers, stored) => {
    const { url } = await startTestSandbox()
    const name = freshName()
    const old = await openNodeTill(url, { name, limits: { total: 100 } })
    await openNodeTill(url, { name, limits: { total: 50 }, service: { baseUrl: url, onConflict: park } })
    await old.setHeaders(headers)
    const journal = await openReplayJournal(name)
    const { limits, access, functions } = (await journal?.readSetting('worker')) as WorkerSetup
    expect(limits).toEqual({ total: 50 })
    expect(access).toMatchObject({ ...stored, headersAt: expect.any(Number) as number })
    const own = typeof headers === 'function' ? ['service.headers'] : []
    expect(functions).toEqual([...own, 'service.onConflict'])
  })

  it('go to no worker that delivers to another service since', async () => {
    const [{ url }, { url: otherUrl }] = [await startTestSandbox(), await startTestSandbox()]
    const name = freshName()
    const old = await openNodeTill(url, { name })
    await openNodeTill(otherUrl, { name })
    await old.setHeaders({ Authorization: 'of the old one' }).catch(() => undefined)
    const journal = await openReplayJournal(name)
    expect(JSON.stringify(await journal?.readSetting('worker'))).not.toContain('of the old one')
  })
})

const park = () => ({ action: 'park' }) as const
