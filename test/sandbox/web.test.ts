import { describe, expect, it } from 'vitest'
import { createBank } from '../../src/sandbox/bank.js'
import { createFaults, type ScriptedFault } from '../../src/sandbox/faults.js'
import { createService } from '../../src/sandbox/service.js'
import { createWebHandler } from '../../src/sandbox/web.js'
import { whole } from './samples.js'

function open(...faults: ScriptedFault[]) {
  const service = createService({ bank: createBank(), faults: createFaults(faults) })
  const answer = createWebHandler(service, '/somewhere/api')
  const ask = (method: string, path: string, body?: unknown) =>
    answer(
      new Request(`https://shop.example/somewhere/api${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  return { service, ask, refund: () => ask('PUT', '/v1.0/svc/refund', whole.refund) }
}

describe('the sandbox behind a service worker', () => {
  it('applies an operation and acknowledges it, dated', async () => {
    const { service, refund } = open()
    const response = await refund()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.has('date')).toBe(true)
    expect(await response.json()).toHaveProperty('TransactionID')
    expect(service.bank.effects).toHaveLength(1)
  })

  it('answers a probe without a body, and a random path by 404', async () => {
    const { ask } = open()
    const probe = await ask('HEAD', '')
    expect([probe.ok, probe.body]).toEqual([true, null])
    const lost = await ask('HEAD', '/none')
    expect([lost.status, lost.body]).toEqual([404, null])
    expect((await ask('PUT', '/counterfoil-1', {})).status).toBe(404)
  })

  it('cuts connections before and after the effect', async () => {
    const { service, refund } = open({ kind: 'dropBeforeEffect' }, { kind: 'dropAfterEffect' })
    expect((await refund()).type).toBe('error')
    expect(service.bank.effects).toHaveLength(0)
    expect((await refund()).type).toBe('error')
    expect(service.bank.effects).toHaveLength(1)
  })

  it('lets a request arrive twice, though no connection is cut', async () => {
    const { service, refund } = open({ kind: 'resent' })
    expect((await refund()).status).toBe(200)
    expect(service.bank.effects).toHaveLength(2)
    expect(service.arrivals.map(({ status }) => status)).toEqual([null, 200])
  })

  it('breaks a reply off in the middle, and sends one byte by byte', async () => {
    const { refund } = open({ kind: 'truncatedBody' }, { kind: 'slowDrip', delayMs: 1 })
    await expect((await refund()).text()).rejects.toThrow('The connection was cut')
    expect(JSON.parse(await (await refund()).text())).toHaveProperty('TransactionID')
  })

  it('gives any status, with its headers', async () => {
    const { refund } = open(
      { kind: 'status', status: 204 },
      { kind: 'status', status: 503, retryAfterSeconds: 7 },
      { kind: 'redirect' },
    )
    expect((await refund()).status).toBe(204)
    const busy = await refund()
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '7'])
    expect((await refund()).status).toBe(302)
  })

  it('is controlled as over HTTP: an outage cuts what is under way, and the control still answers', async () => {
    const { ask, refund } = open({ kind: 'late', delayMs: 60_000 })
    const waiting = refund()
    await expect.poll(async () => (await ask('GET', '/_sandbox/state')).ok).toBe(true)
    const state = await ask('POST', '/_sandbox/outage', { on: true })
    expect(await state.json()).toMatchObject({ outage: true, effects: 0 })
    expect((await waiting).type).toBe('error')
  })
})

describe('a service of an earlier life', () => {
  it('goes on counting its arrivals', () => {
    const { service } = open()
    service.answer({ method: 'GET', path: '/', headers: {}, bodyText: '' })
    const next = createService({ bank: createBank(), faults: createFaults(), arrivals: service.arrivals })
    next.answer({ method: 'GET', path: '/', headers: {}, bodyText: '' })
    expect(next.arrivals.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(next.arrivalCount).toBe(2)
  })
})
