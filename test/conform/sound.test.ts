import { expect, it } from 'vitest'
import { readConfig } from '../../src/conform/config.js'
import { suggest } from '../../src/conform/suggest.js'
import { faultyConfig, startFaulty } from './faulty.js'
import { startOdd, type Oddity } from './odd.js'
import { listFindings, listSkipped, tryService } from './support.js'

const probesWhileDown = 5

/** A proxy that answers while the service is down: for some probes after each restart, and where a request is cut. */
function behindProxy(): Oddity {
  let left = 0
  const badGateway = {
    status: 502,
    headers: { 'content-type': 'text/html' },
    text: '<h1>502 Bad Gateway</h1>',
    startedAt: 0,
    endedAt: 0,
  }
  return async (sending, pass) => {
    if (sending.url.endsWith('/restart')) {
      left = probesWhileDown
      return pass({ ...sending, url: sending.url.replace('/restart', '/admin/restart') })
    }
    if (left > 0) {
      if (sending.method === 'HEAD') left -= 1
      return badGateway
    }
    const reply = await pass()
    return reply.status === 0 ? badGateway : reply
  }
}

it('a sound service behind a proxy is back when its probe is taken, and nothing shows what was under way', async () => {
  const outcome = await tryService(await startOdd(await startFaulty(), behindProxy()), {
    ...faultyConfig,
    endpoints: ['refund'],
    keys: true,
    conditions: false,
    origin: undefined,
    hooks: { restart: { url: '/restart', body: {} } },
  })
  expect(outcome.broken).toBeUndefined()
  expect(listFindings(outcome, ['fault'])).toEqual([])
  const verdicts = new Map(outcome.results.map(({ check, verdict }) => [check, verdict]))
  expect(verdicts.get('restart')).toBe('passed')
  const crash = outcome.results.find(({ check }) => check === 'crash')
  expect(crash).toMatchObject({ verdict: 'skipped' })
  expect(crash?.reason).toContain('give the address of the service behind it')
})

/** RFC 9110 tells a service without dates to ignore the condition. */
const withoutDates: Oddity = (sending, pass) => {
  const { 'if-unmodified-since': _, ...headers } = sending.headers
  return pass({ ...sending, headers })
}

it('a sound service that tells versions by ETag alone is not blamed for dates, and conditions are suggested for it', async () => {
  const changes = { ...faultyConfig, endpoints: ['refund'], keys: true, hooks: {} }
  const url = await startOdd(await startFaulty(), withoutDates)
  const outcome = await tryService(url, changes)
  expect(listFindings(outcome).filter((name) => name.startsWith('date-'))).toEqual([])
  expect(listSkipped(outcome)).toContain('if-unmodified-since')
  const config = readConfig(JSON.stringify(changes), { baseUrl: url, env: {} })
  expect(suggest(config, outcome)).toContain('may be asked for with: refund')
})

/** Takes a known key with another body for a new operation: its keys are forgotten at once. */
const forgetsKeys: Oddity = (sending, pass) => {
  const { 'idempotency-key': _, ...headers } = sending.headers
  return pass({ ...sending, headers })
}

it('a key that is taken as new is told as that, where the read-back has the key in its address alone', async () => {
  const counts = new Map<string, number>()
  const counting: Oddity = async (sending, pass) => {
    const asked = new URL(sending.url).searchParams.get('key')
    if (asked !== null) {
      const text = JSON.stringify({ count: counts.get(asked) ?? 0 })
      return { status: 200, headers: {}, text, startedAt: 0, endedAt: 0 }
    }
    const reply = await forgetsKeys(sending, pass)
    const key = sending.headers['idempotency-key']?.replaceAll('"', '')
    if (key !== undefined && reply.status === 200) counts.set(key, (counts.get(key) ?? 0) + 1)
    return reply
  }
  const outcome = await tryService(await startOdd(await startFaulty(), counting), {
    ...faultyConfig,
    endpoints: ['refund'],
    keys: true,
    conditions: false,
    origin: undefined,
    hooks: {},
    readBack: { url: '/count?key={key}', gives: 'count', at: 'count' },
  })
  const other = outcome.results.find(({ check }) => check === 'key-with-another-body')
  expect(other?.findings.map(({ name }) => name)).toEqual(['key-taken-as-new'])
})
