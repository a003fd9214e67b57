import { describe, expect, it } from 'vitest'
import { refundOf, sendControl, sendOperation, sendRaw, start } from './helpers.js'

describe('the control paths', () => {
  it('show the state', async () => {
    const { url } = await start({
      settings: { keys: true },
      faults: [{ kind: 'emptyBody', operation: 'migrate' }],
    })
    await sendOperation(url, 'refund', refundOf(1, 'C1'))
    await sendRaw(url, { method: 'HEAD' })
    expect(await sendControl(url, 'GET', '/state')).toEqual({
      status: 200,
      json: {
        outage: false,
        settings: {
          keys: true,
          keyLifetimeHours: 24,
          conditions: false,
          revealValidators: true,
          knownCardsOnly: false,
          openingBalance: 0,
          unknownStatus: 400,
        },
        faults: {
          script: [{ kind: 'emptyBody', operation: 'migrate', times: 1 }],
          standing: [],
          chance: null,
        },
        arrivals: 2,
        effects: 1,
      },
    })
  })

  it('show the ledger', async () => {
    const { url } = await start()
    await sendOperation(url, 'refund', refundOf(1, 'C1'))
    const { json } = await sendControl(url, 'GET', '/ledger?all')
    expect(json).toMatchObject({
      effects: [{ sequence: 1, operation: 'refund', cards: ['C1'], body: refundOf(1, 'C1'), status: 200 }],
      arrivals: [{ sequence: 1, method: 'PUT', path: '/v1.0/svc/refund', status: 200, effect: 1 }],
    })
  })

  it('pull the plug, answer all the same, and put it back', async () => {
    const { url } = await start({ prefix: '/api' })
    expect(await sendControl(url, 'POST', '/outage', { on: true })).toMatchObject({
      status: 200,
      json: { outage: true },
    })
    expect((await sendRaw(url, { method: 'HEAD' })).status).toBeNull()
    expect(await sendControl(url, 'GET', '/state')).toMatchObject({ json: { outage: true, arrivals: 1 } })
    expect(await sendControl(url, 'POST', '/outage', { on: false })).toMatchObject({
      json: { outage: false },
    })
    expect((await sendRaw(url, { method: 'HEAD' })).status).toBe(204)
  })

  it('replace and remove the faults', async () => {
    const { url } = await start({ faults: [{ kind: 'emptyBody' }] })
    const script = [
      { kind: 'status', status: 503 },
      { kind: 'clockSkew', skewSeconds: 5, standing: true },
    ]
    expect(await sendControl(url, 'POST', '/faults', script)).toMatchObject({
      json: { faults: { script: [{ kind: 'status', status: 503, times: 1 }], standing: [script[1]] } },
    })
    expect((await sendOperation(url, 'refund', refundOf(1, 'C1'))).status).toBe(503)
    expect(await sendControl(url, 'DELETE', '/faults')).toMatchObject({
      json: { faults: { script: [], standing: [], chance: null } },
    })
    expect((await sendOperation(url, 'refund', refundOf(1, 'C1'))).status).toBe(200)
  })

  it('set faults by chance', async () => {
    const { url } = await start()
    const chance = { rate: 1, seed: 7, faults: [{ kind: 'dropAfterEffect' }] }
    expect(await sendControl(url, 'POST', '/faults', chance)).toMatchObject({ json: { faults: { chance } } })
    expect((await sendOperation(url, 'refund', refundOf(1, 'C1'))).status).toBeNull()
  })

  it('change the settings', async () => {
    const { url, bank } = await start()
    const changed = await sendControl(url, 'POST', '/settings', { conditions: true, openingBalance: 2.5 })
    expect(changed).toMatchObject({
      json: { settings: { conditions: true, keys: false, openingBalance: 2.5 } },
    })
    expect((await sendOperation(url, 'refund', refundOf(1, 'C1'), { 'if-match': '"1"' })).status).toBe(412)
    expect(bank.settings.conditions).toBe(true)
  })

  it('reset everything but the settings', async () => {
    const { url } = await start({ settings: { keys: true }, faults: [{ kind: 'emptyBody', standing: true }] })
    await sendOperation(url, 'refund', refundOf(1, 'C1'))
    await sendControl(url, 'POST', '/outage', { on: true })
    expect(await sendControl(url, 'POST', '/reset')).toMatchObject({
      json: { outage: false, settings: { keys: true }, faults: { standing: [] }, arrivals: 0, effects: 0 },
    })
  })
})

describe('the control paths refuse', () => {
  it.each([
    ['GET', '/nothing', undefined, 404],
    ['GET', '', undefined, 404],
    ['DELETE', '/state', undefined, 405],
    ['GET', '/faults', undefined, 405],
    ['POST', '/outage', undefined, 400],
    ['POST', '/outage', { on: 'yes' }, 400],
    ['POST', '/faults', [{ kind: 'explode' }], 400],
    ['POST', '/faults', undefined, 400],
    ['POST', '/faults', { rate: 1, seed: 1, faults: [], more: 1 }, 400],
    ['POST', '/faults', { rate: 'high', seed: 1, faults: [] }, 400],
    ['POST', '/faults', { rate: 1, seed: 1 }, 400],
    ['POST', '/faults', { rate: 1, faults: [] }, 400],
    ['POST', '/faults', { rate: 1, seed: 1, faults: [{ kind: 'explode' }] }, 400],
    ['POST', '/settings', { keys: 'on' }, 400],
    ['POST', '/settings', { colour: 'red' }, 400],
    ['POST', '/settings', undefined, 400],
    ['POST', '/settings', { unknownStatus: 200 }, 400],
  ])('%s %s with %j', async (method, path, body, status) => {
    const { url } = await start()
    expect(await sendControl(url, method, path, body)).toMatchObject({ status, json: { status } })
    expect(await sendControl(url, 'GET', '/state')).toMatchObject({
      json: { outage: false, settings: { keys: false }, faults: { script: [], chance: null } },
    })
  })

  it('broken JSON', async () => {
    const { url } = await start()
    const reply = await sendRaw(`${url}/_sandbox/outage`, { method: 'POST', body: '{"on":' })
    expect(reply.status).toBe(400)
  })

  it('a body past a mebibyte', async () => {
    const { url } = await start()
    const reply = await sendRaw(`${url}/_sandbox/faults`, {
      method: 'POST',
      body: ' '.repeat(1024 * 1024 + 1),
    })
    expect(reply.status).toBe(413)
  })

  it.each([{ origin: 'https://shop.example' }, { origin: 'null' }, { host: 'rebound.example' }])(
    'a page from elsewhere: %j',
    async (headers) => {
      const { url, faults } = await start()
      expect((await sendControl(url, 'POST', '/outage', { on: true }, headers)).status).toBe(403)
      expect((await sendControl(url, 'GET', '/ledger', undefined, headers)).status).toBe(403)
      expect(faults.outage).toBe(false)
    },
  )
})

describe('a page of this machine', () => {
  it('may drive the sandbox from another port', async () => {
    const { url, faults } = await start()
    const origin = 'http://localhost:5173'
    const headers = { origin, 'access-control-request-method': 'DELETE' }
    const preflight = await sendRaw(`${url}/_sandbox/faults`, { method: 'OPTIONS', headers })
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } })
    expect(preflight.headers['access-control-allow-methods']).toContain('DELETE')
    await sendControl(url, 'POST', '/outage', { on: true }, { origin })
    expect(faults.outage).toBe(true)
  })
})
