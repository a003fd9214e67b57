import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheInFront } from '../cruel/careless.js'
import { findNginx, nginxMissing, startNginx } from '../cruel/nginx.js'
import { type CacheTest, type Header, readCorpus } from './data.js'

/** The tests that a cache answers from its store; the others wait until an answer has grown old. */
const suite = readCorpus<CacheTest>('cache-tests').filter(
  ({ file, requests: [, asked] }) => file.startsWith('conditional') && asked?.expected_type === 'cached',
)

/** Where nginx sends the whole answer once more in place of a 304: dear, and harmless. */
const answeredInFull: Record<string, string> = {
  'conditional-etag-precedence': 'it wants both to hold, and the standard the tag alone',
  'conditional-etag-strong-respond-obs-text': 'letters beyond ASCII; the suite only asks',
  'conditional-etag-quoted-respond-unquoted': 'no tag without its quotes; the suite only asks',
  'conditional-etag-unquoted-respond-quoted': 'the same',
  'conditional-lm-fresh-earlier': 'it wants the very date, unless if_modified_since says before',
  'conditional-lm-fresh-no-lm': 'an answer without a date has none to compare',
}

const began = Date.now()

/** In the suite a number is a date, in seconds from now. */
function writeHeaders(headers: readonly Header[] = []): Record<string, string> {
  const write = (value: string | number) =>
    typeof value === 'string' ? value : new Date(began + value * 1_000).toUTCString()
  return Object.fromEntries(headers.map(([name, value]) => [name, write(value)]))
}

const asked: string[] = []
const origin = createServer(({ url = '' }, response) => {
  const id = url.slice(1)
  asked.push(id)
  response.writeHead(200, writeHeaders(suite.find((test) => test.id === id)?.requests[0]?.response_headers))
  response.end(id)
})

let stop = (): Promise<void> => Promise.resolve()
let url = ''

const isThere = findNginx() !== undefined

if (!isThere)
  it(nginxMissing, ({ skip }) => {
    if (process.env.REQUIRE_ENGINES) throw new Error(nginxMissing)
    skip(nginxMissing)
  })

describe.runIf(isThere)('conditions that a cache judges for the service, by the suite of caches,', () => {
  beforeAll(async () => {
    origin.listen(0, '127.0.0.1')
    await once(origin, 'listening')
    const nginx = await startNginx(cacheInFront((origin.address() as AddressInfo).port))
    url = nginx.url
    stop = nginx.remove
  })

  afterAll(async () => {
    await stop()
    origin.close()
    origin.closeAllConnections()
  })

  it.each(suite)('$id', async ({ id, requests: [first, second] }) => {
    const ask = (headers: readonly Header[] = []) => fetch(`${url}/${id}`, { headers: writeHeaders(headers) })
    const stored = await ask(first?.request_headers)
    expect([stored.status, await stored.text()]).toEqual([200, id])
    const answer = await ask(second?.request_headers)
    expect(asked.filter((one) => one === id)).toHaveLength(1)
    expect(answer.status).toBe(id in answeredInFull ? 200 : second?.expected_status)
    expect(await answer.text()).toBe(answer.status === 304 ? '' : id)
    const other = await ask([['If-None-Match', '"other"']])
    expect([other.status, await other.text()]).toEqual([200, id])
  })

  it('knows the tests of the suite', () => {
    expect(suite).toHaveLength(18)
  })
})
